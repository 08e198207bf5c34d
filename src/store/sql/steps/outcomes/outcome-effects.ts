/** What follows from an outcome. Each effect says whether it was done. They run in units that have the database for themselves. */
import { isOver } from '../../../../domain/campaigns/campaign-state.ts';
import { NOT_PLACED } from '../../../../domain/calls/disposition.ts';
import {
  contactStays,
  type OutcomeEffect,
  type OutcomeNext,
  type SuppressedBy,
} from '../../../../domain/outcomes/outcome.ts';
import type { IdempotencyKey } from '../../../requests.ts';
import type { Tx } from '../../engine/tx.ts';
import { sqlList } from '../../engine/sql-list.ts';
import { redialOf } from '../../rows/call-fact-rows.ts';
import { changedCall, type CallRow } from '../../rows/call-rows.ts';
import { campaignRow, type CampaignRow } from '../../rows/campaign-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import { decide } from '../calls/call-endings.ts';
import { moveContactAgain, otherCalls } from '../campaigns/contact-moves.ts';
import { numbersOfPersons } from '../campaigns/other-numbers.ts';
import { listRow } from '../campaigns/suppressing.ts';
import { addBatch } from '../campaigns/suppression-additions.ts';

/** The number goes on the list at once, whether or not the call has ended; with `person` all numbers of the contact's person. */
export async function suppressByOutcome(
  tx: Tx,
  { suppress: list, suppressWhom }: { suppress: string; suppressWhom: SuppressedBy | undefined },
  call: CallRow,
  { by, nowMs }: { by: IdempotencyKey | undefined; nowMs: number },
): Promise<OutcomeEffect> {
  const row = await listRow(tx, list);
  if (!row) {
    const text = `the suppression list ${list} is not there any more, so the number is on no list`;
    return { what: 'suppression', done: false, text };
  }
  const none = { list: row.serial, done: 0, added: 0, erased: 0 };
  const numbers = suppressWhom === 'person' ? await allNumbersOf(tx, call) : [call.number];
  const addition = { list, numbers, untilMs: null, nowMs };
  const { added } = await addBatch(tx, addition, none, nowMs);
  const [number] = numbers.length === 1 ? numbers : [undefined];
  const after = { added, known: numbers.length - added, untilMs: null, number };
  const target = `suppressions/${list}`;
  await writeAudit(tx, { by, what: 'suppressions.added', target, after, nowMs });
  const whom =
    numbers.length === 1 ? 'the number is' : `${numbers.length} numbers of the person are`;
  return { what: 'suppression', done: true, text: `${whom} on the suppression list ${list}` };
}

async function allNumbersOf(tx: Tx, { campaignId, contact, number }: CallRow): Promise<string[]> {
  const own = await tx.get<{ person: string | null }>(
    'SELECT person FROM contacts WHERE campaign_id = :campaignId AND position = :contact',
    { campaignId, contact },
  );
  const theirs = own?.person == null ? [] : await numbersOfPersons(tx, [own.person]);
  return [...new Set([number, ...theirs])];
}

/**
 * Moves the contact of a call that has ended, by the outcome that the call has now. A contact that was called again since, is on
 * a call or is locked stays as it is, so that nobody is rung twice.
 */
export async function moveContactByOutcome(
  tx: Tx,
  call: CallRow,
  nowMs: number,
): Promise<OutcomeEffect> {
  const campaign = await campaignRow(tx, call.campaignId);
  const stays = await whyContactStays(tx, call, campaign);
  if (stays !== undefined) return { what: 'contact', done: false, text: stays };
  const { disposition, reason, confirmed } = call;
  const end = {
    disposition: disposition!,
    reason,
    confirmed: confirmed === null ? null : confirmed === 1,
    spendsAttempt: await hasSpent(tx, call),
    nowMs,
  };
  const others = await otherCalls(tx, call, end.disposition);
  const decided = await decide(tx, { call, campaign, others }, end, call.endedAtMs!);
  await changedCall(tx, call.ref, { redial: JSON.stringify(decided.redial) });
  await moveContactAgain(tx, { call, campaign }, end, decided);
  return { what: 'contact', done: true, text: MOVED[decided.next.kind] };
}

const MOVED = {
  due: 'the contact is due again',
  final: 'the contact is final',
  locked: 'the contact is locked',
} as const;

async function whyContactStays(
  tx: Tx,
  call: CallRow,
  { state: campaignState }: CampaignRow,
): Promise<string | undefined> {
  const { campaignId, contact, ordinal } = call;
  if (redialOf(call)?.rule === 'person') return 'a person has decided what comes after this call';
  const known = (await tx.get<{
    state: 'due' | 'claimed' | 'final' | 'locked';
    dueReason: string | null;
    later: number;
  }>(
    `SELECT state, due_reason,
            (SELECT count(*) FROM calls
             WHERE campaign_id = :campaignId AND contact = :contact AND ordinal > :ordinal
               AND (disposition IS NULL OR disposition NOT IN (${sqlList(NOT_PLACED)}))) AS later
     FROM contacts WHERE campaign_id = :campaignId AND position = :contact`,
    { campaignId, contact, ordinal },
  ))!;
  return contactStays({
    ...known,
    isLastCall: known.later === 0,
    campaignIsOver: isOver(campaignState),
  });
}

async function hasSpent(tx: Tx, { ref }: CallRow): Promise<boolean> {
  const row = (await tx.get<{ spent: number }>(
    'SELECT spent_attempt AS spent FROM calls WHERE ref = :ref',
    { ref },
  ))!;
  return row.spent === 1;
}

/** The wrap-up of this call ends. That of another call, or one that is over, stays as it is. */
export async function endWrapUp(
  tx: Tx,
  { ref, agentId }: CallRow,
  nowMs: number,
): Promise<OutcomeEffect | undefined> {
  const ended = await tx.run(
    `UPDATE agents SET wrap_up_until_ms = :nowMs
     WHERE id = :agentId AND wrap_up_until_ms > :nowMs
       AND wrap_up_until_ms = (SELECT agent_freed_at_ms + wrap_up_ms FROM calls WHERE ref = :ref)`,
    { ref, agentId, nowMs },
  );
  if (ended === 0) return undefined;
  tx.send('UPDATE calls SET wrap_up_ms = :nowMs - agent_freed_at_ms WHERE ref = :ref', {
    ref,
    nowMs,
  });
  return { what: 'wrap-up', done: true, text: 'the agent’s wrap-up is over' };
}

/** Whether the outcome moves the contact, or one before it did. */
export const movesContact = (next: OutcomeNext, before: OutcomeNext | undefined): boolean =>
  next.kind !== 'policy' || (before !== undefined && before.kind !== 'policy');
