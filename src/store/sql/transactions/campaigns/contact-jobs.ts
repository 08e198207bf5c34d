/**
 * Changes of many contacts in short transactions. One transaction for a million contacts would block all others for
 * seconds.
 */
import type { TimeReason } from '../../../../domain/contacts/dial-time.ts';
import { REACHED, type Disposition } from '../../../../domain/calls/disposition.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import { OTHER_NUMBER } from '../../../../domain/rules/due-reasons.ts';
import { NOT_REACHED } from '../../../../domain/contacts/not-reached.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { ContactSelection } from '../../../../domain/contacts/contact-selection.ts';
import type { ClonedContacts } from '../../../campaigns/campaign-store.ts';
import {
  CONTACTS_PER_BATCH,
  type ContactJob,
  type ContactJobStore,
} from '../../../campaigns/contact-job-store.ts';
import { campaignRow } from '../../rows/campaign-rows.ts';
import type { Dialect } from '../../engine/dialect.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { answeredElsewhere } from '../../steps/campaigns/other-numbers.ts';
import { selectedContacts } from '../../steps/campaigns/selected-contacts.ts';
import { tallyAdded } from '../../rows/contact-tallies.ts';

export function contactJobStore(db: Database): ContactJobStore {
  return {
    async continueContactJob(nowMs) {
      // Checked without the write lock, so that others can write if there is nothing to do.
      if (!(await db.read((tx) => nextJob(tx)))) return undefined;
      return db.write(async (tx) => {
        const next = await nextJob(tx);
        return next && toJob(await doBatch(tx, next, nowMs));
      });
    },
  };
}

type Work =
  /** The reason for all of them; null: each contact keeps its own. */
  | { kind: 'close'; why: TimeReason | null }
  | {
      kind: 'copy';
      of: CampaignId;
      which: Exclude<ClonedContacts, 'none'>;
      where?: ContactSelection | undefined;
    }
  | { kind: 'recheck' };

interface JobRow extends ContactJob {
  work: string;
}

/** `done`, `total`: the last processed position, and the last one to process. */
const JOBS = 'SELECT campaign_id, kind, work, done, total, begun_at_ms FROM contact_jobs';

/** Closing comes first, because a copy of contacts that were not reached takes only closed ones. */
const nextJob = (tx: Tx): Promise<JobRow | undefined> =>
  tx.get<JobRow>(`${JOBS} ORDER BY kind <> 'close', touched_at_ms, campaign_id, kind LIMIT 1`);

/** Starts a change and makes its first batch, which is enough for a short list. */
export async function beginContactJob(
  tx: Tx,
  { campaignId, work, total }: { campaignId: CampaignId; work: Work; total: number },
  nowMs: number,
): Promise<ContactJob | null> {
  // Closing replaces all jobs of the campaign, and a new recheck replaces the previous one.
  const replaced = work.kind === 'close' ? null : work.kind;
  tx.send(
    'DELETE FROM contact_jobs WHERE campaign_id = :campaignId AND (kind = :replaced OR :replaced IS NULL)',
    { campaignId, replaced },
  );
  const { kind } = work;
  tx.send(
    `INSERT INTO contact_jobs (campaign_id, kind, work, done, total, begun_at_ms, touched_at_ms)
     VALUES (:campaignId, :kind, :work, 0, :total, :nowMs, :nowMs)`,
    { campaignId, kind, work: JSON.stringify(work), total, nowMs },
  );
  const row = (await tx.get<JobRow>(`${JOBS} WHERE campaign_id = :campaignId AND kind = :kind`, {
    campaignId,
    kind,
  }))!;
  const job = toJob(await doBatch(tx, row, nowMs));
  return job.done === job.total ? null : job;
}

/** Makes the due contacts final in a campaign that is over, because nobody will claim them. */
export async function closeContacts(
  tx: Tx,
  campaignId: CampaignId,
  { why, nowMs }: { why: TimeReason | null; nowMs: number },
): Promise<void> {
  const { contacts: total } = await campaignRow(tx, campaignId);
  await beginContactJob(tx, { campaignId, work: { kind: 'close', why }, total }, nowMs);
}

export async function openJob(tx: Tx, campaignId: CampaignId): Promise<ContactJob | null> {
  const row = await tx.get<JobRow>(
    `${JOBS} WHERE campaign_id = :campaignId ORDER BY kind LIMIT 1`,
    { campaignId },
  );
  return row ? toJob(row) : null;
}

function toJob(row: JobRow): ContactJob {
  const { work: _, ...job } = row;
  return job;
}

async function doBatch(tx: Tx, row: JobRow, nowMs: number): Promise<JobRow> {
  const { campaignId: id, kind, done: from, total } = row;
  const to = Math.min(from + CONTACTS_PER_BATCH, total);
  if (to > from) await change(tx, row, { id, from, to }, nowMs);
  const params = { id, kind };
  if (to === total) {
    tx.send('DELETE FROM contact_jobs WHERE campaign_id = :id AND kind = :kind', params);
  } else {
    tx.send(
      `UPDATE contact_jobs SET done = :to, touched_at_ms = :nowMs
       WHERE campaign_id = :id AND kind = :kind`,
      { ...params, to, nowMs },
    );
  }
  return { ...row, done: to };
}

