import { StoreRefusal, type Page } from '../../store.ts';

/** The numeric key of the last row of the previous page; 0 for the first page. */
export function keyBefore(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new StoreRefusal('not-found', 'no such page');
  return Number(text);
}

/** Makes a page of `rows`. The caller has read one row more than `limit`, which shows whether another page follows. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { key, item }: { key: (row: Row) => number; item: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length <= limit
      ? undefined
      : Buffer.from(String(key(last))).toString('base64url');
  return { items: shown.map(item), next };
}
