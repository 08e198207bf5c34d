/** What stands in the cells of CSV, so that a spreadsheet shows it as it is. */
import { isReadAsValue } from '../../../domain/spreadsheets/spreadsheet-values.ts';

export type Cell = string | number | boolean | null | undefined;

export interface CsvColumn {
  name: string;
  /**
   * `decimal`: a text that is a number, such as an amount. `time`: a date, which a spreadsheet reads as one. `own`: a text
   * of other systems or people, which may look like a number and is none: `00123`, `1E5`. Left out: whatever it is by its
   * type.
   */
  kind?: 'decimal' | 'time' | 'own';
}

export type DecimalMark = '.' | ',';

/**
 * How a text is kept that a spreadsheet would read otherwise. `apostrophe`: one in front, for any program. `formula`: as Excel's own
 * `="+442079460101"`, which shows the text alone; for whatever Excel would change, in any column.
 */
export type Guard = 'apostrophe' | 'formula';

/** What stands in the file. */
export function cellText(
  value: Cell,
  { kind }: Pick<CsvColumn, 'kind'>,
  mark: DecimalMark,
  guard: Guard = 'apostrophe',
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || kind === 'decimal') return String(value).replace('.', mark);
  const text = String(value);
  if (guard === 'formula') return kind === 'time' ? text : keptText(text);
  const guarded = text.replaceAll(FORMULA_INSIDE, "$&'");
  return isOtherwiseRead(text) || (kind === 'own' && looksLikeNumber(text))
    ? `'${guarded}`
    : guarded;
}

/** A text that `plainCell` would change is guarded too, so any text comes back as it was. */
function keptText(text: string): string {
  const guarded = text.replaceAll(GUARDED_INSIDE, "$&'");
  if (!isOtherwiseRead(text) && !isReadAsValue(text) && !isGuarded(text)) return guarded;
  return IN_A_FORMULA.test(text) ? `="${text}"` : `'${guarded}`;
}

/**
 * One line without what would end the text of a formula, or begin a cell elsewhere; Excel takes at most 255 characters. A workbook that
 * the file is saved as has the text alone: an import of it would take an apostrophe for ours.
 */
const IN_A_FORMULA = /^[^'"\t\r\n;,][^"\t\r\n;,]{0,254}$/u;

/** What was in the cell, of a file that we wrote. */
export const plainCell = (cell: string): string =>
  /^="([^"]*)"$/.exec(cell)?.[1] ?? withoutApostrophes(cell);

const withoutApostrophes = (cell: string): string =>
  (isGuarded(cell) ? cell.slice(1) : cell).replaceAll(GUARD_INSIDE, '');

/** Whether its first character is an apostrophe that we wrote. */
function isGuarded(cell: string): boolean {
  if (!cell.startsWith("'")) return false;
  const text = cell.replace(/^'+/, '');
  return /^\d/.test(text) || isOtherwiseRead(text) || isReadAsValue(text);
}

/** A spreadsheet that takes another delimiter than the file has would begin a cell there, and run it. */
const FORMULA_INSIDE = /[;,\t\r\n]"*(?=[=+\-@＝＋－＠])/gu;
const GUARDED_INSIDE = /[;,\t\r\n]"*(?='*[=+\-@＝＋－＠])/gu;
const GUARD_INSIDE = /(?<=[;,\t\r\n]"*)'(?='*[=+\-@＝＋－＠])/gu;

/** A spreadsheet would run it as a formula, or make `4.42E+11` of a phone number with its plus. */
const isOtherwiseRead = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/u.test(text);

/** A spreadsheet would change its digits: zeros in front, exponents, dates, and more than eleven of them. */
const looksLikeNumber = (text: string): boolean =>
  /^(?:0\d[\d.,]*|\d[\d.,]*[eE]\+?\d+|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|\d{12,})$/.test(text);
