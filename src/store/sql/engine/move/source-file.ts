import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { storable } from '../postgres/answers.ts';
import { MOVED } from '../sqlite/migrations.ts';
import type { Kind, MovedTable } from './moved-tables.ts';
import type { Row } from './row-sum.ts';

/** The SQLite file that is moved. Nobody else can have it open meanwhile. */
export class SourceFile {
  readonly #database: DatabaseSync;
  /** Texts with characters that Postgres cannot hold: they are moved as a Postgres store would have written them. */
  replacedTexts = 0;

  /** @throws Error "database is locked" while another process has it open */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 0, readBigInts: true });
    try {
      // In write-ahead mode this lock is refused while any other connection is open, even one that does nothing.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get installationId(): string {
    return String(this.#database.prepare('SELECT id FROM installation').get()!['id']);
  }

  count({ name }: MovedTable): number {
    return Number(this.#database.prepare(`SELECT count(*) AS rows FROM ${name}`).get()!['rows']);
  }

  /** One after the other: a table may be larger than the memory. */
  *rows({ name, columns }: MovedTable): Generator<Row> {
    const list = columns.map((column) => column.name).join(', ');
    const statement = this.#database.prepare(`SELECT ${list} FROM ${name}`);
    statement.setReturnArrays(true);
    for (const values of statement.iterate() as unknown as Iterable<SQLOutputValue[]>)
      yield values.map((value, index) => this.#text(value, columns[index]!.kind));
  }

  /** The highest id that a column had which never gives one again; null: none. */
  highestGiven({ name }: MovedTable): bigint | null {
    const given = this.#database
      .prepare('SELECT seq FROM sqlite_sequence WHERE name = :name')
      .get({ name });
    return given === undefined ? null : BigInt(String(given['seq']));
  }

  /** From now on this file is refused by every start. */
  markMoved(): void {
    this.#database.exec(`PRAGMA application_id = ${MOVED}; COMMIT`);
  }

  close(): void {
    this.#database.close();
  }

  #text(value: SQLOutputValue, kind: Kind): string | null {
    if (value === null) return null;
    if (kind !== 'text') return String(value);
    const text = storable(String(value));
    if (text !== value) this.replacedTexts += 1;
    return text;
  }
}
