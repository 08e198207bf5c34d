/** The suppression lists of erased numbers, by keyed hashes, so that an allowed number is on its lists again. */
import { BEING_ERASED } from '../../../../domain/privacy/erasure.ts';
import type { HoldingList } from '../../../privacy/privacy-store.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import { hashOf } from '../../engine/keyed-hash.ts';
import type { Tx } from '../../engine/tx.ts';
import { newListVersion } from '../campaigns/suppressing.ts';

/** Takes the numbers off all lists, which keep their hashes instead. @returns the number of entries */
export async function hashEntries(tx: Tx, numbers: readonly string[]): Promise<number> {
  const entries = await takeOffLists(tx, numbers, 'id <> :being');
  const hash = await hashOf(tx);
  const rows = entries.map(({ number, ...entry }) => ({ ...entry, hash: hash(number) }));
  // A row that exists is of an upload since the erasure was requested, so it is newer than the entry.
  tx.send(
    `INSERT INTO erased_suppressions (hash, list, until_ms, added_at_ms)
     SELECT value ->> 'hash', CAST(value ->> 'list' AS BIGINT),
            CAST(value ->> 'untilMs' AS BIGINT), CAST(value ->> 'addedAtMs' AS BIGINT)
     FROM ${tx.sql.objects(':rows')} WHERE true
     ON CONFLICT (hash, list) DO NOTHING`,
    { rows: rowsAsJson(rows) },
  );
  return entries.length;
}

/** At the end of an erasure. */
export const takeOffBeingErased = (tx: Tx, numbers: readonly string[]): Promise<Entry[]> =>
  takeOffLists(tx, numbers, 'id = :being');

interface Entry {
  number: string;
  list: number;
  untilMs: number | null;
  addedAtMs: number;
}

async function takeOffLists(tx: Tx, numbers: readonly string[], which: string): Promise<Entry[]> {
  const entries = await tx.all<Entry>(
    `DELETE FROM suppression_entries
     WHERE number IN (SELECT value FROM ${tx.sql.texts(':numbers')})
       AND list IN (SELECT serial FROM suppression_lists WHERE ${which})
     RETURNING number, list, until_ms, added_at_ms`,
    { numbers: rowsAsJson(numbers), being: BEING_ERASED },
  );
  for (const list of new Set(entries.map((entry) => entry.list))) await newListVersion(tx, list);
  return entries;
}

/** For erased numbers that somebody adds to a list. As for other numbers, the newest expiry counts. */
export async function addHashes(
  tx: Tx,
  hashes: readonly string[],
  { list, untilMs, nowMs }: { list: number; untilMs: number | null; nowMs: number },
): Promise<void> {
  if (hashes.length === 0) return;
  tx.send(
    `INSERT INTO erased_suppressions (hash, list, until_ms, added_at_ms)
     SELECT value, :list, CAST(:untilMs AS BIGINT), :nowMs FROM ${tx.sql.texts(':hashes')} WHERE true
     ON CONFLICT (hash, list) DO UPDATE SET until_ms = excluded.until_ms`,
    { list, untilMs, nowMs, hashes: rowsAsJson(hashes) },
  );
}

/** The number with this hash is on its lists again, but for those that are gone or whose entry has expired. */
export async function restoreEntries(
  tx: Tx,
  { number, hash }: { number: string; hash: string },
  nowMs: number,
): Promise<HoldingList[]> {
  const lists = await tx.all<HoldingList & { serial: number }>(
    `SELECT serial, id, until_ms
     FROM erased_suppressions JOIN suppression_lists ON serial = list
     WHERE hash = :hash AND removed = 0 AND (until_ms IS NULL OR until_ms > :nowMs) ORDER BY id`,
    { hash, nowMs },
  );
  for (const { serial } of lists) {
    tx.send(
      `INSERT INTO suppression_entries (number, list, until_ms, added_at_ms, version)
       SELECT :number, list, until_ms, added_at_ms, CAST(:version AS BIGINT)
       FROM erased_suppressions WHERE hash = :hash AND list = :serial`,
      { number, hash, serial, version: await newListVersion(tx, serial) },
    );
  }
  tx.send('DELETE FROM erased_suppressions WHERE hash = :hash', { hash });
  return lists.map(({ id, untilMs }) => ({ id, untilMs }));
}

/** Takes an erased number off one list. @returns the number of rows */
export const deleteHash = (tx: Tx, hash: string, list: number): Promise<number> =>
  tx.run('DELETE FROM erased_suppressions WHERE hash = :hash AND list = :list', { hash, list });

/** Of a removed list. @returns the number of rows */
export const deleteHashesOf = (tx: Tx, list: number, atMost: number): Promise<number> =>
  tx.run(
    `DELETE FROM erased_suppressions
     WHERE list = :list AND hash IN (
       SELECT hash FROM erased_suppressions WHERE list = :list ORDER BY hash LIMIT :atMost)`,
    { list, atMost },
  );
