/** The batches of an erasure, each a short transaction. A process that dies loses at most one batch, which is repeated. */
import { ERASED, stepAfter } from '../../../../domain/privacy/erasure.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { ErasedCounts } from '../../../privacy/privacy-store.ts';
import type { CallbackSettings } from '../../../campaigns/callback-store.ts';
import { recurs } from '../../rows/callback-rows.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import type { ErasureRow } from '../../rows/erasure-rows.ts';
import { addCounts } from '../../steps/privacy/erase-calls.ts';
import {
  ERASABLE,
  eraseContact,
  HAS_LIVE_CALL,
  type ErasableContact,
} from '../../steps/privacy/erase-contact.ts';
import { hashConsents } from '../../steps/privacy/erased-consents.ts';
import { hashEntries, takeOffBeingErased } from '../../steps/privacy/erased-suppressions.ts';
import { nextPage, numbersOf, reachedOf, soughtOf } from '../../steps/privacy/erasure-pages.ts';
import { eraseTexts, isTextStep, type ErasurePage } from '../../steps/privacy/text-pages.ts';

/** Each contact takes about ten statements for each of its calls. */
const CONTACTS_PER_BATCH = 10;
/** An erasure that waits is looked at again after this time. */
const WAIT_MS = 1_000;

/** What a batch did. */
interface Batch {
  counts: ErasedCounts;
  progress: Progress;
}
type Progress =
  | { kind: 'step-done' }
  /** The step goes on behind this key. */
  | { kind: 'reached'; key: ErasurePage['last'] }
  | { kind: 'waits'; why: string };

const STEP_DONE: Progress = { kind: 'step-done' };

export async function continueErasure(db: Database, nowMs: number): Promise<boolean> {
  const row = await db.read((tx) => nextErasure(tx, nowMs));
  if (!row) return false;
  const page = await nextPage(db, row);
  const findsNothing = page !== undefined && page.found.length === 0;
  return db.write(
    async (tx) => {
      const current = await lockErasure(tx, row.id);
      // Another process has done this batch.
      if (current?.step !== row.step || current.reached !== row.reached) return true;
      const batch = await doBatch(tx, current, page, nowMs);
      await noteBatch(tx, current, batch, nowMs);
      return batch.progress.kind !== 'waits';
    },
    // Then only the row of the erasure changes.
    findsNothing ? 'by-rows' : 'alone',
  );
}

const nextErasure = (tx: Tx, nowMs: number) =>
  tx.get<ErasureRow>(
    `SELECT * FROM erasures
     WHERE state = 'open' AND (waiting_for IS NULL OR touched_at_ms <= :since)
     ORDER BY touched_at_ms, serial LIMIT 1`,
    { since: nowMs - WAIT_MS },
  );

const lockErasure = (tx: Tx, id: string) =>
  tx.get<ErasureRow>(
    `SELECT * FROM erasures WHERE id = :id AND state = 'open' ${tx.sql.forUpdate()}`,
    { id },
  );

async function doBatch(
  tx: Tx,
  row: ErasureRow,
  page: ErasurePage | undefined,
  nowMs: number,
): Promise<Batch> {
  const { step } = row;
  if (isTextStep(step)) {
    const counts = await eraseTexts(tx, step, page!.found, await soughtOf(tx, row));
    return { counts, progress: progressOf(page!) };
  }
  const numbers = await numbersOf(tx, row);
  switch (step) {
    case 'callbacks':
      return eraseCallbacks(tx, page!, numbers);
    case 'contacts':
      return eraseContacts(tx, numbers, nowMs);
    case 'suppressions':
      return eraseSuppressions(tx, numbers);
    case 'reports':
      return deleteReports(tx, row, nowMs);
    case 'files':
      return awaitFiles(tx);
    default:
      return unreachable(step);
  }
}

async function noteBatch(tx: Tx, row: ErasureRow, { counts, progress }: Batch, nowMs: number) {
  const erased = JSON.parse(row.erased) as ErasedCounts;
  addCounts(erased, counts);
  const { kind } = progress;
  const waitingFor = kind === 'waits' ? progress.why : null;
  const reached =
    kind === 'waits' ? row.reached : kind === 'reached' ? JSON.stringify(progress.key) : null;
  const step = kind === 'step-done' ? stepAfter(row.step) : row.step;
  tx.send(
    `UPDATE erasures SET step = :step, reached = :reached, waiting_for = :waitingFor, erased = :erased,
                         touched_at_ms = :nowMs
     WHERE id = :id`,
    {
      id: row.id,
      step: step ?? row.step,
      reached,
      waitingFor,
      erased: JSON.stringify(erased),
      nowMs,
    },
  );
  if (step === undefined) await end(tx, row, erased, nowMs);
}

