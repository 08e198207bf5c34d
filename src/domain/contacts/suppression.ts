import { BEING_ERASED } from '../privacy/erasure.ts';
import { DAY_MS } from '../zone.ts';

/** Which suppression lists count for a campaign. A policy names its lists; null: every list there is. */
type NamedLists = readonly string[] | null;

/** The lists that hold a number and count for the campaign. A number that is being erased counts for all of them. */
export function countingLists(named: NamedLists, holding: readonly string[]): string[] {
  return holding.filter((list) => named === null || named.includes(list) || list === BEING_ERASED);
}

/**
 * Lists that the policy names and that do not exist. Nobody knows which numbers they would hold, so the campaign calls
 * nobody until they exist again or until the policy names others.
 */
export function missingLists(named: NamedLists, existing: readonly string[]): string[] {
  return (named ?? []).filter((list) => !existing.includes(list));
}

export function missingListsText(missing: readonly string[]): string {
  const [first = ''] = missing;
  return missing.length === 1
    ? `the suppression list ${first} does not exist`
    : `the suppression lists ${missing.join(', ')} do not exist`;
}

/** A list that is a copy of a registry, such as one of people who want no calls. */
export interface RegistryCopy {
  /** When the copy was made. */
  asOfMs: number;
  /** Who was added to the registry since is not on the list, so an older copy must not be used. */
  maxAgeMs: number;
}

/** The last instant at which the copy may be used. */
export const goodUntilMs = ({ asOfMs, maxAgeMs }: RegistryCopy): number => asOfMs + maxAgeMs;

export function oldCopiesText(old: readonly ({ id: string } & RegistryCopy)[]): string {
  const [first] = old;
  if (!first) return 'a copy of a registry is too old';
  const days = Math.floor(first.maxAgeMs / DAY_MS);
  const day = new Date(first.asOfMs).toISOString().slice(0, 10);
  const more = old.slice(1).map(({ id }) => id);
  const others = more.length === 0 ? '' : `, and so are ${more.join(', ')}`;
  return (
    `the suppression list ${first.id} is a copy of ${day} and may be ${days} days old at most${others}: ` +
    'add the numbers of a new copy, set its as_of, then resume the campaign'
  );
}

/** The named lists after one list was replaced by another. */
export function withListReplaced(named: NamedLists, list: string, by: string): NamedLists {
  if (named === null) return null;
  return [...new Set(named.map((each) => (each === list ? by : each)))];
}
