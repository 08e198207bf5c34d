import type { Params } from '../tx.ts';
import { asStoreFault } from './store-faults.ts';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** One SQLite connection with cached statements. It is synchronous: a statement has run when its call returns. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #path: string;
  readonly busyTimeoutMs: number;

  constructor(path: string, busyTimeoutMs: number) {
    this.#path = path;
    this.busyTimeoutMs = busyTimeoutMs;
    this.#database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    // temp_store: what a savepoint may have to take back is kept in memory. In a commit of some units it exceeds 64 KB,
    // and SQLite would write it to a file, which costs more writes than the commit itself (docs/evidence/tried.md).
    this.#database.exec(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;',
    );
  }

  /** Another connection to the same file. */
  another(): Connection {
    return new Connection(this.#path, this.busyTimeoutMs);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the row
  get<Row>(sql: string, params: Params = {}): Row | undefined {
    return asked(() => this.#prepare(sql).get(params) as Row | undefined);
  }

  all<Row>(sql: string, params: Params = {}): Row[] {
    return asked(() => this.#prepare(sql).all(params) as Row[]);
  }

  /** The number of rows changed. */
  run(sql: string, params: Params = {}): number {
    return asked(() => Number(this.#prepare(sql).run(params).changes));
  }

  /** Runs several statements without parameters. */
  script(sql: string): void {
    asked(() => this.#database.exec(sql));
  }

  /** False after some errors, a full disk among them: SQLite has then rolled back by itself. */
  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** IMMEDIATE, because a deferred one that turns to writing fails at once when another process writes. */
  beginWriting(): void {
    this.script('BEGIN IMMEDIATE');
  }

  /** @throws StoreUnavailable locked, where another process writes now */
  beginWritingAtOnce(): void {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.beginWriting();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.busyTimeoutMs}`);
    }
  }

  rollback(): void {
    if (this.isTransaction) this.#database.exec('ROLLBACK');
  }

  /** One write transaction, committed on return. It blocks this process while another process writes. */
  writeNow<Result>(work: () => Result): Result {
    this.beginWriting();
    try {
      const result = work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      this.rollback();
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

/** @throws StoreUnavailable for a fault of the file, its disk or its lock */
function asked<Result>(ask: () => Result): Result {
  try {
    return ask();
  } catch (error) {
    throw asStoreFault(error);
  }
}
