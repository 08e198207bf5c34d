import { BEING_ERASED, ERASURE_STEPS } from '../../../../domain/privacy/erasure.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type {
  ErasedCounts,
  Erasure,
  ErasureSubject,
  FileRemoval,
  PrivacyStore,
} from '../../../privacy/privacy-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import { hashOf } from '../../engine/keyed-hash.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import { numbersOfPersons } from '../../steps/campaigns/other-numbers.ts';
import { mustBeList, newListVersion } from '../../steps/campaigns/suppressing.ts';
import { restoreConsents } from '../../steps/privacy/erased-consents.ts';
import { restoreEntries } from '../../steps/privacy/erased-suppressions.ts';
import { continueErasure } from './erasure-batches.ts';

const SHOWN_CALLS = 10;

export function privacyStore(db: Database): PrivacyStore {
  return {
    async previewErasure(subject) {
      return db.read(async (tx) => {
        const numbers = await numbersOf(tx, subject);
        return {
          numbers: numbers.length,
          found: await foundOf(tx, numbers),
          liveCalls: await liveCallsOf(tx, numbers),
        };
      });
    },

    async beginErasure({ id, subject, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const numbers = await numbersOf(tx, subject);
        await mustNotBeOpen(tx, numbers);
        const hash = await hashOf(tx);
        const subjectHash = hash('number' in subject ? subject.number : subject.rowKey);
        tx.send(
          `INSERT INTO erasures (id, subject_hash, state, step, row_key, asked_at_ms, touched_at_ms)
           VALUES (:id, :subjectHash, 'open', :step, :rowKey, :nowMs, :nowMs)`,
          {
            id,
            subjectHash,
            step: ERASURE_STEPS[0],
            rowKey: 'number' in subject ? null : JSON.stringify(subject),
            nowMs,
          },
        );
        await block(tx, { id, numbers, hashes: numbers.map(hash) }, nowMs);
        const target = `privacy/erasures/${id}`;
        const after = { by: 'number' in subject ? 'number' : 'row_key', subjectHash };
        await writeAudit(tx, { by: key, what: 'privacy.erase-asked', target, after, nowMs });
        return erasureOf(tx, id);
      });
    },

    async erasure(id) {
      return db.read((tx) => erasureOf(tx, id));
    },

    async erasures({ limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      const rows = await db.all<ShownRow>(
        `${ERASURES} WHERE serial < :last ORDER BY serial DESC LIMIT :most`,
        { last, most: limit + 1 },
      );
      return pageOf(rows, limit, { key: ({ serial }) => serial, item: toErasure });
    },

    continueErasure: (nowMs) => continueErasure(db, nowMs),

    async filesToRemove({ nowMs, limit }) {
      const rows = await db.all<Omit<FileRemoval, 'unfinished'> & { unfinished: number }>(
        `SELECT serial, file, unfinished FROM recording_removals WHERE due_at_ms <= :nowMs
         ORDER BY due_at_ms, serial LIMIT :limit`,
        { nowMs, limit },
      );
      return rows.map((row) => ({ ...row, unfinished: row.unfinished === 1 }));
    },

    async noteFilesRemoved(serials) {
      await db.write(async (tx) =>
        tx.send(
          `DELETE FROM recording_removals WHERE serial IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':serials')})`,
          { serials: JSON.stringify(serials) },
        ),
      );
    },

    async allowErasedNumber({ number, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await mustNotBeOpen(tx, [number]);
        const hash = (await hashOf(tx))(number);
        const gone = await tx.run('DELETE FROM erased_numbers WHERE hash = :hash', { hash });
        if (gone === 0) throw new StoreRefusal('not-found', 'no such number was erased');
        const lists = await restoreEntries(tx, { number, hash }, nowMs);
        await restoreConsents(tx, { number, hash });
        const after = { numberHash: hash, lists: lists.map(({ id }) => id) };
        const target = 'privacy';
        await writeAudit(tx, { by: key, what: 'privacy.number-allowed', target, after, nowMs });
        return { allowed: true as const, lists };
      });
    },
  };
}

/** What is shown of an erasure. */
type ShownRow = Omit<Erasure, 'erased'> & { serial: number; erased: string };
const ERASURES = `
  SELECT id, serial, subject_hash, state, step, waiting_for, erased, asked_at_ms, ended_at_ms
  FROM erasures`;

async function erasureOf(tx: Tx, id: string): Promise<Erasure> {
  const row = await tx.get<ShownRow>(`${ERASURES} WHERE id = :id`, { id });
  if (!row) throw new StoreRefusal('not-found', 'no such erasure');
  return toErasure(row);
}

function toErasure(row: ShownRow): Erasure {
  const { serial: _, erased, ...shown } = row;
  return { ...shown, erased: JSON.parse(erased) as ErasedCounts };
}

