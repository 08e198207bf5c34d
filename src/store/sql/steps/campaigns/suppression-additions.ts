/** Adds numbers to a suppression list in batches. Each number counts from the commit of its batch. */
import type { IdempotencyKey } from '../../../requests.ts';
import {
  ENTRIES_PER_BATCH,
  type Addition,
  type AdditionReport,
} from '../../../campaigns/suppression-store.ts';
import { writeAudit } from '../../rows/audit.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import {
  hasKey,
  keyReused,
  onceInSteps,
  storedDigest,
  type Keyed,
} from '../../engine/idempotency.ts';
import { erasedAmong } from '../privacy/erased-numbers.ts';
import { addHashes } from '../privacy/erased-suppressions.ts';
import { mustBeList, newListVersion } from './suppressing.ts';

/** The progress of a request. */
interface Progress {
  /** The serial of the list, because a new list with the same id has none of the numbers. */
  list: number;
  /** Number of processed numbers, from the first. */
  done: number;
  added: number;
  erased: number;
}

/**
 * A repeat of the key continues where the interrupted request stopped. Without a key it starts again, and numbers that
 * exist already count as known.
 */
export function suppress(db: Database, addition: Addition, key: IdempotencyKey | undefined) {
  const { numbers, nowMs } = addition;
  // By the steps that are done: a step that is rolled back may run again.
  const after: Progress[] = [];
  return onceInSteps(db, { key, nowMs }, async (tx, done): Promise<AdditionReport | undefined> => {
    const { serial } = await mustBeList(tx, addition.list);
    const known = hasKey(key) ? await keptProgress(tx, key) : after[done - 1];
    const from = known?.list === serial ? known : { list: serial, done: 0, added: 0, erased: 0 };
    const isLong = numbers.length > ENTRIES_PER_BATCH;
    if (isLong && from.done === 0) await auditBegin(tx, addition, key);
    // The request may have waited for this transaction while an entry expired.
    const atMs = Math.max(nowMs, db.nowMs());
    const reached = await addBatch(tx, addition, from, atMs);
    after[done] = reached;
    if (reached.done < numbers.length) {
      if (hasKey(key)) await keepProgress(tx, key, reached);
      return undefined;
    }
    if (hasKey(key)) await dropProgress(tx, key);
    return auditEnd(tx, addition, key, reached);
  });
}

/** Within a transaction that has the database for itself. */
export async function addBatch(
  tx: Tx,
  { numbers, untilMs, nowMs }: Addition,
  { list, ...progress }: Progress,
  atMs: number,
): Promise<Progress> {
  const before = await countOf(tx, list);
  const batch = numbers.slice(progress.done, progress.done + ENTRIES_PER_BATCH);
  // Their keyed hashes hold them back already; the list would keep the numbers.
  const erased = await erasedAmong(tx, batch);
  await addHashes(tx, [...erased.values()], { list, untilMs, nowMs });
  const version = await newListVersion(tx, list);
  // Each number once: Postgres changes no row twice in one statement. An entry in force keeps its version: the number
  // has been on the list since then.
  tx.send(
    `INSERT INTO suppression_entries (number, list, until_ms, added_at_ms, version)
     SELECT value, :list, CAST(:untilMs AS BIGINT), :nowMs, CAST(:version AS BIGINT)
     FROM ${tx.sql.texts(':numbers')} WHERE true
     ON CONFLICT (number, list)
     DO UPDATE SET until_ms = excluded.until_ms, version = CASE
       WHEN suppression_entries.until_ms IS NULL OR suppression_entries.until_ms > CAST(:atMs AS BIGINT)
       THEN suppression_entries.version ELSE excluded.version END`,
    {
      list,
      untilMs,
      nowMs,
      atMs,
      version,
      numbers: rowsAsJson([...new Set(batch)].filter((number) => !erased.has(number))),
    },
  );
  return {
    list,
    done: progress.done + batch.length,
    added: progress.added + (await countOf(tx, list)) - before,
    erased: progress.erased + batch.filter((number) => erased.has(number)).length,
  };
}

const countOf = async (tx: Tx, serial: number): Promise<number> =>
  (await tx.get<{ numbers: number }>(
    'SELECT numbers FROM suppression_lists WHERE serial = :serial',
    {
      serial,
    },
  ))!.numbers;

/** Audits the start, because an interrupted request has changed something and has no entry for its end. */
async function auditBegin(
  tx: Tx,
  { list, numbers, untilMs, nowMs }: Addition,
  by: IdempotencyKey | undefined,
): Promise<void> {
  const after = { numbers: numbers.length, untilMs };
  const target = `suppressions/${list}`;
  await writeAudit(tx, { by, what: 'suppressions.adding', target, after, nowMs });
}

async function auditEnd(
  tx: Tx,
  { list, numbers, untilMs, nowMs }: Addition,
  by: IdempotencyKey | undefined,
  { added, erased }: Progress,
): Promise<AdditionReport> {
  const report = { added, known: numbers.length - added - erased, erased };
  const shown = numbers.length === 1 && erased === 0;
  const after = { ...report, untilMs, ...(shown && { number: numbers[0] }) };
  const target = `suppressions/${list}`;
  await writeAudit(tx, { by, what: 'suppressions.added', target, after, nowMs });
  return report;
}

const OF_KEY = 'caller = :caller AND key = :key';

/** @throws StoreRefusal key-reused */
async function keptProgress(tx: Tx, keyed: Keyed): Promise<Progress | undefined> {
  const { caller, key } = keyed;
  const row = await tx.get<Progress & { requestDigest: string }>(
    `SELECT list, done, added, erased, request_digest FROM suppression_additions WHERE ${OF_KEY}`,
    { caller, key },
  );
  if (row && row.requestDigest !== (await storedDigest(tx, keyed))) throw keyReused();
  return row;
}

async function keepProgress(tx: Tx, keyed: Keyed, to: Progress): Promise<void> {
  const { caller, key } = keyed;
  tx.send(
    `INSERT INTO suppression_additions (caller, key, request_digest, list, done, added, erased)
     VALUES (:caller, :key, :requestDigest, :list, :done, :added, :erased)
     ON CONFLICT (caller, key) DO UPDATE SET list = :list, done = :done, added = :added, erased = :erased`,
    { caller, key, requestDigest: await storedDigest(tx, keyed), ...to },
  );
}

const dropProgress = (tx: Tx, { caller, key }: Keyed): Promise<number> =>
  tx.run(`DELETE FROM suppression_additions WHERE ${OF_KEY}`, { caller, key });
