import { toRowOf, type ToRow } from '../row-names.ts';
import type { Params, Value } from '../tx.ts';
import { asStoreFault } from './store-faults.ts';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

interface Prepared {
  statement: StatementSync;
  toRow: ToRow;
}

/** One SQLite connection with cached statements. It is synchronous: a statement has run when its call returns. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
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
    return asked(() => {
      const { statement, toRow } = this.#prepare(sql);
      // As arrays, which the driver's types do not know.
      const values = statement.get(params) as unknown as Value[] | undefined;
      return values && (toRow(values) as Row);
    });
  }

  all<Row>(sql: string, params: Params = {}): Row[] {
    return asked(() => {
      const { statement, toRow } = this.#prepare(sql);
      return (statement.all(params) as unknown as Value[][]).map(toRow) as Row[];
    });
  }

  /** The number of rows changed. */
  run(sql: string, params: Params = {}): number {
    return asked(() => Number(this.#prepare(sql).statement.run(params).changes));
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

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, toRow: toRowOf(statement.columns().map(({ name }) => name)) };
    this.#statements.set(sql, prepared);
    return prepared;
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
