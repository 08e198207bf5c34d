import { isOver } from '../../../../domain/campaigns/campaign-state.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { Disposition } from '../../../../domain/calls/disposition.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import {
  countedWith,
  type ContactNext,
  type ContactTally,
} from '../../../../domain/calls/redial.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** Identifies a contact by a call. The changes below apply only if that is its last call. */
type Whose = Pick<CallRow, 'ref' | 'campaignId' | 'contact' | 'ordinal'>;

const OF_CALL = 'campaign_id = :campaignId AND position = :contact AND calls = :ordinal';
const keyOf = (call: Whose) => ({
  campaignId: call.campaignId,
  contact: call.contact,
  ordinal: call.ordinal,
});

/**
 * The tally of a contact with the end of `call`, which is not written yet. Counted from the contact's calls, which are
 * few, so a corrected ending needs no update of counters.
 */
export async function tallyAfter(
  tx: Tx,
  { ref, campaignId, contact }: Whose,
  { disposition, spendsAttempt }: { disposition: Disposition; spendsAttempt: boolean },
): Promise<ContactTally> {
  const others = (await tx.get<ContactTally>(
    `SELECT CAST(coalesce(sum(spent_attempt), 0) AS BIGINT) AS attempts, count(*) AS calls,
            count(*) FILTER (WHERE disposition IN (SELECT value FROM ${tx.sql.texts(':counted')})) AS same_rule
     FROM calls
     WHERE campaign_id = :campaignId AND contact = :contact AND ref <> :ref
       AND disposition IS DISTINCT FROM 'not-dialled'`,
    { campaignId, contact, ref, counted: JSON.stringify(countedWith(disposition)) },
  ))!;
  if (disposition === 'not-dialled') return others;
  return {
    attempts: others.attempts + Number(spendsAttempt),
    calls: others.calls + 1,
    sameRule: others.sameRule + 1,
  };
}

/** The same of several contacts, without the ends that follow one rule. Contacts without dialled calls are left out. */
export async function talliesOf(
  tx: Tx,
  campaignId: CampaignId,
  contacts: readonly number[],
): Promise<Map<number, Pick<ContactTally, 'attempts' | 'calls'>>> {
  const tallies = await tx.all<Pick<ContactTally, 'attempts' | 'calls'> & { contact: number }>(
    `SELECT contact, CAST(sum(spent_attempt) AS BIGINT) AS attempts, count(*) AS calls FROM calls
     WHERE campaign_id = :campaignId AND disposition IS DISTINCT FROM 'not-dialled'
       AND contact IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':contacts')})
     GROUP BY contact`,
    { campaignId, contacts: JSON.stringify(contacts) },
  );
  return new Map(tallies.map(({ contact, ...tally }) => [contact, tally]));
}

/** Whether the contact has not moved on since `call`, its last one, ended. */
export async function contactStillWaits(tx: Tx, call: Whose): Promise<boolean> {
  const sql = `SELECT 1 FROM contacts WHERE ${OF_CALL} AND state IN ('due', 'locked')`;
  return (await tx.get(sql, keyOf(call))) !== undefined;
}

/** Moves the contact on after `call`, its last one, has ended. The contact of an erased person is not due again. */
export async function moveContactOn(
  tx: Tx,
  { call, campaign: { state } }: { call: Whose; campaign: CampaignRow },
  disposition: Disposition,
  next: ContactNext,
): Promise<void> {
  // In a campaign that is over, a due contact would never be claimed.
  const over = isOver(state);
  await tx.run(
    `UPDATE contacts
     SET state = CASE WHEN number = '${ERASED}' AND :state = 'due' THEN 'final' ELSE :state END,
         due_at_ms = coalesce(:dueAtMs, due_at_ms), due_reason = :dueReason,
         disposition = :disposition
     WHERE ${OF_CALL}`,
    {
      ...keyOf(call),
      state: next.kind === 'due' && over ? 'final' : next.kind,
      dueAtMs: next.kind === 'due' ? next.dueAtMs : null,
      dueReason: next.kind === 'locked' ? null : (next.reason ?? null),
      disposition,
    },
  );
}

/** A final contact stays final, but shows the corrected disposition. */
export async function correctDisposition(
  tx: Tx,
  call: Whose,
  disposition: Disposition,
): Promise<void> {
  await tx.run(`UPDATE contacts SET disposition = :disposition WHERE ${OF_CALL}`, {
    ...keyOf(call),
    disposition,
  });
}

/** Claims the contact again, because its call that ended as `unknown` turned out to be live. */
export async function reclaimContact(tx: Tx, call: Whose): Promise<void> {
  await tx.run(
    `UPDATE contacts
     SET state = 'claimed',
         disposition = (SELECT disposition FROM calls
                        WHERE campaign_id = :campaignId AND contact = :contact
                          AND ordinal = :ordinal - 1)
     WHERE ${OF_CALL} AND state = 'locked'`,
    keyOf(call),
  );
}