async function end(tx: Tx, row: ErasureRow, erased: ErasedCounts, nowMs: number): Promise<void> {
  const { id } = row;
  await takeOffBeingErased(tx, await numbersOf(tx, row));
  tx.send('DELETE FROM erasure_numbers WHERE erasure_id = :id', { id });
  tx.send(
    `UPDATE erasures SET state = 'done', row_key = NULL, ended_at_ms = :nowMs WHERE id = :id`,
    { id, nowMs },
  );
  const target = `privacy/erasures/${id}`;
  await writeAudit(tx, { by: undefined, what: 'privacy.erased', target, after: erased, nowMs });
}

const progressOf = ({ last }: ErasurePage): Progress =>
  last === null ? STEP_DONE : { kind: 'reached', key: last };

/** A recurring callback's schedule in Temporal is removed by the callback sync, because the version has changed. */
async function eraseCallbacks(
  tx: Tx,
  page: ErasurePage,
  numbers: readonly string[],
): Promise<Batch> {
  let callbacks = 0;
  for (const [serial] of page.found) {
    const row = await tx.get<{ number: string; settings: string }>(
      'SELECT number, settings FROM callbacks WHERE serial = :serial',
      { serial: serial! },
    );
    if (!row || !numbers.includes(row.number)) continue;
    const settings: CallbackSettings = {
      ...(JSON.parse(row.settings) as CallbackSettings),
      name: null,
    };
    callbacks += await tx.run(
      `UPDATE callbacks SET number = '${ERASED}', settings = :settings, life = 'cancelled',
                            next_at_ms = NULL, version = version + :changes
       WHERE serial = :serial`,
      // Only a recurring callback has a schedule.
      {
        serial: serial!,
        settings: JSON.stringify(settings),
        changes: Number(recurs(settings)),
      },
    );
  }
  return { counts: { callbacks }, progress: progressOf(page) };
}

const ofNumbers = (sql: Dialect): string =>
  `number IN (SELECT value FROM ${sql.texts(':numbers')})`;

async function eraseContacts(tx: Tx, numbers: readonly string[], nowMs: number): Promise<Batch> {
  const params = { numbers: rowsAsJson(numbers) };
  const rows = await tx.all<ErasableContact>(
    `SELECT ${ERASABLE} FROM contacts
     WHERE ${ofNumbers(tx.sql)} AND NOT ${HAS_LIVE_CALL} LIMIT ${CONTACTS_PER_BATCH}`,
    params,
  );
  const counts: ErasedCounts = {};
  for (const contact of rows) addCounts(counts, await eraseContact(tx, contact, nowMs));
  if (rows.length > 0) return { counts, progress: { kind: 'reached', key: null } };
  const live = await tx.get<{ ref: string }>(
    `SELECT ref FROM live_numbers WHERE ${ofNumbers(tx.sql)} ORDER BY ref LIMIT 1`,
    params,
  );
  const left = await tx.get(`SELECT 1 FROM contacts WHERE ${ofNumbers(tx.sql)} LIMIT 1`, params);
  if (!left) return { counts, progress: STEP_DONE };
  const call = live ? `the call ${live.ref}` : 'a call of this person';
  const why = `${call} is not over; the erasure goes on after its end`;
  return { counts, progress: { kind: 'waits', why } };
}

/** The keyed hash of the number holds back more than any list: it counts for every campaign. */
async function eraseSuppressions(tx: Tx, numbers: readonly string[]): Promise<Batch> {
  const suppressions = await hashEntries(tx, numbers);
  const consents = await hashConsents(tx, numbers);
  return { counts: { suppressions, consents }, progress: STEP_DONE };
}

/**
 * Nobody knows what a report's file contains, so all that were ordered before this step are deleted. A server does it, as
 * for those that have expired.
 */
async function deleteReports(tx: Tx, row: ErasureRow, nowMs: number): Promise<Batch> {
  const begunAtMs = reachedOf(row)?.[0];
  if (begunAtMs === undefined) {
    const reports = await tx.run(
      'UPDATE report_jobs SET expires_at_ms = :nowMs WHERE expires_at_ms > :nowMs',
      { nowMs },
    );
    return { counts: { reports }, progress: { kind: 'reached', key: [nowMs] } };
  }
  const { left } = (await tx.get<{ left: number }>(
    'SELECT count(*) AS left FROM report_jobs WHERE created_at_ms <= :begunAtMs',
    { begunAtMs },
  ))!;
  if (left === 0) return { counts: {}, progress: STEP_DONE };
  const why = `the files of ${left} reports are being deleted`;
  return { counts: {}, progress: { kind: 'waits', why } };
}

/** Other erasures may have added files; all are removed in a moment. */
async function awaitFiles(tx: Tx): Promise<Batch> {
  const { files } = (await tx.get<{ files: number }>(
    'SELECT count(*) AS files FROM recording_removals',
  ))!;
  if (files === 0) return { counts: {}, progress: STEP_DONE };
  const why = `${files} recordings are being removed from where recordings are kept`;
  return { counts: {}, progress: { kind: 'waits', why } };
}
