import { StoreUnavailable, type StoreFault } from '../../store.ts';
import { faultOf, asStoreFault } from './store-faults.ts';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type Params = Record<string, SQLInputValue>;

/** Work that waits for the next commit. */
interface Waiting {
  work: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** A bound, so that one commit does not delay other processes for long. */
const MOST_PER_COMMIT = 64;
/** Another process's transaction lasts a millisecond or two, but SQLite's own retry pauses grow to a hundred. */
const RETRY_MS = 1;

/** One SQLite connection: cached statements, and transactions as functions that cannot be interleaved. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #busyTimeoutMs: number;
  #waiting: Waiting[] = [];
  #fault: { fault: StoreFault; sinceMs: number } | null = null;

  constructor(path: string, busyTimeoutMs: number) {
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    this.#database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the row
  get<Row>(sql: string, params: Params = {}): Row | undefined {
    return this.#asked(() => this.#prepare(sql).get(params) as Row | undefined);
  }

  all<Row>(sql: string, params: Params = {}): Row[] {
    return this.#asked(() => this.#prepare(sql).all(params) as Row[]);
  }

  /** Reads row by row with a separate statement, so that the caller may run others meanwhile. */
  iterate<Row>(sql: string, params: Params = {}): IterableIterator<Row> {
    return this.#database.prepare(sql).iterate(params) as IterableIterator<Row>;
  }

  /** The number of rows changed. */
  run(sql: string, params: Params = {}): number {
    return this.#asked(() => Number(this.#prepare(sql).run(params).changes));
  }

  /** Runs several statements without parameters. */
  script(sql: string): void {
    this.#asked(() => this.#database.exec(sql));
  }

  /**
   * One unit of work, done completely or not at all. It is on the disk when the promise settles. Units of the same turn
   * of the event loop, or that wait for another process's write, share one commit and so one flush. Each unit fails
   * alone. `work` is synchronous, so no other unit can interleave.
   */
  write<Result>(work: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (this.#waiting.length === 0) setImmediate(() => this.#commitSoon());
    this.#waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
    return promise;
  }

  /** One write transaction, committed on return. It blocks this process while another process writes. */
  writeNow<Result>(work: () => Result): Result {
    return this.#asked(() => this.#transaction(() => this.#beginWriting(), work));
  }

  /** Several reads of one consistent snapshot. */
  read<Result>(work: () => Result): Result {
    return this.#asked(() => this.#transaction(() => this.#database.exec('BEGIN'), work));
  }

  /** Why the last write of this process failed; null: it succeeded, or there was none. */
  get writeFault(): { fault: StoreFault; sinceMs: number } | null {
    return this.#fault;
  }

  /** @throws StoreUnavailable for a fault of the file, its disk or its lock */
  #asked<Result>(ask: () => Result): Result {
    try {
      return ask();
    } catch (error) {
      throw asStoreFault(error);
    }
  }

  #noteWriting(error?: unknown): void {
    const known = asStoreFault(error);
    if (error === undefined) this.#fault = null;
    else if (known instanceof StoreUnavailable && this.#fault?.fault !== known.fault)
      this.#fault = { fault: known.fault, sinceMs: Date.now() };
  }

  #transaction<Result>(begin: () => void, work: () => Result): Result {
    begin();
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** While another process writes, this one does its other work and tries again later. */
  #commitSoon(untilMs = performance.now() + this.#busyTimeoutMs): void {
    if (this.#waiting.length === 0) return;
    let fault: unknown;
    try {
      this.#beginAtOnce();
    } catch (error) {
      if (faultOf(error) === 'locked' && performance.now() < untilMs) {
        setTimeout(() => this.#commitSoon(untilMs), RETRY_MS);
        return;
      }
      fault = error;
    }
    this.#commit(() => {
      if (fault !== undefined) throw fault;
    });
    if (this.#waiting.length > 0) setImmediate(() => this.#commitSoon());
  }

  /** IMMEDIATE, because a deferred transaction that starts to write fails at once while another process writes. */
  #beginWriting(): void {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  #beginAtOnce(): void {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.#beginWriting();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  #commit(begin: () => void): void {
    const batch = this.#waiting.splice(0, MOST_PER_COMMIT);
    const alone = batch.length === 1;
    let ends: (() => void)[] = [];
    try {
      ends = this.#transaction(begin, () =>
        batch.map(({ work, resolve, reject }) => {
          try {
            const result = alone ? work() : this.#unit(work);
            return () => resolve(result);
          } catch (error) {
            if (alone || !this.#database.isTransaction) throw error;
            this.#noteWriting(error);
            return () => reject(error);
          }
        }),
      );
      this.#noteWriting();
    } catch (caught) {
      this.#noteWriting(caught);
      const error = asStoreFault(caught);
      ends = batch.map(
        ({ reject }) =>
          () =>
            reject(error),
      );
    }
    for (const end of ends) end();
  }

  /** Runs within the transaction. If it fails, only its own writes are rolled back. */
  #unit<Result>(work: () => Result): Result {
    this.#database.exec('SAVEPOINT unit');
    try {
      const result = work();
      this.#database.exec('RELEASE unit');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO unit; RELEASE unit');
      throw error;
    }
  }

  /** Commits waiting work first. */
  close(): void {
    while (this.#waiting.length > 0) this.#commit(() => this.#beginWriting());
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
