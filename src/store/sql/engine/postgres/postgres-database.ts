import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { isLocked, StoreUnavailable, type StoreFault } from '../../../faults.ts';
import {
  ReadIsOutdated,
  type Database,
  type Isolation,
  type Params,
  type Snapshot,
  type Tx,
} from '../tx.ts';
import { POSTGRES } from './dialect.ts';
import { breaksConnection, asStoreFault, isTaken, mayRunAgain } from './faults.ts';
import { answerTo } from './answers.ts';
import type { Pipeline } from './pipeline.ts';
import { NotAlone, NotRolledBack, PostgresTx } from './postgres-tx.ts';
import { Semaphore } from './semaphore.ts';
import { ServerClock } from './server-clock.ts';
import {
  clientConfig,
  IDLE_IN_SNAPSHOT_MS,
  IDLE_IN_TRANSACTION_MS,
  ignoreErrors,
  pipelineOf,
  prepareSession,
  type PostgresOptions,
} from './sessions.ts';
import { SharedUnits } from './shared-units.ts';
import {
  BEGIN_READING,
  BEGIN_WRITING,
  RUNNING_UNITS,
  transaction,
  type Turn,
} from './transactions.ts';

const SETTLED_CHECK_MS = 5;
export const READ_CLOCK = `SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS double precision) AS "serverMs"`;
/** A quartz clock is wrong by some 50 ms in 1,000 s. */
const READ_CLOCK_EVERY_MS = 10_000;
const FIRST_CLOCK_READINGS = 3;

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 10;

/** Connections that writing leaves to reads and to what must be alone. */
const KEPT_FREE = 2;
/** Transactions of webhooks and answers have connections of their own: they wait for no end and no claim of this process. */
const groupsOf = ({ poolSize }: PostgresOptions): number => (poolSize < 6 ? 1 : 2);

/**
 * A Postgres database behind a pool of connections. Every unit of work that writes is READ COMMITTED and begins by
 * taking one advisory lock of the installation. Units that lock their rows share it, and run at the same time. All
 * others take it for themselves: they run as on SQLite, with nothing in between. Within a process units wait for their
 * turn before they take a connection, so that reads find connections free. Deadlocks and serialization failures are
 * retried here, so `work` may run more than once.
 */
export class PostgresDatabase implements Database {
  readonly sql = POSTGRES;
  readonly #options: PostgresOptions;
  readonly #pool: Pool;
  readonly #turns: Record<Turn, Semaphore>;
  readonly #shared: SharedUnits;
  readonly #writing = new Set<Promise<unknown>>();
  #isClosed = false;
  /** Set while a unit runs that writes: another one inside it would wait for it for ever. */
  readonly #unit = new AsyncLocalStorage<boolean>();
  #fault: { fault: StoreFault; sinceMs: number } | null = null;
  readonly #clock = new ServerClock();
  #clockTimer: NodeJS.Timeout | undefined;

