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
  return isOtherwiseRead(text) || (kind === 'own' && looksLikeNumber(text)) ? `'${text}` : text;
}

/** A spreadsheet would run it as a formula, or make `4.42E+11` of a phone number with its plus. */
const isOtherwiseRead = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/u.test(text);

/** A spreadsheet would change its digits: zeros in front, exponents, dates, and more than eleven of them. */
const looksLikeNumber = (text: string): boolean =>
  /^(?:0\d[\d.,]*|\d[\d.,]*[eE]\+?\d+|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|\d{12,})$/.test(text);
