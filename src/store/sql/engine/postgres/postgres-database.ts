import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type ClientBase, type ClientConfig, type PoolClient } from 'pg';
import { StoreUnavailable, type StoreFault } from '../../../faults.ts';
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
import { answerTo, NotAlone, PostgresTx } from './postgres-tx.ts';
import { Semaphore } from './semaphore.ts';
import { ServerClock } from './server-clock.ts';
import { types } from './types.ts';

export interface PostgresOptions {
  connection: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
  /** Connections that are open at most, except those of snapshots. */
  poolSize: number;
  /** How long the server may work on one statement, the wait for a lock included. */
  statementTimeoutMs: number;
}

/** One lock for each database: any other program that uses advisory locks there has another number. */
export const INSTALLATION_LOCK = 0x6469616c;
const BEGIN_WRITING: Record<Isolation, string> = {
  alone: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`,
  'by-rows': `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT pg_advisory_xact_lock_shared(${INSTALLATION_LOCK})`,
};
const RUNNING_UNITS = `SELECT pid || ' ' || virtualtransaction AS unit FROM pg_locks
  WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = 0 AND objid = ${INSTALLATION_LOCK} AND objsubid = 1 AND granted`;
const SETTLED_CHECK_MS = 5;
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const CONNECT_WITHIN_MS = 5_000;
export const READ_CLOCK = `SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS double precision) AS "serverMs"`;
/** Behind the server's own time-out: for a server, or a network, that does not answer at all. */
const ANSWER_MARGIN_MS = 2_000;
/** A process that stands still must not hold the installation's lock for longer. */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** Who reads an export may be slow. */
const IDLE_IN_SNAPSHOT_MS = 600_000;

/** A quartz clock is wrong by some 50 ms in 1,000 s. */
const READ_CLOCK_EVERY_MS = 10_000;
const FIRST_CLOCK_READINGS = 3;

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 10;

/** Connections that writing leaves to reads and to what must be alone. */
const KEPT_FREE = 2;

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
  readonly #turns: Record<Isolation, Semaphore>;
  readonly #writing = new Set<Promise<unknown>>();
  #isClosed = false;
  /** Set while a unit runs that writes: another one inside it would wait for it for ever. */
  readonly #unit = new AsyncLocalStorage<boolean>();
  #fault: { fault: StoreFault; sinceMs: number } | null = null;
  readonly #clock = new ServerClock();
  #clockTimer: NodeJS.Timeout | undefined;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#turns = {
      alone: new Semaphore(1),
      'by-rows': new Semaphore(Math.max(1, options.poolSize - KEPT_FREE)),
    };
    this.#pool = new Pool({
      ...clientConfig(options),
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
    return this.#withClient(async (client) => (await answerTo<Row>(client, sql, params)).rows);
  }

  async write<Result>(
    work: (tx: Tx) => Promise<Result>,
    isolation: Isolation = 'alone',
  ): Promise<Result> {
    if (this.#unit.getStore()) throw nested();
    if (this.#isClosed) throw new Error('the database is not open');
    const writing = this.#writtenInTurn(work, isolation);
    this.#writing.add(writing);
    return writing.finally(() => this.#writing.delete(writing));
  }

  async #writtenInTurn<Result>(
    work: (tx: Tx) => Promise<Result>,
    isolation: Isolation,
  ): Promise<Result> {
    const untilMs = performance.now() + this.#options.statementTimeoutMs;
    const inTurn = (how: Isolation) =>
      this.#turns[how].run(() => this.#unit.run(true, () => this.#written(work, how, untilMs)));
    try {
      return await inTurn(isolation);
    } catch (error) {
      if (isolation === 'alone' || !mayGoAlone(error)) throw error;
      return inTurn('alone');
    }
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#withClient((client) => transaction(client, BEGIN_READING, work));
  }

  /** On a connection of its own: it sees one instant for as long as it likes, and takes none from the pool. */
  async snapshot(): Promise<Snapshot> {
    const client = new Client(clientConfig(this.#options));
    ignoreErrors(client);
    try {
      await client.connect();
      await prepareSession(client, this.#options, IDLE_IN_SNAPSHOT_MS);
      await client.query(BEGIN_READING);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw asStoreFault(error);
    }
    return new PostgresSnapshot(client);
  }

  async settled(): Promise<boolean> {
    const untilMs = performance.now() + this.#options.statementTimeoutMs;
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
    const reading = await this.#withClient(async (client) => {
      const askedAtMs = performance.now();
      const { rows } = await client.query<{ serverMs: number }>(READ_CLOCK);
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
    isolation: Isolation,
    untilMs: number,
  ): Promise<Result> {
    try {
      if (performance.now() > untilMs) throw new StoreUnavailable('timeout');
      const result = await this.#withClient((client) =>
        transaction(client, BEGIN_WRITING[isolation], work, isolation),
      );
      this.#fault = null;
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable && this.#fault?.fault !== error.fault)
        this.#fault = { fault: error.fault, sinceMs: Date.now() };
      throw error;
    }
  }

  /** @throws StoreUnavailable for a fault of the server or of the way to it */
  async #withClient<Result>(use: (client: PoolClient) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#withClientOnce(use);
      } catch (error) {
        if (!mayRunAgain(error) || tries === MOST_TRIES) throw asStoreFault(error);
        await sleep(FIRST_PAUSE_MS * 2 ** tries * Math.random());
      }
    }
  }

  async #withClientOnce<Result>(use: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      const result = await use(client);
      client.release();
      return result;
    } catch (error) {
      client.release(breaksConnection(error) || error instanceof NotRolledBack);
      throw error instanceof NotRolledBack ? error.cause : error;
    }
  }
}

class PostgresSnapshot extends PostgresTx implements Snapshot {
  readonly #connection: Client;

  constructor(client: Client) {
    super(client);
    this.#connection = client;
  }

  async close(): Promise<void> {
    await this.end();
    await this.#connection.end().catch(() => undefined);
  }
}

/** The connection is in a transaction that cannot be ended: it must not be used again. */
class NotRolledBack extends Error {
  override readonly name = 'NotRolledBack';
}

/** Done whole, or rolled back whole. */
async function transaction<Result>(
  client: ClientBase,
  begin: string,
  work: (tx: Tx) => Promise<Result>,
  isolation?: Isolation,
): Promise<Result> {
  try {
    await client.query(begin);
    const result = await during(new PostgresTx(client, isolation), work);
    await commit(client);
    return result;
  } catch (error) {
    await rollback(client, error);
    throw error;
  }
}

async function during<Result>(tx: PostgresTx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await work(tx);
  } finally {
    await tx.end();
  }
}

/**
 * Where the connection breaks here, nobody knows whether it was committed. That is reported as any other break: who
 * asks again finds what was done by an idempotency key or by the state of its rows.
 */
async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  // Postgres answers so where a statement failed and `work` went on.
  if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed');
}

async function rollback(client: ClientBase, cause: unknown): Promise<void> {
  if (breaksConnection(cause)) return;
  try {
    await client.query('ROLLBACK');
  } catch {
    throw new NotRolledBack('the transaction could not be rolled back', { cause });
  }
}

export function clientConfig({ connection, statementTimeoutMs }: PostgresOptions): ClientConfig {
  return {
    ...connection,
    types,
    application_name: 'dialwright',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
  };
}

/**
 * What this code relies on, whatever the server, the database or the role has by default. A stricter
 * `synchronous_commit` stays; `off` would acknowledge commits that a crash undoes.
 */
async function prepareSession(
  client: ClientBase,
  { statementTimeoutMs }: PostgresOptions,
  idleInTransactionMs: number,
): Promise<void> {
  await client.query(
    `SET statement_timeout = ${statementTimeoutMs};
     SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
     SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') = 'off'`,
  );
}

/** An error of a connection without a query reaches whoever uses it next; without a listener it ends the process. */
function ignoreErrors(client: ClientBase): void {
  client.on('error', () => undefined);
}

/** Another unit may be the cause: a unit that is alone succeeds, or fails by a fault of its own. */
const mayGoAlone = (error: unknown): boolean =>
  error instanceof NotAlone || error instanceof ReadIsOutdated || isTaken(error);

const nested = () => new Error('a transaction waits for something other than its statements');