/** @throws StoreRefusal not-found: no contact has the row key */
async function numbersOf(tx: Tx, subject: ErasureSubject): Promise<string[]> {
  const named = await namedNumbers(tx, subject);
  // What is kept of the person's other numbers is of the same person.
  const persons = await tx.all<{ person: string }>(
    `SELECT DISTINCT person FROM contacts WHERE number ${ofNumbers(tx.sql)} AND person IS NOT NULL`,
    { numbers: rowsAsJson(named) },
  );
  const others = await numbersOfPersons(
    tx,
    persons.map(({ person }) => person),
  );
  return [...new Set([...named, ...others])];
}

async function namedNumbers(tx: Tx, subject: ErasureSubject): Promise<string[]> {
  if ('number' in subject) return [subject.number];
  const { rowKey, campaignId = null } = subject;
  const rows = await tx.all<{ number: string }>(
    `SELECT DISTINCT contacts.number AS number
     FROM campaigns JOIN contacts ON contacts.campaign_id = campaigns.id AND contacts.row_key = :rowKey
     WHERE campaigns.id = :campaignId OR CAST(:campaignId AS TEXT) IS NULL
     ORDER BY contacts.number`,
    { rowKey, campaignId },
  );
  if (rows.length > 0) return rows.map(({ number }) => number);
  throw new StoreRefusal('not-found', 'no contact has this row key');
}

async function mustNotBeOpen(tx: Tx, numbers: readonly string[]): Promise<void> {
  const open = await tx.get<{ id: string }>(
    `SELECT erasure_id AS id FROM erasure_numbers WHERE number ${ofNumbers(tx.sql)} LIMIT 1`,
    { numbers: rowsAsJson(numbers) },
  );
  if (!open) return;
  const text = `the erasure ${open.id} of this number is under way`;
  throw new StoreRefusal('illegal-move', text, { erasure: open.id });
}

/** The list holds back contacts that exist, `erased_numbers` those that somebody wants to add. */
async function block(
  tx: Tx,
  { id, numbers, hashes }: { id: string; numbers: readonly string[]; hashes: readonly string[] },
  nowMs: number,
): Promise<void> {
  tx.send(
    `INSERT INTO erasure_numbers (number, erasure_id) SELECT value, :id FROM ${tx.sql.texts(':numbers')}`,
    { id, numbers: rowsAsJson(numbers) },
  );
  await holdBack(tx, numbers, nowMs);
  tx.send(
    `INSERT INTO erased_numbers (hash, erased_at_ms)
     SELECT value, :nowMs FROM ${tx.sql.texts(':hashes')} WHERE true
     ON CONFLICT (hash) DO NOTHING`,
    { nowMs, hashes: rowsAsJson(hashes) },
  );
}

async function holdBack(tx: Tx, numbers: readonly string[], nowMs: number): Promise<void> {
  tx.send(
    `INSERT INTO suppression_lists (id, name, created_at_ms)
     VALUES ('${BEING_ERASED}', 'Being erased', :nowMs)
     ON CONFLICT (id) WHERE removed = 0 DO NOTHING`,
    { nowMs },
  );
  const { serial } = await mustBeList(tx, BEING_ERASED);
  await newListVersion(tx, serial);
  tx.send(
    `INSERT INTO suppression_entries (number, list, added_at_ms)
     SELECT value, :serial, :nowMs FROM ${tx.sql.texts(':numbers')}`,
    { serial, nowMs, numbers: rowsAsJson(numbers) },
  );
}

const ofNumbers = (sql: Dialect): string => `IN (SELECT value FROM ${sql.texts(':numbers')})`;
const callsOfNumbers = (sql: Dialect): string => `FROM contacts JOIN calls
  ON calls.campaign_id = contacts.campaign_id AND calls.contact = contacts.position
  WHERE contacts.number ${ofNumbers(sql)}`;

async function foundOf(tx: Tx, numbers: readonly string[]): Promise<ErasedCounts> {
  const params = { numbers: rowsAsJson(numbers) };
  const isOne = ofNumbers(tx.sql);
  const calls = callsOfNumbers(tx.sql);
  const counts = (await tx.get<ErasedCounts>(
    `SELECT (SELECT count(*) FROM contacts WHERE number ${isOne}) AS contacts,
            (SELECT count(*) ${calls}) AS calls,
            (SELECT count(*) ${calls} AND calls.recording = 'stored') AS recordings,
            (SELECT count(*) FROM callbacks WHERE number ${isOne}) AS callbacks,
            (SELECT count(*) FROM suppression_entries WHERE number ${isOne}) AS suppressions,
            (SELECT count(*) FROM consents WHERE number ${isOne}) AS consents`,
    params,
  ))!;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

async function liveCallsOf(tx: Tx, numbers: readonly string[]): Promise<CallRef[]> {
  const rows = await tx.all<{ ref: CallRef }>(
    `SELECT calls.ref AS ref ${callsOfNumbers(tx.sql)} AND calls.state <> 'ended'
     ORDER BY calls.id LIMIT ${SHOWN_CALLS}`,
    { numbers: rowsAsJson(numbers) },
  );
  return rows.map(({ ref }) => ref);
}
