import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type Params = Record<string, SQLInputValue>;

/** One SQLite connection: cached statements, and transactions as functions that cannot be interleaved. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, busyTimeoutMs: number) {
    this.#database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    this.#database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the row
  get<Row>(sql: string, params: Params = {}): Row | undefined {
    return this.#prepare(sql).get(params) as Row | undefined;
  }

  all<Row>(sql: string, params: Params = {}): Row[] {
    return this.#prepare(sql).all(params) as Row[];
  }

  /** Row by row, on a statement of its own: the caller may run others meanwhile. */
  iterate<Row>(sql: string, params: Params = {}): IterableIterator<Row> {
    return this.#database.prepare(sql).iterate(params) as IterableIterator<Row>;
  }

  /** The number of rows changed. */
  run(sql: string, params: Params = {}): number {
    return Number(this.#prepare(sql).run(params).changes);
  }

  /** Statements without parameters, several at once. */
  script(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * One transaction that may write. IMMEDIATE, because a deferred one that turns to writing fails at once
   * when another process writes. `work` is synchronous, so nothing else can come in between.
   */
  write<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  /** One consistent view of several reads. */
  read<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN', work);
  }

  #transaction<Result>(begin: string, work: () => Result): Result {
    this.#database.exec(begin);
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite has rolled back by itself after some errors, a full disk among them.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
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
