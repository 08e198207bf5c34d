import type { Connection } from './connection.ts';
import { SQLITE } from './dialect.ts';
import type { Params, Tx } from '../tx.ts';

/** The statements of one transaction on SQLite: each has run when it is asked for. */
export class SqliteTx implements Tx {
  readonly sql = SQLITE;
  readonly #connection: Connection;
  #failure: { error: unknown } | undefined;
  #isOver = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Runs `work` and lets no other transaction of this process in between. Promises that its statements return settle
   * before the event loop's next turn, so work that is not over by then waits for something else: it would keep the
   * database locked for as long.
   * @throws the error of its first statement that failed, also where `work` caught it or threw another
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
      const result = await Promise.race([work(tx), promise]);
      if (tx.#failure) throw tx.#failure.error;
      return result;
    } catch (error) {
      throw tx.#failure ? tx.#failure.error : error;
    } finally {
      clearImmediate(nextTurn);
      tx.#isOver = true;
    }
  }

  get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return this.#answer(() => this.#connection.get<Row>(sql, params));
  }

  all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return this.#answer(() => this.#connection.all<Row>(sql, params));
  }

  run(sql: string, params?: Params): Promise<number> {
    return this.#answer(() => this.#connection.run(sql, params));
  }

  send(sql: string, params?: Params): void {
    if (this.#isOver) throw afterEnd();
    void this.run(sql, params);
  }

  /** Another transaction can write only when this one is over. */
  alone(): void {}

  /** As on Postgres, the first statement that fails makes the transaction fail, and no further one runs. */
  #answer<Result>(ask: () => Result): Promise<Result> {
    if (this.#isOver) return Promise.reject(afterEnd());
    try {
      if (this.#failure) throw this.#failure.error;
      return Promise.resolve(ask());
    } catch (error) {
      this.#failure ??= { error };
      const refused = Promise.reject(error);
      // Work that fails elsewhere does not read this answer any more. Its error would else end the process.
      refused.catch(() => undefined);
      return refused;
    }
  }
}

const afterEnd = () => new Error('a statement came after its transaction was over');
