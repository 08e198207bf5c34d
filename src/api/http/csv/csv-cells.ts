/** What stands in the cells of CSV, so that a spreadsheet shows it as it is. */

export type Cell = string | number | boolean | null | undefined;

export interface CsvColumn {
  name: string;
  /**
   * `decimal`: a text that is a number, such as an amount. `own`: a text of other systems or people, which may look like a
   * number and is none: `00123`, `1E5`. Left out: whatever it is by its type.
   */
  kind?: 'decimal' | 'own';
}

export type DecimalMark = '.' | ',';

/** What stands in the file. */
export function cellText(
  value: Cell,
  { kind }: Pick<CsvColumn, 'kind'>,
  mark: DecimalMark,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || kind === 'decimal') return String(value).replace('.', mark);
  const text = String(value);
  const guarded = text.replaceAll(FORMULA_INSIDE, "$&'");
  return isOtherwiseRead(text) || (kind === 'own' && looksLikeNumber(text))
    ? `'${guarded}`
    : guarded;
}

/** What was in the cell, of a file that we wrote. */
export const withoutApostrophes = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠\d])/u, '').replaceAll(GUARD_INSIDE, '');

/** A spreadsheet that takes another delimiter than the file has would begin a cell there, and run it. */
const FORMULA_INSIDE = /[;,\t\r\n]"*(?=[=+\-@＝＋－＠])/gu;
const GUARD_INSIDE = /(?<=[;,\t\r\n]"*)'(?=[=+\-@＝＋－＠])/gu;

/** A spreadsheet would run it as a formula, or make `4.42E+11` of a phone number with its plus. */
const isOtherwiseRead = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/u.test(text);

/** A spreadsheet would change its digits: zeros in front, exponents, dates, and more than eleven of them. */
const looksLikeNumber = (text: string): boolean =>
  /^(?:0\d[\d.,]*|\d[\d.,]*[eE]\+?\d+|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|\d{12,})$/.test(text);
