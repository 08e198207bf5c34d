/** Whom the page shows: somebody by number, or by the row key that a list of contacts gave. */
import { numberTyped } from '../../shell/search-targets.ts';

export interface WantedNumber {
  number: string;
  /** Of a number without its country code. */
  default_country?: string;
}
export type WantedPerson = WantedNumber | { row_key: string };

/** @returns undefined if the address names nobody */
export function wantedPerson(query: URLSearchParams): WantedPerson | undefined {
  const number = query.get('number')?.trim();
  const country = query.get('default_country')?.trim().toUpperCase();
  if (number) return { number, ...(country && { default_country: country }) };
  const rowKey = query.get('row_key')?.trim();
  return rowKey ? { row_key: rowKey } : undefined;
}

/** A text that may be a number is one, unless somebody says that it is a row key. */
export function typedPerson(text: string, by: 'any' | 'row_key'): WantedPerson | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const number = by === 'any' ? numberTyped(typed) : undefined;
  return number === undefined ? { row_key: typed } : { number };
}

export const addressOf = (wanted: WantedPerson): string =>
  `/people?${new URLSearchParams({ ...wanted }).toString()}`;

/** What the erasure and retention leave in the place of a number. */
const ERASED = 'erased';

/** The numbers of contacts, each once, without those that were erased. */
export const numbersOf = (contacts: readonly { number: string }[]): string[] => [
  ...new Set(contacts.map(({ number }) => number).filter((number) => number !== ERASED)),
];

/** Under which the person's other numbers are found. */
export const personKeysOf = (contacts: readonly { person_key: string | null }[]): string[] => [
  ...new Set(contacts.flatMap(({ person_key: key }) => key ?? [])),
];
