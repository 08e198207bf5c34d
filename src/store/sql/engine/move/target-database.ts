import type { ClientBase } from 'pg';
import type { Kind, MovedTable } from './moved-tables.ts';
import type { Row } from './row-sum.ts';

const FETCHED_ROWS = 500;
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** The Postgres database that is filled, in one transaction of its client. */
export class TargetDatabase {
  readonly #client: ClientBase;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  /** What triggers would write was moved already. Rows that a new schema has go, because the moved ones replace them. */
  async beginFilling(tables: readonly MovedTable[]): Promise<void> {
    for (const { name } of tables)
      await this.#client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    for (const { name } of tables.toReversed()) await this.#client.query(`DELETE FROM ${name}`);
  }

  async insert({ name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
    const list = columns.map((column) => column.name).join(', ');
    const arrays = columns.map(({ type }, index) => `CAST($${index + 1} AS ${type}[])`).join(', ');
    await this.#client.query(
      `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`,
      columns.map((_, index) => rows.map((row) => row[index])),
    );
  }

  /** The next id is above those that were moved, and above `least`. */
  async setSequences({ name, columns }: MovedTable, least: bigint | null): Promise<void> {
    for (const { name: column } of columns.filter(({ isIdentity }) => isIdentity))
      await this.#client.query(
        `SELECT setval(pg_get_serial_sequence($1, $2), highest)
         FROM (SELECT greatest(max(${column}), CAST($3 AS bigint)) AS highest FROM ${name}) AS ids WHERE highest > 0`,
        [name, column, least],
      );
  }

  async endFilling(tables: readonly MovedTable[]): Promise<void> {
    // A table cannot be altered while checks of its foreign keys wait for the commit.
    await this.#client.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const { name } of tables)
      await this.#client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  }

  /** As they stand in the database, some hundred at a time. */
  async *rows({ name, columns }: MovedTable): AsyncGenerator<Row> {
    const list = columns.map((column) => column.name).join(', ');
    await this.#client.query(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${list} FROM ${name}`);
    for (let got = FETCHED_ROWS; got === FETCHED_ROWS;) {
      const { rows } = await this.#client.query<(string | null)[]>({
        text: `FETCH ${FETCHED_ROWS} FROM moved`,
        rowMode: 'array',
        types: AS_TEXT,
      });
      for (const row of rows)
        yield row.map((value, index) => value && asOnSqlite(value, columns[index]!.kind));
      got = rows.length;
    }
    await this.#client.query('CLOSE moved');
  }
}

function asOnSqlite(text: string, kind: Kind): string {
  if (kind === 'real') return String(Number(text));
  return kind === 'boolean' ? (text === 't' ? '1' : '0') : text;
}
