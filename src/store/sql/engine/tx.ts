/** What the store asks of a database engine. */
import type { StoreFault } from '../../faults.ts';
import type { Dialect } from './dialect.ts';

/** A value that a statement may be given. */
export type Value = string | number | bigint | Uint8Array | null;
/** Values by the names that the statement gives them: `:name`. */
export type Params = Record<string, Value>;

/**
 * The statements of one transaction. They run in the order in which they are asked for, so those that do not need each
 * other's answers can be asked for together (docs/decisions/0086).
 */
export interface Tx {
  /** What its engine writes differently. */
  readonly sql: Dialect;
  /** The first row; undefined where there is none. */
  get<Row>(sql: string, params?: Params): Promise<Row | undefined>;
  all<Row>(sql: string, params?: Params): Promise<Row[]>;
  /** The number of rows changed. */
  run(sql: string, params?: Params): Promise<number>;
  /**
   * A change whose count nobody needs. Nobody waits for it: on Postgres it saves a round trip. Where it fails the transaction
   * fails with its error, whatever `work` returns or throws.
   */
  send(sql: string, params?: Params): void;
  /**
   * Called before a change that the order of locks (docs/decisions/0030) does not name. A transaction that has only its
   * rows for itself is rolled back, and starts again with the whole database for itself; any other goes on.
   */
  alone(): void;
}

/**
 * An answer that `work` does not wait for, because it is needed only when the transaction is over. Where its statement
 * fails the transaction fails.
 */
export function later<Result>(answer: Promise<Result>): Promise<Result> {
  // Else its error would end the process, because nobody waits for it then.
  answer.catch(() => undefined);
  return answer;
}

/** What a transaction that writes has for itself: the whole database, or the rows that it locks. */
export type Isolation = 'alone' | 'by-rows';

/** Other transactions have changed what this one has read. The engine runs it again, alone. */
export class ReadIsOutdated extends Error {
  override readonly name = 'ReadIsOutdated';
}

/** A view of the database at one instant, until it is closed. */
export interface Snapshot extends Tx {
  close(): Promise<void>;
}

export interface Database {
  /** What this engine writes differently. */
  readonly sql: Dialect;
  /** One statement that reads, outside of a transaction: the first row. */
  get<Row>(sql: string, params?: Params): Promise<Row | undefined>;
  /** One statement that reads, outside of a transaction. */
  all<Row>(sql: string, params?: Params): Promise<Row[]>;
  /**
   * One unit of work that is done whole or not at all, and is on the disk when this settles. `work` waits for nothing
   * but its statements, because others wait for it, and keeps nothing outside of them: it may be rolled back and run again.
   * @param isolation `by-rows` only for work that locks the rows that it reads and changes, in the order of
   *   docs/decisions/0030. SQLite runs all work alone.
   */
  write<Result>(work: (tx: Tx) => Promise<Result>, isolation?: Isolation): Promise<Result>;
  /**
   * A unit `by-rows` that first locks this call, and then changes nothing but what belongs to it. Units of several calls that are
   * asked for at the same time share a commit. Each of them fails alone.
   */
  writeOfCall<Result>(ref: string, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** One consistent view of several reads; it changes nothing. */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The same for a reader that takes long: it delays nobody. */
  snapshot(): Promise<Snapshot>;
  /**
   * Waits until every unit of work is over that writes now, in any process. False: there is nothing to wait for, because
   * rows are committed in the order of their ids.
   */
  settled(): Promise<boolean>;
  /** The clock that all processes of this database share, in epoch milliseconds. */
  nowMs(): number;
  /** Why this process could not write when it tried last; null: it could, or has not tried. */
  readonly writeFault: { fault: StoreFault; sinceMs: number } | null;
  /** What waits is written first; what comes later is refused. */
  close(): Promise<void>;
}
