import { isLocked, StoreUnavailable, type StoreFault } from '../../../faults.ts';
import type { Connection } from './connection.ts';
import { SQLITE } from './dialect.ts';
import { SqliteTx } from './sqlite-tx.ts';
import { asStoreFault } from './store-faults.ts';
import type { Database, Params, Snapshot, Tx } from '../tx.ts';

/** A unit of work that waits for the next commit. */
interface Waiting {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** One commit must not keep other processes waiting for long. */
const MOST_PER_COMMIT = 64;
/** Another process's transaction lasts a millisecond or two; SQLite's own pauses grow to a hundred. */
const RETRY_LOCK_MS = 1;

/**
 * One SQLite file. Its only connection runs one transaction at a time. Units of work that are asked for in the same
 * turn, or while another process writes, share one commit, and so one flush; each of them fails alone.
 */
export class SqliteDatabase implements Database {
  readonly sql = SQLITE;
  readonly #connection: Connection;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #isClosed = false;
  /** Settles when the transaction that runs now is over. */
  #turn: Promise<unknown> = Promise.resolve();
  #fault: { fault: StoreFault; sinceMs: number } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  // What another unit of work has written on this connection is not to be seen before its commit.
  get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return this.#inTurn(async () => this.#connection.get<Row>(sql, params));
  }

  all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return this.#inTurn(async () => this.#connection.all<Row>(sql, params));
  }

  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error('the database is not open'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
    if (!this.#isScheduled) this.#schedule();
    return promise;
  }

  writeOfCall<Result>(_ref: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.write(work);
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      this.#connection.script('BEGIN');
      return this.#transaction(() => SqliteTx.during(this.#connection, work));
    });
  }

  /** All processes run on one machine. */
  nowMs(): number {
    return Date.now();
  }

  // A connection of its own: it sees one instant for as long as it likes while this one writes.
  async snapshot(): Promise<Snapshot> {
    const connection = this.#connection.another();
    connection.script('BEGIN');
    const tx = new SqliteTx(connection);
    return Object.assign(tx, { close: async () => connection.close() });
  }

  // One unit runs after the other.
  async settled(): Promise<boolean> {
    return false;
  }

  get writeFault(): { fault: StoreFault; sinceMs: number } | null {
    return this.#fault;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inTurn(async () => {
      while (this.#waiting.length > 0) await this.#commit(() => this.#connection.beginWriting());
    });
    this.#connection.close();
  }

  /** Begins when the transactions before it are over. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => void this.#commitSoon(performance.now() + this.#connection.busyTimeoutMs));
  }

  /** While another process writes, this one does its other work, and tries again. */
  async #commitSoon(untilMs: number): Promise<void> {
    const mustWait = await this.#inTurn(async () => {
      if (this.#waiting.length === 0) return false;
      const mayWait = performance.now() < untilMs;
      return this.#commit(() => this.#connection.beginWritingAtOnce(), mayWait);
    });
    if (mustWait) setTimeout(() => void this.#commitSoon(untilMs), RETRY_LOCK_MS);
    else if (this.#waiting.length > 0) this.#schedule();
    else this.#isScheduled = false;
  }

  /** True: another process writes, and nothing was done. */
  async #commit(begin: () => void, mayWait = false): Promise<boolean> {
    let batch: Waiting[] = [];
    try {
      begin();
      batch = this.#waiting.splice(0, MOST_PER_COMMIT);
      const ends = await this.#transaction(() => this.#runUnits(batch));
      this.#noteWriting();
      for (const end of ends) end();
    } catch (error) {
      if (batch.length === 0 && mayWait && isLocked(error)) return true;
      this.#noteWriting(error);
      if (batch.length === 0) batch = this.#waiting.splice(0, MOST_PER_COMMIT);
      for (const { reject } of batch) reject(asStoreFault(error));
    }
    return false;
  }

  /** In a transaction that has begun. */
  async #transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.#connection.script('COMMIT');
      return result;
    } catch (error) {
      this.#connection.rollback();
      throw error;
    }
  }

  /** How each of them settles once they are committed. */
  async #runUnits(batch: readonly Waiting[]): Promise<(() => void)[]> {
    const ends: (() => void)[] = [];
    for (const { work, resolve, reject } of batch) {
      try {
        const result = await this.#unit(work, batch.length === 1);
        ends.push(() => resolve(result));
      } catch (error) {
        if (batch.length === 1 || !this.#connection.isTransaction) throw error;
        this.#noteWriting(error);
        ends.push(() => reject(error));
      }
    }
    return ends;
  }

  /** What this one wrote goes when it fails, and nothing else. */
  async #unit(work: Waiting['work'], isAlone: boolean): Promise<unknown> {
    if (isAlone) return SqliteTx.during(this.#connection, work);
    this.#connection.script('SAVEPOINT unit');
    try {
      const result = await SqliteTx.during(this.#connection, work);
      this.#connection.script('RELEASE unit');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.script('ROLLBACK TO unit; RELEASE unit');
      throw error;
    }
  }

  #noteWriting(error?: unknown): void {
    const known = asStoreFault(error);
    if (error === undefined) this.#fault = null;
    else if (known instanceof StoreUnavailable && this.#fault?.fault !== known.fault)
      this.#fault = { fault: known.fault, sinceMs: Date.now() };
  }
}
