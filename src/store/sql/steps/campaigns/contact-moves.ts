import { isOver } from '../../../../domain/campaigns/campaign-state.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import { isReached, type Disposition } from '../../../../domain/calls/disposition.ts';
import type { RedialDecision } from '../../../../domain/calls/redial-decision.ts';
import { numberTurn } from '../../../../domain/contacts/next-number.ts';
import { DEFAULT_NEXT_NUMBER } from '../../../../domain/rules/next-numbers.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import {
  countedWith,
  type ContactNext,
  type ContactTally,
} from '../../../../domain/calls/redial.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import { policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Params, Tx } from '../../engine/tx.ts';
import { answeredAt, closeOthers, turnNumbers, type OwnNumber } from './other-numbers.ts';

/** Identifies a contact by a call. The changes below apply only if that is its last call. */
type Whose = Pick<CallRow, 'ref' | 'campaignId' | 'contact' | 'ordinal'>;

const OF_CALL = 'campaign_id = :campaignId AND position = :contact AND calls = :ordinal';
const keyOf = (call: Whose) => ({
  campaignId: call.campaignId,
  contact: call.contact,
  ordinal: call.ordinal,
});

/** The dialled calls of a contact beside one of its calls. */
export interface OtherCalls extends ContactTally {
  /** Of the contact, if it is one of several numbers. */
  person: string | null;
}

/** Counted from the contact's calls, which are few, so a corrected ending needs no update of counters. */
export async function otherCalls(
  tx: Tx,
  { ref, campaignId, contact }: Pick<Whose, 'ref' | 'campaignId' | 'contact'>,
  disposition: Disposition,
): Promise<OtherCalls> {
  return (await tx.get<OtherCalls>(
    `SELECT CAST(coalesce(sum(spent_attempt), 0) AS BIGINT) AS attempts, count(*) AS calls,
            count(*) FILTER (WHERE disposition IN (SELECT value FROM ${tx.sql.texts(':counted')})) AS same_rule,
            (SELECT person FROM contacts WHERE campaign_id = :campaignId AND position = :contact) AS person
     FROM calls
     WHERE campaign_id = :campaignId AND contact = :contact AND ref <> :ref
       AND disposition IS DISTINCT FROM 'not-dialled'`,
    { campaignId, contact, ref, counted: JSON.stringify(countedWith(disposition)) },
  ))!;
}

/** The tally of a contact with the end of a call, which is not written yet. */
export function tallyAfter(
  { attempts, calls, sameRule }: ContactTally,
  { disposition, spendsAttempt }: { disposition: Disposition; spendsAttempt: boolean },
): ContactTally {
  const others = { attempts, calls, sameRule };
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

/** What comes after a call, as it was decided. */
export interface DecidedNext {
  next: ContactNext;
  redial: RedialDecision;
}

/** Moves the contact on after `call`, its last one, has ended. */
export const moveContactOn = (
  tx: Tx,
  of: { call: Whose; campaign: CampaignRow },
  { disposition, nowMs }: { disposition: Disposition; nowMs: number },
  decided: DecidedNext,
): Promise<void> =>
  move(
    tx,
    { ...of, ...decided, disposition, shown: disposition, nowMs },
    { where: OF_CALL, key: keyOf(of.call) },
  );

/** Moves the contact of `call` by an outcome that was set after its end, unless it is on a call or locked. */
export const moveContactAgain = (
  tx: Tx,
  of: { call: Whose; campaign: CampaignRow },
  { disposition, nowMs }: { disposition: Disposition; nowMs: number },
  decided: DecidedNext,
): Promise<void> =>
  move(
    tx,
    { ...of, ...decided, disposition, shown: null, nowMs },
    {
      where: `campaign_id = :campaignId AND position = :contact AND state IN ('due', 'final')`,
      key: { campaignId: of.call.campaignId, contact: of.call.contact },
    },
  );

interface Moved extends DecidedNext {
  call: Whose;
  campaign: CampaignRow;
  disposition: Disposition;
  /** What the contact shows; null: what it has shown. */
  shown: Disposition | null;
  nowMs: number;
}

/** The contact of an erased person is not due again. If the person has several numbers, another one may come in turn. */
async function move(
  tx: Tx,
  { call, campaign, disposition, shown, next, redial, nowMs }: Moved,
  { where, key }: { where: string; key: Params },
): Promise<void> {
  // In a campaign that is over, a due contact would never be claimed.
  const over = isOver(campaign.state);
  const due = {
    dueAtMs: next.kind === 'due' ? next.dueAtMs : null,
    dueReason: next.kind === 'locked' ? null : (next.reason ?? null),
  };
  const moved = await tx.get<{ person: string | null; state: OwnNumber['state'] }>(
    `UPDATE contacts
     SET state = CASE WHEN number = '${ERASED}' AND :state = 'due' THEN 'final' ELSE :state END,
         due_at_ms = coalesce(CAST(:dueAtMs AS BIGINT), due_at_ms), due_reason = :dueReason,
         disposition = coalesce(CAST(:shown AS TEXT), disposition)
     WHERE ${where} RETURNING person, state`,
    {
      ...key,
      state: next.kind === 'due' && over ? 'final' : next.kind,
      ...due,
      shown,
    },
  );
  if (moved?.person == null || over) return;
  const { nextNumber = DEFAULT_NEXT_NUMBER } = policyOf(campaign).redial;
  const passesOn = next.kind === 'final' ? next.passesOn : undefined;
  const { campaignId, contact: position } = call;
  const own = { campaignId, position, person: moved.person, state: moved.state };
  const answered = await answeredAt(tx, own);
  const turn = numberTurn({ ...redial, disposition, passesOn, answered }, nextNumber);
  const isDue = due.dueAtMs !== null;
  await turnNumbers(tx, own, turn, {
    dueAtMs: due.dueAtMs ?? nowMs,
    dueReason: isDue ? due.dueReason : null,
  });
}

/**
 * A final contact stays final, but shows the corrected disposition. If its person was reached after all, no other number is
 * called any more.
 */
export async function correctDisposition(
  tx: Tx,
  call: Whose,
  disposition: Disposition,
): Promise<void> {
  const corrected = await tx.get<{ person: string | null }>(
    `UPDATE contacts SET disposition = :disposition WHERE ${OF_CALL} RETURNING person`,
    { ...keyOf(call), disposition },
  );
  if (corrected?.person == null || !isReached(disposition)) return;
  const { campaignId, contact: position } = call;
  await closeOthers(tx, { campaignId, position, person: corrected.person });
}

/** Claims the contact again, because its call that ended as `unknown` turned out to be live. */
export async function reclaimContact(tx: Tx, call: Whose): Promise<void> {
  tx.send(
    `UPDATE contacts
     SET state = 'claimed',
         disposition = (SELECT disposition FROM calls
                        WHERE campaign_id = :campaignId AND contact = :contact
                          AND ordinal = :ordinal - 1)
     WHERE ${OF_CALL} AND state = 'locked'`,
    keyOf(call),
  );
}
