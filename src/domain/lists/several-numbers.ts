/** Cells in which people and systems write several numbers of one person. */

/** Nothing else separates with these: Google writes ` ::: `, others `;`, `|` and line breaks. */
const CERTAIN = /\s*(?::::|[;|\r\n\u2028\u2029])\s*/;
/** Within one number these may stand too: `030/1234567`, `123,45`. Between numbers with their `+` they only separate. */
const PERHAPS = /\s*[,/&]\s*|\s+(?:or|and|oder|und|ou|et|o|e|y)\s+/i;

/** Longer cells are no numbers, and would make the search slow. */
const MOST_CHARACTERS = 1_000;
const DIGITS = /\d/g;
/** Fewer digits are no number of their own, but an extension. */
const LEAST_DIGITS = 7;
const PHONE = /^(?:tel:)?\s*[+(]?[\d ().\-/\u00a0\u202f\p{Pd}]+$/iu;
const INTERNATIONAL = /^(?:tel:)?\s*\(?(?:\+|00)\s*[1-9(]/i;

/** The numbers of a cell, in their order: several only if it is certain where each ends. Else the cell as it is. */
export function splitNumbers(cell: string): string[] {
  if (cell.length > MOST_CHARACTERS) return [cell];
  if (CERTAIN.test(cell)) {
    const certain = parts(cell, CERTAIN);
    return certain.length > 0 && certain.every(isNumber) ? certain : [cell];
  }
  if (!PERHAPS.test(cell)) return [cell];
  const perhaps = parts(cell, PERHAPS);
  return perhaps.every((part) => isNumber(part) && INTERNATIONAL.test(part)) ? perhaps : [cell];
}

const parts = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isNumber = (text: string): boolean =>
  PHONE.test(text) && (text.match(DIGITS) ?? []).length >= LEAST_DIGITS;
