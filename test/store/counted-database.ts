import type { Database, Isolation, Params, Snapshot, Tx } from '../../src/store/sql/engine/tx.ts';

/** Counts what the store asks of a database; statements that the engine adds, such as BEGIN and COMMIT, are not counted. */
export class CountedDatabase implements Database {
  readonly #db: Database;
  statements = 0;
  get sql() {
    return this.#db.sql;
  }

  /** Units that write. */
  units = 0;
  /** Those of them for which nothing else writes meanwhile. */
  aloneUnits = 0;
  /** Counted by the engine, if it is told to. */
  roundTrips = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    this.statements += 1;
    return this.#db.get<Row>(sql, params);
  }

  all<Row>(sql: string, params?: Params): Promise<Row[]> {
    this.statements += 1;
    return this.#db.all<Row>(sql, params);
  }

  write<Result>(work: (tx: Tx) => Promise<Result>, isolation?: Isolation): Promise<Result> {
    this.units += 1;
    if (isolation !== 'by-rows') this.aloneUnits += 1;
    return this.#db.write((tx) => work(this.#counted(tx)), isolation);
  }

  writeOfCall<Result>(ref: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    this.units += 1;
    return this.#db.writeOfCall(ref, (tx) => work(this.#counted(tx)));
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#db.read((tx) => work(this.#counted(tx)));
  }

  snapshot(): Promise<Snapshot> {
    return this.#db.snapshot();
  }

  nowMs(): number {
    return this.#db.nowMs();
  }

  get writeFault() {
    return this.#db.writeFault;
  }

  settled(): Promise<boolean> {
    return this.#db.settled();
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #counted(tx: Tx): Tx {
    const count = () => {
      this.statements += 1;
    };
    return {
      sql: tx.sql,
      get: <Row>(sql: string, params?: Params) => (count(), tx.get<Row>(sql, params)),
      all: <Row>(sql: string, params?: Params) => (count(), tx.all<Row>(sql, params)),
      run: (sql: string, params?: Params) => (count(), tx.run(sql, params)),
      send: (sql: string, params?: Params) => (count(), tx.send(sql, params)),
      alone: () => tx.alone(),
    };
  }
}
