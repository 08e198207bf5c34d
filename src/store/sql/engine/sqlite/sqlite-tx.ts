import type { Connection } from './connection.ts';
import { SQLITE } from './dialect.ts';
import type { Params, Tx } from '../tx.ts';

/** The statements of one transaction on SQLite: each has run when it is asked for. */
export class SqliteTx implements Tx {
  readonly sql = SQLITE;
  readonly #connection: Connection;
  #isOver = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Runs `work` and lets no other transaction of this process in between. Promises that its statements return settle
   * before the event loop's next turn, so work that is not over by then waits for something else: it would keep the
   * database locked for as long.
   * @throws Error where `work` waits for anything but its statements
   */
  static async during<Result>(
    connection: Connection,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const tx = new SqliteTx(connection);
    const { promise, reject } = Promise.withResolvers<never>();
    const nextTurn = setImmediate(() =>
      reject(new Error('a transaction waits for something other than its statements')),
    );
    try {
      return await Promise.race([work(tx), promise]);
    } finally {
      clearImmediate(nextTurn);
      tx.#isOver = true;
    }
  }

  async get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return this.#open().get<Row>(sql, params);
  }

  async all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return this.#open().all<Row>(sql, params);
  }

  async run(sql: string, params?: Params): Promise<number> {
    return this.#open().run(sql, params);
  }

  /** Another transaction can write only when this one is over. */
  alone(): void {}

  #open(): Connection {
    if (this.#isOver) throw new Error('a statement came after its transaction was over');
    return this.#connection;
  }
}
