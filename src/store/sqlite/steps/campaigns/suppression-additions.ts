/** Adds numbers to a suppression list in batches. Each number counts from the commit of its batch. */
import type { IdempotencyKey } from '../../../store.ts';
import {
  ENTRIES_PER_BATCH,
  type Addition,
  type AdditionReport,
} from '../../../campaigns/suppression-store.ts';
import { writeAudit } from '../../rows/audit.ts';
import type { Connection } from '../../engine/connection.ts';
import { hasKey, keyReused, onceInSteps, type Keyed } from '../../engine/idempotency.ts';
import { mustBeList } from './suppressing.ts';

/** The progress of a request. */
interface Progress {
  /** The serial of the list, because a new list with the same id has none of the numbers. */
  list: number;
  /** Number of processed numbers, from the first. */
  done: number;
  added: number;
}

/**
 * A repeat of the key continues where the interrupted request stopped. Without a key it starts again, and numbers that
 * exist already count as known.
 */
export function suppress(db: Connection, addition: Addition, key: IdempotencyKey | undefined) {
  const { numbers, nowMs } = addition;
  let reached: Progress | undefined;
  return onceInSteps(db, { key, nowMs }, (): AdditionReport | undefined => {
    const { serial } = mustBeList(db, addition.list);
    const known = hasKey(key) ? keptProgress(db, key) : reached;
    const from = known?.list === serial ? known : { list: serial, done: 0, added: 0 };
    const isLong = numbers.length > ENTRIES_PER_BATCH;
    if (isLong && from.done === 0) auditBegin(db, addition, key);
    reached = addBatch(db, addition, from);
    if (reached.done < numbers.length) {
      if (hasKey(key)) keepProgress(db, key, reached);
      return undefined;
    }
    if (hasKey(key)) dropProgress(db, key);
    return auditEnd(db, addition, key, reached.added);
  });
}

function addBatch(
  db: Connection,
  { numbers, untilMs, nowMs }: Addition,
  { list, done, added }: Progress,
): Progress {
  const before = countOf(db, list);
  const batch = numbers.slice(done, done + ENTRIES_PER_BATCH);
  for (const number of batch) {
    db.run(
      `INSERT INTO suppression_entries (number, list, until_ms, added_at_ms)
       VALUES (:number, :list, :untilMs, :nowMs)
       ON CONFLICT (number, list) DO UPDATE SET until_ms = :untilMs`,
      { number, list, untilMs, nowMs },
    );
  }
  return { list, done: done + batch.length, added: added + countOf(db, list) - before };
}

const countOf = (db: Connection, serial: number): number =>
  db.get<{ numbers: number }>('SELECT numbers FROM suppression_lists WHERE serial = :serial', {
    serial,
  })!.numbers;

/** Audits the start, because an interrupted request has changed something and has no entry for its end. */
function auditBegin(
  db: Connection,
  { list, numbers, untilMs, nowMs }: Addition,
  by: IdempotencyKey | undefined,
): void {
  const after = { numbers: numbers.length, untilMs };
  const target = `suppressions/${list}`;
  writeAudit(db, { by, what: 'suppressions.adding', target, after, nowMs });
}

function auditEnd(
  db: Connection,
  { list, numbers, untilMs, nowMs }: Addition,
  by: IdempotencyKey | undefined,
  added: number,
): AdditionReport {
  const report = { added, known: numbers.length - added };
  const after = { ...report, untilMs, ...(numbers.length === 1 && { number: numbers[0] }) };
  const target = `suppressions/${list}`;
  writeAudit(db, { by, what: 'suppressions.added', target, after, nowMs });
  return report;
}

const OF_KEY = 'caller = :caller AND key = :key';

/** @throws StoreRefusal key-reused */
function keptProgress(db: Connection, { caller, key, requestDigest }: Keyed): Progress | undefined {
  const row = db.get<Progress & { request_digest: string }>(
    `SELECT list, done, added, request_digest FROM suppression_additions WHERE ${OF_KEY}`,
    { caller, key },
  );
  if (row && row.request_digest !== requestDigest) throw keyReused();
  return row;
}

function keepProgress(db: Connection, { caller, key, requestDigest }: Keyed, to: Progress): void {
  db.run(
    `INSERT INTO suppression_additions (caller, key, request_digest, list, done, added)
     VALUES (:caller, :key, :requestDigest, :list, :done, :added)
     ON CONFLICT (caller, key) DO UPDATE SET list = :list, done = :done, added = :added`,
    { caller, key, requestDigest, ...to },
  );
}

const dropProgress = (db: Connection, { caller, key }: Keyed): number =>
  db.run(`DELETE FROM suppression_additions WHERE ${OF_KEY}`, { caller, key });
