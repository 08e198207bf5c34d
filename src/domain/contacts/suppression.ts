import { BEING_ERASED } from '../privacy/erasure.ts';

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

/** The named lists after one list was replaced by another. */
export function withListReplaced(named: NamedLists, list: string, by: string): NamedLists {
  if (named === null) return null;
  return [...new Set(named.map((each) => (each === list ? by : each)))];
}
