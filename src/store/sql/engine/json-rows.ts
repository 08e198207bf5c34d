/**
 * Rows for `json_each`, so that one statement reads or writes all of them. A member that is undefined is NULL there.
 * Texts are written as `keptText` gives them.
 */
export function rowsAsJson(rows: readonly (string | object)[]): string {
  const text = JSON.stringify(rows);
  return ODD.test(text) ? JSON.stringify(rows, (_key, value) => plain(value)) : text;
}

/** U+0000 or half of a character, or a text that only spells one, which does not change. */
const ODD = /\\u(?:0000|d[89a-f])/;

const plain = (value: unknown) => (typeof value === 'string' ? keptText(value) : value);

/**
 * The text as both engines can keep it: Postgres refuses U+0000, and SQLite would keep half of a character as bytes that
 * are not UTF-8. Texts that are compared in this process and in the database must be compared so.
 */
export const keptText = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '\u2400');
