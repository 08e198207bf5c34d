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
import type { Connection } from '../../engine/connection.ts';
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
export function endLiveCall(db: Connection, call: CallRow, end: CallEnd): void {
  const ended = db.run(
    `UPDATE calls
     SET state = 'ended', ended_at_ms = :nowMs, waiting_reason = NULL, waiting_until_ms = NULL,
         started_at_ms = coalesce(started_at_ms, :nowMs)
     WHERE ref = :ref AND state <> 'ended'`,
    { ref: call.ref, nowMs: end.nowMs },
  );
  if (ended !== 1) throw new Error(`call ${call.ref} has ended already`);
  db.run('UPDATE campaigns SET live_calls = live_calls - 1 WHERE id = :id', {
    id: call.campaign_id,
  });
  freeAgentOf(db, call, end);
  noteEnded(db, call, end);
}

/** Ends a queued call. It gets a row, so that its timeline shows the reason. */
export function endQueuedCall(
  db: Connection,
  { ref, campaignId, contact, ordinal, number }: Call,
  { code, text, nowMs }: { code: string; text: string; nowMs: number },
): void {
  const key = { campaignId, contact, ordinal };
  db.run(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, created_at_ms,
                        ended_at_ms, touched_at_ms)
     VALUES (:ref, :campaignId, :contact, :ordinal, :number, 'ended', :nowMs, :nowMs, :nowMs)`,
    { ...key, ref, number, nowMs },
  );
  db.run(
    `UPDATE contacts SET calls = :ordinal WHERE campaign_id = :campaignId AND position = :contact`,
    key,
  );
  noteEnded(db, callRow(db, ref), notDialled(text, { kind: 'final', reason: code }, nowMs));
}

/** Runs once for each call, in the transaction that ends it. Corrections use `correctEnd`. */
function noteEnded(db: Connection, call: CallRow, end: CallEnd): void {
  writeEnd(db, call, end);
  moveContactOn(db, call, end.disposition, nextOf(db, call, end, end.nowMs));
}

function freeAgentOf(db: Connection, call: CallRow, { disposition, nowMs }: CallEnd): void {
  const { agents } = policyOfVersion(db, call.campaign_id, call.policy_version);
  const answered = agentAnswered(disposition);
  // If the agent is not on this call any more, an end that is found out later does not change the agent.
  if (!releaseAgent(db, call.ref, nowMs, answered ? agents.wrapUpMs : 0)) return;
  if (answered) noteAnswered(db, call.agent_id);
  else if (disposition === 'agent-unreached') {
    noteMissed(db, call.agent_id, { pauseAfter: agents.pauseAfterMisses, nowMs });
  }
}

/** Corrects the disposition of an ended call. The contact changes only if it has not moved on since. */
export function correctEnd(db: Connection, call: CallRow, end: CallEnd): void {
  writeEnd(db, call, end);
  correctDisposition(db, call, end.disposition);
  if (!contactStillWaits(db, call)) return;
  const endedAtMs = call.ended_at_ms ?? end.nowMs;
  moveContactOn(db, call, end.disposition, nextOf(db, call, end, endedAtMs));
}

/** For an answer to a POST that arrived after its call had ended as unknown. */
export function correctUnknownEnd(db: Connection, call: CallRow, end: CallEnd): void {
  if (call.disposition === 'unknown') correctEnd(db, call, end);
}

function nextOf(db: Connection, call: CallRow, end: CallEnd, endedAtMs: number): ContactNext {
  return end.contact ?? nextByPolicy(db, call, end.disposition, endedAtMs);
}

function writeEnd(db: Connection, call: CallRow, end: CallEnd): void {
  db.run(
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
  countWhatRang(db, call, end);
  // The number of an unknown call stays locked, because its phone may have rung.
  if (end.disposition !== 'unknown') releaseNumber(db, call.ref);
  const why = end.reason === null ? '' : `: ${end.reason}`;
  const doubt = end.confirmed === false ? ' (unconfirmed)' : '';
  writeTimeline(db, call.ref, {
    kind: 'ended',
    text: `${end.disposition}${doubt}${why}`,
    nowMs: end.nowMs,
  });
}

/** Updates the caps of the number and the budget. Later evidence may show that more or less happened. */
function countWhatRang(db: Connection, call: CallRow, end: CallEnd): void {
  const placed = end.disposition !== 'refused' && end.disposition !== 'not-dialled';
  if (placed && end.spendsAttempt) countDial(db, call, call.placed_at_ms ?? end.nowMs);
  else uncountDial(db, call);
  if (!placed) release(db, call);
}

function releaseNumber(db: Connection, ref: CallRef): void {
  db.run('DELETE FROM live_numbers WHERE ref = :ref', { ref });
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
