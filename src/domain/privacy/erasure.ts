/** What an erasure looks for and what it writes instead. */

/** Stands in the store where a number, or another text of an erased person, was. No number has this form. */
export const ERASED = 'erased';

/** Why a call of an erased person has no recording. */
export const RECORDING_ERASED = 'the person was erased';

/** The suppression list of numbers whose erasure is under way. It counts for every campaign; no other list has such an id. */
export const BEING_ERASED = 'privacy/erasure';

/** In this order. What creates contacts comes before contacts, and files that calls name come last. */
export const ERASURE_STEPS = [
  'callbacks',
  'contacts',
  'suppressions',
  'idempotency_keys',
  'import_rows',
  'audit',
  'reconciliations',
  'events',
  'campaigns',
  'agents',
  'agent_states',
  'account',
  'timeline',
  'inbox',
  'recording_deliveries',
  'unreadable_webhooks',
  'reports',
  'files',
] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** Undefined after the last one. */
export const stepAfter = (step: ErasureStep): ErasureStep | undefined =>
  ERASURE_STEPS[ERASURE_STEPS.indexOf(step) + 1];

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Whether a text has one of the numbers, however its plus sign is written. */
export const mentions = (text: string, numbers: readonly string[]): boolean =>
  numbers.some((number) => text.includes(digitsOf(number)));

/** A number may have been written without its country code; a shorter text could be anything. */
const SHORTEST_NATIONAL = 7;

/** Whether a cell of an imported list is one of the numbers, with or without country code, spaces and signs. */
export function isSameNumber(cell: string, numbers: readonly string[]): boolean {
  const written = digitsOf(cell).replace(/^0+/, '');
  if (written.length < SHORTEST_NATIONAL) return false;
  return numbers.some((number) => digitsOf(number).endsWith(written));
}

/** A shorter name, or a row key of fewer digits, would also be found in words and figures that are ours. */
const SHORTEST_TEXT = 4;
const FEWEST_DIGITS = 7;
const isDistinct = (text: string): boolean =>
  text.length >= (/^\d+$/.test(text) ? FEWEST_DIGITS : SHORTEST_TEXT);

const asWord = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(text)}(?![\\p{L}\\p{N}])`, 'gu');

interface ErasedPerson {
  numbers: readonly string[];
  /** Name and row key. They are replaced as whole words. */
  others?: readonly string[];
}

/** The text without the numbers and the other texts of the person. */
export function scrubbed(text: string, { numbers, others = [] }: ErasedPerson): string {
  let left = text;
  for (const number of numbers) {
    const digits = digitsOf(number);
    left = left.replaceAll(`+${digits}`, ERASED).replaceAll(digits, ERASED);
  }
  for (const other of others.filter(isDistinct)) left = left.replaceAll(asWord(other), ERASED);
  return left;
}

/** The same for all strings of a JSON value. Its keys are ours, but one may be a number. */
export function scrubbedJson(value: unknown, person: ErasedPerson): unknown {
  if (typeof value === 'string') return scrubbed(value, person);
  if (Array.isArray(value)) return value.map((each) => scrubbedJson(each, person));
  if (typeof value !== 'object' || value === null) return value;
  const { numbers } = person;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      scrubbed(name, { numbers }),
      scrubbedJson(each, person),
    ]),
  );
}
