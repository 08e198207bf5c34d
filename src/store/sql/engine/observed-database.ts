import type { Database, Isolation, Params, Tx } from './tx.ts';

/** `read`: one or several reads, which change nothing. */
export type TransactionKind = Isolation | 'read';

/** Told of each unit of work when it is over. `seconds` includes the wait for its turn. */
export type ObserveTransaction = (kind: TransactionKind, seconds: number, failed: boolean) => void;

/** The database itself where nobody observes it. Snapshots are not observed: they last as long as their reader likes. */
export const observed = (db: Database, observe: ObserveTransaction | undefined): Database =>
  observe === undefined ? db : new ObservedDatabase(db, observe);

class ObservedDatabase implements Database {
  readonly #db: Database;
  readonly #observe: ObserveTransaction;

  constructor(db: Database, observe: ObserveTransaction) {
    this.#db = db;
    this.#observe = observe;
  }

  get sql() {
    return this.#db.sql;
  }

  get writeFault() {
    return this.#db.writeFault;
  }

  get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return this.#timed('read', () => this.#db.get<Row>(sql, params));
  }

  all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return this.#timed('read', () => this.#db.all<Row>(sql, params));
  }

  write<Result>(work: (tx: Tx) => Promise<Result>, isolation?: Isolation): Promise<Result> {
    return this.#timed(isolation ?? 'alone', () => this.#db.write(work, isolation));
  }

  writeOfCall<Result>(ref: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#timed('by-rows', () => this.#db.writeOfCall(ref, work));
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#timed('read', () => this.#db.read(work));
  }

  snapshot() {
    return this.#db.snapshot();
  }

  settled() {
    return this.#db.settled();
  }

  nowMs() {
    return this.#db.nowMs();
  }

  close() {
    return this.#db.close();
  }

  async #timed<Result>(kind: TransactionKind, ask: () => Promise<Result>): Promise<Result> {
    const beganMs = performance.now();
    let failed = true;
    try {
      const result = await ask();
      failed = false;
      return result;
    } finally {
      this.#observe(kind, (performance.now() - beganMs) / 1_000, failed);
    }
  }
}
