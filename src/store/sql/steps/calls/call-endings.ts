/**
 * Ends calls: writes the end, frees what the call held, and moves its contact on. The store's transactions decide which
 * end it is.
 */
import type { ContactNext } from '../../../../domain/calls/redial.ts';
import { agentAnswered, type Disposition } from '../../../../domain/calls/disposition.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import { noteAnswered, noteMissed, releaseAgent } from '../../rows/agent-rows.ts';
import type { Call } from '../../../calls/call-store.ts';
import { callRow, type CallRow } from '../../rows/call-rows.ts';
import { policyOfVersion } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import {
  contactStillWaits,
  correctDisposition,
  moveContactOn,
  nextByPolicy,
} from '../campaigns/contact-moves.ts';
import { countDial, uncountDial } from '../campaigns/eligibility.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { release } from '../campaigns/spending.ts';

export interface CallEnd {
  disposition: Disposition;
  reason: string | null;
  confirmed: boolean | null;
  spendsAttempt: boolean;
  nowMs: number;
  /** The next state of the contact; left out: the redial policy decides. */
  contact?: ContactNext;
}

/** Ends a live call, frees what it held, and moves its contact on. */
export async function endLiveCall(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  const ended = await tx.run(
    `UPDATE calls
     SET state = 'ended', ended_at_ms = :nowMs, waiting_reason = NULL, waiting_until_ms = NULL,
         started_at_ms = coalesce(started_at_ms, :nowMs)
     WHERE ref = :ref AND state <> 'ended'`,
    { ref: call.ref, nowMs: end.nowMs },
  );
  if (ended !== 1) throw new Error(`call ${call.ref} has ended already`);
  await tx.run('UPDATE campaigns SET live_calls = live_calls - 1 WHERE id = :id', {
    id: call.campaign_id,
  });
  await freeAgentOf(tx, call, end);
  await noteEnded(tx, call, end);
}

/** Ends a queued call. It gets a row, so that its timeline shows the reason. */
export async function endQueuedCall(
  tx: Tx,
  { ref, campaignId, contact, ordinal, number }: Call,
  { code, text, nowMs }: { code: string; text: string; nowMs: number },
): Promise<void> {
  const key = { campaignId, contact, ordinal };
  await tx.run(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, created_at_ms,
                        ended_at_ms, touched_at_ms)
     VALUES (:ref, :campaignId, :contact, :ordinal, :number, 'ended', :nowMs, :nowMs, :nowMs)`,
    { ...key, ref, number, nowMs },
  );
  await tx.run(
    `UPDATE contacts SET calls = :ordinal WHERE campaign_id = :campaignId AND position = :contact`,
    key,
  );
  await noteEnded(
    tx,
    await callRow(tx, ref),
    notDialled(text, { kind: 'final', reason: code }, nowMs),
  );
}

/** Runs once for each call, in the transaction that ends it. Corrections use `correctEnd`. */
async function noteEnded(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  await writeEnd(tx, call, end);
  await moveContactOn(tx, call, end.disposition, await nextOf(tx, call, end, end.nowMs));
}

async function freeAgentOf(tx: Tx, call: CallRow, { disposition, nowMs }: CallEnd): Promise<void> {
  const { agents } = await policyOfVersion(tx, call.campaign_id, call.policy_version);
  const answered = agentAnswered(disposition);
  // If the agent is not on this call any more, an end that is found out later does not change the agent.
  if (!(await releaseAgent(tx, call.ref, nowMs, answered ? agents.wrapUpMs : 0))) return;
  if (answered) await noteAnswered(tx, call.agent_id);
  else if (disposition === 'agent-unreached') {
    await noteMissed(tx, call.agent_id, { pauseAfter: agents.pauseAfterMisses, nowMs });
  }
}

/** Corrects the disposition of an ended call. The contact changes only if it has not moved on since. */
export async function correctEnd(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  await writeEnd(tx, call, end);
  await correctDisposition(tx, call, end.disposition);
  if (!(await contactStillWaits(tx, call))) return;
  const endedAtMs = call.ended_at_ms ?? end.nowMs;
  await moveContactOn(tx, call, end.disposition, await nextOf(tx, call, end, endedAtMs));
}

/** For an answer to a POST that arrived after its call had ended as unknown. */
export async function correctUnknownEnd(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  if (call.disposition === 'unknown') await correctEnd(tx, call, end);
}

async function nextOf(
  tx: Tx,
  call: CallRow,
  end: CallEnd,
  endedAtMs: number,
): Promise<ContactNext> {
  return end.contact ?? (await nextByPolicy(tx, call, end.disposition, endedAtMs));
}

async function writeEnd(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  await tx.run(
    `UPDATE calls
     SET disposition = :disposition, reason = :reason, confirmed = :confirmed,
         spent_attempt = :spent
     WHERE ref = :ref`,
    {
      ref: call.ref,
      disposition: end.disposition,
      reason: end.reason,
      confirmed: end.confirmed === null ? null : Number(end.confirmed),
      spent: Number(end.spendsAttempt),
    },
  );
  await countWhatRang(tx, call, end);
  // The number of an unknown call stays locked, because its phone may have rung.
  if (end.disposition !== 'unknown') await releaseNumber(tx, call.ref);
  const why = end.reason === null ? '' : `: ${end.reason}`;
  const doubt = end.confirmed === false ? ' (unconfirmed)' : '';
  await writeTimeline(tx, call.ref, {
    kind: 'ended',
    text: `${end.disposition}${doubt}${why}`,
    nowMs: end.nowMs,
  });
}

/** Updates the caps of the number and the budget. Later evidence may show that more or less happened. */
async function countWhatRang(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  const placed = end.disposition !== 'refused' && end.disposition !== 'not-dialled';
  if (placed && end.spendsAttempt) await countDial(tx, call, call.placed_at_ms ?? end.nowMs);
  else await uncountDial(tx, call);
  if (!placed) await release(tx, call);
}

async function releaseNumber(tx: Tx, ref: CallRef): Promise<void> {
  await tx.run('DELETE FROM live_numbers WHERE ref = :ref', { ref });
}

/** The end of a call without an accepted POST. */
export function notDialled(reason: string, contact: ContactNext, nowMs: number): CallEnd {
  return {
    disposition: 'not-dialled',
    reason,
    confirmed: null,
    spendsAttempt: false,
    nowMs,
    contact,
  };
}

export const dueNow = (nowMs: number): ContactNext => ({ kind: 'due', dueAtMs: nowMs });
