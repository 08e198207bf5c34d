/** Which contact or row of a long list somebody looks for. The address has it, so that a link shows the same. */
import { numberTyped } from '../../../shell/search-targets.ts';

export type WantedContact = { number?: string; row_key?: string; data?: string };

export function personOf(query: URLSearchParams): WantedContact {
  const [number, rowKey] = [query.get('number')?.trim(), query.get('row_key')?.trim()];
  return { ...(number ? { number } : {}), ...(rowKey ? { row_key: rowKey } : {}) };
}

/** A field of the list's own and its value, as the API asks for it. */
export function dataOf(query: URLSearchParams): Pick<WantedContact, 'data'> {
  const field = query.get('field')?.trim();
  return field ? { data: JSON.stringify({ [field]: query.get('value') ?? '' }) } : {};
}

/** A number begins with + or 00, in the way numbers are written; everything else is a row key. */
export function personTyped(text: string): WantedContact {
  const typed = text.trim();
  if (typed === '') return {};
  const number = /^(\+|00).{5,}$/.test(typed) ? numberTyped(typed) : undefined;
  return number === undefined ? { row_key: typed } : { number };
}

/** The position from which rows are shown; undefined: from the first. */
export function rowOf(query: URLSearchParams): number | undefined {
  const row = Number(query.get('row'));
  return Number.isSafeInteger(row) && row >= 1 ? row : undefined;
}

/** The rows that are read for those in sight: from a multiple of this on, twice as many. */
export const PAGE_STEP = 100;
/** Above the sight, for who scrolls up. */
const ABOVE = 10;

export const pageStart = (first: number): number =>
  Math.floor(Math.max(0, first - ABOVE) / PAGE_STEP) * PAGE_STEP;
