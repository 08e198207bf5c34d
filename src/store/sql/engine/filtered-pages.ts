/**
 * Pages of rare rows in large tables. Scanning all rows until enough of them match would take time in proportion to the
 * table. Instead, the tallies say which kinds of rows exist, and an index has each kind in the order of the list.
 */
import { columnOf } from './row-names.ts';
import type { Params, Tx } from './tx.ts';

export interface FilteredKeys {
  /** The values of each requested kind, from the tallies. */
  kinds: Params[];
  /** Selects the `key`s of rows of a kind under its condition, from `:min` to `:max`, in order, at most `:limit`. */
  keysWhere: (condition: string, kind: Params) => string;
  /** Further parameters of `keysWhere`. */
  params?: Params;
}

export interface KeySpan {
  min: number;
  max: number;
  limit: number;
  order: 'asc' | 'desc';
}

/** JSON array of the first keys over all these kinds. */
export async function firstKeys(
  tx: Tx,
  { kinds, keysWhere, params: more = {} }: FilteredKeys,
  { min, max, limit, order }: KeySpan,
): Promise<string> {
  let keys: number[] = [];
  for (const kind of kinds) {
    // Keys after a full page are not needed. This bounds the work, because all campaigns together have many kinds.
    const last = keys.length < limit ? undefined : keys.at(-1);
    const span = order === 'asc' ? { min, max: last ?? max } : { min: last ?? min, max };
    const { condition, params } = ofKind(kind);
    const found = await tx.all<{ key: number }>(keysWhere(condition, kind), {
      ...params,
      ...more,
      ...span,
      limit,
    });
    if (found.length === 0) continue;
    keys = [...keys, ...found.map(({ key }) => key)]
      .toSorted((one, other) => (order === 'asc' ? one - other : other - one))
      .slice(0, limit);
  }
  return JSON.stringify(keys);
}

/** Written out for each kind, because Postgres has no index for IS NOT DISTINCT FROM. */
function ofKind(kind: Params): { condition: string; params: Params } {
  const values = Object.entries(kind);
  return {
    condition: values
      .map(([name, value]) => columnOf(name) + (value === null ? ' IS NULL' : ` = :${name}`))
      .join(' AND '),
    params: Object.fromEntries(values.filter(([, value]) => value !== null)),
  };
}

/** SQL conditions for the tally columns that have a value. */
export function conditionsOf(wanted: Record<string, string | undefined>): {
  conditions: string;
  params: Params;
} {
  const known = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const conditions = known.map(([name]) => ` AND ${columnOf(name)} = :${name}`).join('');
  return { conditions, params: Object.fromEntries(known) };
}
