/** What a list says of a person besides name and number. Agents see it; no rule reads it. */

export type Scalar = string | number | boolean | null;

export interface ContactDetails {
  company: string | null;
  /** As the list has it, such as `de` or `German`. */
  language: string | null;
  /** Fields of the list's own. */
  data: Readonly<Record<string, Scalar>> | null;
}

export const NO_DETAILS: ContactDetails = { company: null, language: null, data: null };

/** Of `data`, as JSON. */
export const MOST_DATA_CHARACTERS = 4_000;

/** What is stored; null: nothing is known. */
export function storedDetails(details: ContactDetails): string | null {
  const known = Object.entries(details).filter(([, value]) => value !== null);
  return known.length === 0 ? null : JSON.stringify(Object.fromEntries(known));
}

export const readDetails = (stored: string | null): ContactDetails =>
  stored === null ? NO_DETAILS : { ...NO_DETAILS, ...(JSON.parse(stored) as ContactDetails) };

/** A column of a table with a field of `data`: `data.plan`. */
const DATA_COLUMN = /^data\.(?<key>[^\p{Cc}]{1,64})$/iu;

/** The field; undefined: the column is none of `data`. */
export const dataKeyOf = (column: string): string | undefined =>
  DATA_COLUMN.exec(column.trim())?.groups?.['key'];
