import { rowsAsJson } from '../../engine/json-rows.ts';
import { Connection } from '../../engine/sqlite/connection.ts';

/** What two rows of a list must not have in common, or only so many. */
type Column = 'number' | 'row_key' | 'person';

/**
 * The lines of the rows of one list that were accepted so far, by number, row key and person. They are in a temporary
 * database of their own, because a list may have millions of rows and a dry run writes nothing into the store. SQLite
 * keeps up to 32 MiB of it in memory and the rest in a file that it has already deleted.
 */
export class EarlierRows implements Disposable {
  readonly #file = new Connection('', 0);

  constructor() {
    this.#file.script(`
      PRAGMA journal_mode = OFF;
      PRAGMA cache_size = -32768;
      CREATE TABLE earlier (
        kind TEXT NOT NULL, text TEXT NOT NULL, line INTEGER NOT NULL, rows INTEGER NOT NULL DEFAULT 1,
        PRIMARY KEY (kind, text)
      ) WITHOUT ROWID;
      BEGIN`);
  }

  /** Those of the texts that earlier rows have: the line of the first one, and how many they are. */
  of(column: Column, texts: readonly string[]): Map<string, { line: number; rows: number }> {
    const found = this.#file.all<{ text: string; line: number; rows: number }>(
      // CROSS JOIN, because SQLite would otherwise read all earlier rows for each text.
      `SELECT text, line, rows FROM json_each(:texts) CROSS JOIN earlier ON kind = :column AND text = value`,
      { column, texts: rowsAsJson(texts) },
    );
    return new Map(found.map(({ text, ...earlier }) => [text, earlier]));
  }

  add(column: Column, rows: readonly { text: string; line: number }[]): void {
    this.#file.run(
      `INSERT INTO earlier (kind, text, line)
       SELECT :column, value ->> '$.text', value ->> '$.line' FROM json_each(:rows)
       WHERE true ON CONFLICT DO UPDATE SET rows = rows + 1`,
      { column, rows: rowsAsJson(rows) },
    );
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
