/**
 * What the two engines write differently. All other SQL of the store is what both read, and stands in its statement as it
 * is sent (docs/decisions/0024). Each function gives a piece of SQL; so are its arguments.
 */
export interface Dialect {
  /** Behind a SELECT: locks its rows until the transaction is over. SQLite has no such locks, and one transaction at a time. */
  forUpdate(): string;
  /** The same, and leaves out rows that another transaction has locked. */
  forUpdateOfUnlocked(): string;
  /** Behind the name of a table: the index by which SQLite must read it. Postgres chooses by itself. */
  indexedBy(index: string): string;

  /**
   * Conditions of `calls`, as the engine's indexes state them. Postgres writes all indexes of a row as soon as one of them,
   * or its condition, names a column that changes; so its indexes name generated columns, which change more rarely.
   */
  live(): string;
  ended(): string;
  /** Live, and polled at least once. */
  polled(): string;

  /** The elements of a JSON array as a table with one column of texts, `value`. */
  texts(array: string): string;
  /** The same of objects. A member is `value ->> 'name'`. */
  objects(array: string): string;
  /** A column of text that holds JSON. A member is `… ->> 'name'`. */
  json(column: string): string;
  /** JSON text without a member. */
  jsonWithout(column: string, member: string): string;
  /** The values of a group as a JSON array, as text. No rows are an empty array. */
  jsonArrayOf(values: string): string;
}
