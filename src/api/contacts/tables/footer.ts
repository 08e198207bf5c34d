/** Lines that reports have below their rows: totals, copyright, who made them and when. */
import type { TableRecord } from './table-record.ts';

const FOOTER_WORDS =
  /\b(?:confidential|copyright|all rights reserved|do not distribute|generated (?:by|on|at)|exported (?:by|on|at|from)|printed on|report (?:name|generated|run)|end of (?:report|file)|page \d+ of|(?:grand |sub)?totals?|records?:|rows?:|row count|record count|vertraulich|erstellt (?:am|von)|gesamt|summe|anzahl|stand:|total general|genere le|generado|generato)\b|©|\(c\)/i;

/** A word is no phone number, whatever digits stand beside it. */
const WORD = /\p{L}{3}/u;

/**
 * Undefined: the row may be a contact.
 * @param number position of the number's column; -1: there is none
 */
export function footerOf(
  { cells, apart }: TableRecord,
  number: number,
): { text: string; likely: boolean } | undefined {
  const filled = cells.filter((cell) => cell !== '');
  const [text = ''] = filled;
  const written = cells[number] ?? '';
  const mayBeContact = text === '' || (written !== '' && !WORD.test(written));
  const hasFooterWords = FOOTER_WORDS.test(text);
  const isAlone = filled.length === 1 && cells[0] === text;
  if (mayBeContact || !(isAlone || hasFooterWords)) return undefined;
  return { text, likely: apart || hasFooterWords };
}