  constructor(options: PostgresOptions) {
    this.#options = options;
    const groups = groupsOf(options);
    this.#turns = {
      alone: new Semaphore(1),
      'by-rows': new Semaphore(Math.max(1, options.poolSize - KEPT_FREE - groups)),
      shared: new Semaphore(groups),
    };
    this.#shared = new SharedUnits({
      groups,
      waitMs: options.statementTimeoutMs,
      together: (work) => this.#inTurn('shared', work, this.#untilMs()),
      apart: (work, error) => this.#writtenInTurn(work, mayGoAlone(error) ? 'alone' : 'by-rows'),
    });
    this.#pool = new Pool({
      ...clientConfig(options),
      pipeline: true,
      max: options.poolSize,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
      onConnect: (client) => prepareSession(client, options, IDLE_IN_TRANSACTION_MS),
    });
    // A connection that breaks while nobody uses it is replaced by the pool.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', ignoreErrors);
  }

  async get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return this.#withClient(async (pipeline) => (await answerTo<Row>(pipeline, sql, params)).rows);
  }

  async write<Result>(
    work: (tx: Tx) => Promise<Result>,
    isolation: Isolation = 'alone',
  ): Promise<Result> {
    return this.#noted(() => this.#writtenInTurn(work, isolation));
  }

  async writeOfCall<Result>(ref: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#noted(() => this.#shared.write(ref, work));
  }

  /** Closing waits for it. */
  #noted<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#unit.getStore()) throw nested();
    if (this.#isClosed) throw new Error('the database is not open');
    const writing = write();
    this.#writing.add(writing);
    return writing.finally(() => this.#writing.delete(writing));
  }

  async #writtenInTurn<Result>(
    work: (tx: Tx) => Promise<Result>,
    isolation: Isolation,
  ): Promise<Result> {
    const untilMs = this.#untilMs();
    try {
      return await this.#inTurn(isolation, work, untilMs);
    } catch (error) {
      if (isolation === 'alone' || !mayGoAlone(error)) throw error;
      return this.#inTurn('alone', work, untilMs);
    }
  }

  #inTurn<Result>(turn: Turn, work: (tx: Tx) => Promise<Result>, untilMs: number): Promise<Result> {
    return this.#turns[turn].run(() =>
      this.#unit.run(true, () => this.#written(work, turn, untilMs)),
    );
  }

  #untilMs(): number {
    return performance.now() + this.#options.statementTimeoutMs;
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#withClient((pipeline) => {
      const tx = new PostgresTx(pipeline);
      return transaction(tx, { begin: BEGIN_READING, end: () => tx.leave() }, work);
    });
  }

  /** On a connection of its own: it sees one instant for as long as it likes, and takes none from the pool. */
  async snapshot(): Promise<Snapshot> {
    const client = new Client({ ...clientConfig(this.#options), pipeline: true });
    ignoreErrors(client);
    try {
      await client.connect();
      await prepareSession(client, this.#options, IDLE_IN_SNAPSHOT_MS);
      await client.query(BEGIN_READING);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw asStoreFault(error);
    }
    return new PostgresSnapshot(client, pipelineOf(client, this.#options));
  }

  async settled(): Promise<boolean> {
    const untilMs = this.#untilMs();
    const before = new Set(await this.#runningUnits());
    let running = [...before];
    while (running.some((unit) => before.has(unit))) {
      if (performance.now() > untilMs) throw new StoreUnavailable('timeout');
      await sleep(SETTLED_CHECK_MS);
      running = await this.#runningUnits();
    }
    return true;
  }

  /** Each holds the installation's lock from its first statement to its end. */
  async #runningUnits(): Promise<string[]> {
    return (await this.all<{ unit: string }>(RUNNING_UNITS)).map(({ unit }) => unit);
  }

  get writeFault(): { fault: StoreFault; sinceMs: number } | null {
    return this.#fault;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  /**
   * Reads the server's clock now and then. Without it, `nowMs` is the clock of this machine.
   * @throws StoreUnavailable if the first reading fails; later ones are tried again
   */
  async followServerClock(): Promise<void> {
    for (let count = 0; count < FIRST_CLOCK_READINGS; count++) await this.#readClock();
    this.#clockTimer ??= setInterval(
      () => void this.#readClock().catch(() => undefined),
      READ_CLOCK_EVERY_MS,
    ).unref();
  }

  async #readClock(): Promise<void> {
    const reading = await this.#withClient(async (pipeline) => {
      const askedAtMs = performance.now();
      const { rows } = await answerTo<{ serverMs: number }>(pipeline, READ_CLOCK);
      return { askedAtMs, answeredAtMs: performance.now(), serverMs: rows[0]!.serverMs };
    });
    this.#clock.note(reading);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#clockTimer);
    await Promise.allSettled(this.#writing);
    await this.#pool.end();
  }

  /** Behind a server that does not answer, units that wait for their turn would else fail one by one, for minutes. */
  async #written<Result>(
    work: (tx: Tx) => Promise<Result>,
    turn: Turn,
    untilMs: number,
  ): Promise<Result> {
    try {
      if (performance.now() > untilMs) throw new StoreUnavailable('timeout');
      const isolation = turn === 'alone' ? 'alone' : 'by-rows';
      const result = await this.#withClient((pipeline) => {
        const tx = new PostgresTx(pipeline, isolation);
        return transaction(tx, { begin: BEGIN_WRITING[turn], end: () => tx.commit() }, work);
      });
      this.#fault = null;
      return result;
    } catch (error) {
      // A group that finds a call locked gives way: nothing is wrong with the database.
      const gaveWay = turn === 'shared' && isLocked(error);
      if (error instanceof StoreUnavailable && !gaveWay && this.#fault?.fault !== error.fault)
        this.#fault = { fault: error.fault, sinceMs: Date.now() };
      throw error;
    }
  }

  /** @throws StoreUnavailable for a fault of the server or of the way to it */
  async #withClient<Result>(use: (pipeline: Pipeline) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#withClientOnce(use);
      } catch (error) {
        if (!mayRunAgain(error) || tries === MOST_TRIES) throw asStoreFault(error);
        await sleep(FIRST_PAUSE_MS * 2 ** tries * Math.random());
      }
    }
  }

  async #withClientOnce<Result>(use: (pipeline: Pipeline) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    const pipeline = pipelineOf(client, this.#options);
    try {
      const result = await use(pipeline);
      void pipeline.left.then(
        () => client.release(),
        () => client.release(true),
      );
      return result;
    } catch (error) {
      client.release(breaksConnection(error) || error instanceof NotRolledBack);
      throw error instanceof NotRolledBack ? error.cause : error;
    }
  }
}

class PostgresSnapshot extends PostgresTx implements Snapshot {
  readonly #connection: Client;

  constructor(client: Client, pipeline: Pipeline) {
    super(pipeline);
    this.#connection = client;
  }

  async close(): Promise<void> {
    await this.end();
    await this.#connection.end().catch(() => undefined);
  }
}

/** Another unit may be the cause: a unit that is alone succeeds, or fails by a fault of its own. */
const mayGoAlone = (error: unknown): boolean =>
  error instanceof NotAlone || error instanceof ReadIsOutdated || isTaken(error);

const nested = () => new Error('a transaction waits for something other than its statements');
