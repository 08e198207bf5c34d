import { StoreRefusal, type Page } from '../../requests.ts';
import type { Database } from './tx.ts';

/** The numeric key of the last row of the previous page; 0 for the first page. */
export function keyBefore(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw badCursor();
  return Number(text);
}

/** The same for lists in the order of a text: that of the last row; undefined for the first page. */
export function textBefore(
  cursor: string | undefined,
  pattern = /^[\w-]{1,64}$/,
): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!pattern.test(text)) throw badCursor();
  return text;
}

const badCursor = () =>
  new StoreRefusal('bad-cursor', 'is not the `next_cursor` of a page of this list', {
    parameter: 'cursor',
  });

export const cursorOf = (key: number | string): string =>
  Buffer.from(String(key)).toString('base64url');

/** Makes a page of `rows`. The caller has read one row more than `limit`, which shows whether another page follows. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { key, item }: { key: (row: Row) => number | string; item: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = last === undefined || rows.length <= limit ? undefined : cursorOf(key(last));
  return { items: shown.map(item), next };
}

/** Every unit of work that had begun before is over by then: the time of each of its statements is bounded. */
export const OVER_AFTER_MS = 300_000;

/**
 * Rows of a page behind which the reader goes on later. On Postgres a row may be committed after one with a larger id, and
 * whoever goes on behind the larger id never sees it. So a page with new rows is read again, up to the same id, when the
 * units that were running are over.
 */
export async function settledRows<Row>(
  db: Database,
  read: (upTo: number) => Promise<Row[]>,
  { key, atMs, goesOn }: SettledPage<Row>,
): Promise<Row[]> {
  const rows = await read(Number.MAX_SAFE_INTEGER);
  const newMs = db.nowMs() - OVER_AFTER_MS;
  if (!goesOn(rows) || rows.every((row) => atMs(row) < newMs)) return rows;
  return (await db.settled()) ? read(Math.max(...rows.map(key))) : rows;
}

interface SettledPage<Row> {
  key: (row: Row) => number;
  /** When it was written. */
  atMs: (row: Row) => number;
  /** Whether a reader can go on behind these rows. */
  goesOn: (rows: readonly Row[]) => boolean;
}
