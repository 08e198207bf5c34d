/**
 * Lists of the few among many: a list that walked along all rows until enough of them match would take as long as
 * there are rows. The tallies know which kinds of rows there are, and an index has each kind in the list's order.
 */
import type { Connection, Params } from './connection.ts';

export interface FilteredKeys {
  /** Of each kind that is wanted, what the tallies say of it. */
  kinds: Params[];
  /** Selects the `key`s of one kind behind `:after` and up to `:most`, in order, at most `:limit`. */
  keysOfKind: string;
}

/** JSON array of the first keys of all these kinds together. */
export function firstKeys(
  db: Connection,
  { kinds, keysOfKind }: FilteredKeys,
  page: { after: number; limit: number },
): string {
  let keys: number[] = [];
  for (const kind of kinds) {
    // Behind a full page nothing is wanted: all campaigns together have many kinds.
    const most = keys.length < page.limit ? Number.MAX_SAFE_INTEGER : keys.at(-1)!;
    const more = db.all<{ key: number }>(keysOfKind, { ...kind, ...page, most });
    if (more.length === 0) continue;
    keys = [...keys, ...more.map(({ key }) => key)]
      .toSorted((one, other) => one - other)
      .slice(0, page.limit);
  }
  return JSON.stringify(keys);
}

/** A condition for each of these columns of a tally that has a value. */
export function conditionsOf(wanted: Record<string, string | undefined>): {
  conditions: string;
  params: Params;
} {
  const known = Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  );
  const conditions = known.map(([column]) => ` AND ${column} = :${column}`).join('');
  return { conditions, params: Object.fromEntries(known) };
}