/** Positions after `from`, up to `to`. */
interface Span {
  id: CampaignId;
  from: number;
  to: number;
}

async function change(tx: Tx, row: JobRow, span: Span, nowMs: number): Promise<void> {
  const work = JSON.parse(row.work) as Work;
  switch (work.kind) {
    case 'close':
      return close(tx, span, work.why);
    case 'copy':
      return copy(tx, span, work, nowMs);
    case 'recheck':
      return recheck(tx, span, row.begunAtMs);
    default:
      return unreachable(work);
  }
}

const IN_SPAN = 'campaign_id = :id AND position > :from AND position <= :to';

async function close(tx: Tx, span: Span, why: TimeReason | null): Promise<void> {
  tx.send(
    `UPDATE contacts SET state = 'final', disposition = coalesce(disposition, 'not-dialled'),
                         due_reason = coalesce(:why, due_reason)
     WHERE ${IN_SPAN} AND state = 'due'`,
    { ...span, why },
  );
}

async function recheck(tx: Tx, span: Span, dueAtMs: number): Promise<void> {
  tx.send(
    `UPDATE contacts SET due_at_ms = :dueAtMs, due_reason = NULL
     WHERE ${IN_SPAN} AND state = 'due' AND due_reason IS NOT NULL`,
    { ...span, dueAtMs },
  );
}

/** Columns that identify a contact and say when it may be called, without the results of its calls. */
const COPIED =
  'number, row_key, name, agent_id, agent_alone_until_ms, zones, zone_source, area, area_key, not_before_ms, not_after_ms, ' +
  'person, number_place, number_label, details';
const endedSo = (sql: Dialect): string => `AND state = 'final'
  AND disposition IN (SELECT value FROM ${sql.texts(':dispositions')})
  AND due_reason IS DISTINCT FROM '${OTHER_NUMBER}' AND (person IS NULL OR NOT ${answeredElsewhere(sql)})`;
/** SQL of a chosen contact: an earlier number of its person is copied too, or was, and is in turn there or was reached. */
const BEHIND = `person IS NOT NULL AND (nth_of_person > 1 OR EXISTS (
  SELECT 1 FROM contacts AS there WHERE there.campaign_id = :id AND there.person = chosen.person
    AND (there.state <> 'final' OR there.disposition IN (${sqlList(REACHED)}))))`;
const ENDED_AS: Record<Exclude<ClonedContacts, 'none' | 'all'>, readonly Disposition[]> = {
  'not-reached': NOT_REACHED,
  refused: ['refused'],
  'not-reached-or-refused': [...NOT_REACHED, 'refused'],
};
/**
 * SQL: no contact with the same key was added meanwhile. Postgres's statistics know of no contacts in a new campaign, so it
 * would read all of them for each that is copied. A subquery of one value cannot become a join, and a campaign in an
 * expression is found by no index, so each key is looked up.
 */
const KEY_FREE = `(
  SELECT there.position FROM contacts AS there
  WHERE there.row_key = contacts.row_key AND there.row_key IS NOT NULL AND there.campaign_id || '' = :id
  LIMIT 1) IS NULL`;

async function copy(
  tx: Tx,
  { id, from, to }: Span,
  { of, which, where = {} }: Extract<Work, { kind: 'copy' }>,
  nowMs: number,
): Promise<void> {
  const { contacts: after } = await campaignRow(tx, id);
  const only = which === 'all' ? '' : endedSo(tx.sql);
  const { conditions, params } = selectedContacts(tx.sql, where);
  const copied = await tx.run(
    `INSERT INTO contacts (campaign_id, position, ${COPIED}, state, disposition, due_reason, due_at_ms, added_at_ms)
     SELECT :id, :after + nth, ${COPIED}, CASE WHEN ${BEHIND} THEN 'final' ELSE 'due' END,
            CASE WHEN ${BEHIND} THEN 'not-dialled' END, CASE WHEN ${BEHIND} THEN '${OTHER_NUMBER}' END, :nowMs, :nowMs
     FROM (SELECT position, ${COPIED}, row_number() OVER (ORDER BY position) AS nth,
                  row_number() OVER (PARTITION BY person ORDER BY position) AS nth_of_person
           FROM contacts
           WHERE campaign_id = :of AND position > :from AND position <= :to AND ${KEY_FREE} ${only}${conditions}
             AND number <> '${ERASED}') AS chosen
     ORDER BY position`,
    {
      id,
      of,
      from,
      to,
      after,
      nowMs,
      ...params,
      ...(which !== 'all' && { dispositions: JSON.stringify(ENDED_AS[which]) }),
    },
  );
  await tallyAdded(tx, { id, after });
  tx.send('UPDATE campaigns SET contacts = contacts + :copied WHERE id = :id', { id, copied });
}
