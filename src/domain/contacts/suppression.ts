/** Which suppression lists count for a campaign. A policy names its lists; null: every list there is. */
type NamedLists = readonly string[] | null;

/** Of the lists that hold a number, those that count. */
export function countingLists(named: NamedLists, holding: readonly string[]): string[] {
  return holding.filter((list) => named === null || named.includes(list));
}

/**
 * Lists that are named and do not exist. It is not known whom they would keep from being called, so the campaign calls
 * nobody until they exist again, or until the policy names others.
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

/** What a policy names after one list has taken the place of another. */
export function withListReplaced(named: NamedLists, list: string, by: string): NamedLists {
  if (named === null) return null;
  return [...new Set(named.map((each) => (each === list ? by : each)))];
}
