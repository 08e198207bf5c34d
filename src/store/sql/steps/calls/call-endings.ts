/**
 * Ends calls: writes the end, frees what the call held, and moves its contact on. The store's transactions decide which
 * end it is.
 */
import { redialDecision } from '../../../../domain/calls/redial-decision.ts';
import { contactAfter, spreadOf, type ContactNext } from '../../../../domain/calls/redial.ts';
import { isOver } from '../../../../domain/campaigns/campaign-state.ts';
import { wrapUpMsOf } from '../../../../domain/agents/wrap-up.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import {
  agentAnswered,
  agentMissed,
  isNotPlaced,
  type Disposition,
} from '../../../../domain/calls/disposition.ts';
import { endCallOfAgent, pauseAfterMisses, type FreedAgent } from '../../rows/agent-rows.ts';
import type { AfterEnd, Call } from '../../../calls/call-store.ts';
import {
  type CallChange,
  callRow,
  type CallRow,
  changeCall,
  changedCall,
  withFacts,
} from '../../rows/call-rows.ts';
import {
  campaignRow,
  findCampaignOfCall,
  mustHavePolicy,
  policyOf,
  type CampaignOfCall,
  type CampaignRow,
} from '../../rows/campaign-rows.ts';
import { later, type Tx } from '../../engine/tx.ts';
import {
  contactStillWaits,
  correctDisposition,
  moveContactOn,
  otherCalls,
  tallyAfter,
  type DecidedNext,
  type OtherCalls,
} from '../campaigns/contact-moves.ts';
import { nextByOutcome } from '../outcomes/outcome-of-end.ts';
import { takeForAgent } from '../claims/claim-for-agent.ts';
import { countDial, uncountDial } from '../campaigns/eligibility.ts';
import { addToTimeline, writeTimeline, type NewTimelineEntry } from '../../rows/timeline.ts';
import { changeCounters, dayOf, heldBy, raiseAlerts, release } from '../campaigns/spending.ts';
import { expectedRecording } from './recording-moves.ts';
import type { Bill } from './settlement.ts';

export interface CallEnd {
  disposition: Disposition;
  reason: string | null;
  confirmed: boolean | null;
  spendsAttempt: boolean;
  nowMs: number;
  /** The next state of the contact; left out: the redial policy decides. */
  contact?: ContactNext;
}

/** What the end of a call depends on. */
export interface EndReads {
  /** Undefined: there is no such call. */
  of: CampaignOfCall | undefined;
  others: OtherCalls;
}

/** Can be asked for together with the call. */
export async function readForEnd(
  tx: Tx,
  call: Pick<CallRow, 'ref' | 'campaignId' | 'contact'>,
  disposition: Disposition,
): Promise<EndReads> {
  const [of, others] = await Promise.all([
    findCampaignOfCall(tx, call.ref),
    otherCalls(tx, call, disposition),
  ]);
  return { of, others };
}

/** What changes together with the end of a call. */
export interface AlsoAtEnd {
  read?: EndReads | undefined;
  change?: CallChange;
  bill?: Bill | undefined;
  /** Whether the call has a recording, if its policy collects them. */
  recordingExpected?: boolean;
  /** Claims the next call of the agent. The caller starts it. */
  claimNext?: boolean;
}

export interface EndedRow {
  row: CallRow;
  /** Null: the call had ended before. */
  after: AfterEnd | null;
}

/** Ends a live call, frees what it held, and moves its contact on. */
export async function endLiveCall(
  tx: Tx,
  call: CallRow,
  end: CallEnd,
  { read: known, change, bill, recordingExpected = false, claimNext = false }: AlsoAtEnd = {},
): Promise<EndedRow> {
  if (call.state === 'ended') throw new Error(`call ${call.ref} has ended already`);
  const { nowMs } = end;
  const read = known ?? (await readForEnd(tx, call, end.disposition));
  const { others } = read;
  const { campaign, policy } = mustHavePolicy(read.of, call.ref);
  const placed = wasPlaced(end);
  const decided = await decide(tx, { call, campaign, others }, end, nowMs);
  const recording = recordingExpected ? await expectedRecording(tx, call, policy) : undefined;
  const columns: CallChange = {
    ...columnsOf(end),
    redial: JSON.stringify(decided.redial),
    state: 'ended',
    endedAtMs: nowMs,
    waitingReason: null,
    waitingUntilMs: null,
    startedAtMs: call.startedAtMs ?? nowMs,
    holdsAgent: 0,
    ...(call.holdsAgent === 1 && {
      agentFreedAtMs: nowMs,
      wrapUpMs: wrapUpAfter(call, end, policy),
    }),
    ...(!placed && heldBy(call) > 0n && { reserved: 0n }),
    touchedAtMs: nowMs,
    ...(recording && { recording }),
    ...change,
    ...bill?.change,
  };
  const row = later(changedCall(tx, call.ref, withFacts(call, columns)));
  const billed = bill?.news;
  const moved = later(moveContactOn(tx, { call, campaign }, end, decided));
  // Its other numbers are contacts too, and contacts are locked before agents.
  if (others.person !== null) await moved;
  const freed = later(freeAgentOf(tx, call, policy, end));
  await countWhatRang(tx, call, end);
  await releaseNumber(tx, call, end);
  await addToTimeline(tx, call.ref, entryOf(end), ...(billed ? [billed.entry] : []));
  const [agent] = await Promise.all([freed, moved]);
  const own = call.campaignId;
  const taken = await takeForAgent(tx, claimNext ? agent : undefined, { ended: own, nowMs });
  const claim = await taken.lock(own);
  const released = { spent: 0n, reserved: placed ? 0n : -heldBy(call) };
  await changeCounters(tx, own, {
    liveCalls: -1,
    day: dayOf(call),
    spending: released,
    ...billed,
  });
  if (billed) await raiseAlerts(tx, campaign, nowMs);
  const [next = null] = await claim.commit(own);
  return { row: await row, after: { next, wrapUp: wrapUpOf(agent, nowMs) } };
}

function wrapUpOf(agent: FreedAgent | undefined, nowMs: number): AfterEnd['wrapUp'] {
  if (!agent || agent.wrapUpUntilMs <= nowMs) return null;
  return { agentId: agent.id, untilMs: agent.wrapUpUntilMs };
}

/** Ends a queued call. It gets a row, so that its timeline shows the reason. */
export async function endQueuedCall(
  tx: Tx,
  { ref, campaignId, contact, ordinal, number }: Call,
  { code, text, nowMs }: { code: string; text: string; nowMs: number },
): Promise<void> {
  const key = { campaignId, contact, ordinal };
  tx.send(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, created_at_ms,
                        ended_at_ms, touched_at_ms)
     VALUES (:ref, :campaignId, :contact, :ordinal, :number, 'ended', :nowMs, :nowMs, :nowMs)`,
    { ...key, ref, number, nowMs },
  );
  tx.send(
    `UPDATE contacts SET calls = :ordinal WHERE campaign_id = :campaignId AND position = :contact`,
    key,
  );
  const end = notDialled(text, { kind: 'final', reason: code }, nowMs);
  await writeEndAndMoveOn(tx, await callRow(tx, ref), end, nowMs);
}

/** If the agent is not on this call any more, an end that is found out later does not change the agent. */
async function freeAgentOf(
  tx: Tx,
  call: CallRow,
  { agents }: Pick<Policy, 'agents'>,
  { disposition, nowMs }: CallEnd,
): Promise<FreedAgent | undefined> {
  const { holdsAgent: holds, agentId } = call;
  if (holds === 0 || agentId === null) return undefined;
  const missed = agentMissed(disposition);
  const answered = agentAnswered(disposition) ? true : missed ? false : undefined;
  const freed = await endCallOfAgent(tx, agentId, {
    answered,
    wrapUpMs: wrapUpAfter(call, { disposition }, { agents }),
    nowMs,
  });
  const { pauseAfterMisses: pauseAfter } = agents;
  const isPaused =
    missed && pauseAfter !== null && (await pauseAfterMisses(tx, agentId, { pauseAfter, nowMs }));
  return isPaused ? { ...freed, mayTake: false } : freed;
}

const wrapUpAfter = (
  { outcome }: CallRow,
  { disposition }: Pick<CallEnd, 'disposition'>,
  { agents }: Pick<Policy, 'agents'>,
): number => wrapUpMsOf(agents, { disposition, hasOutcome: outcome !== null });

/** Corrects the disposition of an ended call. The contact changes only if it has not moved on since. */
export async function correctEnd(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  tx.alone();
  if (await contactStillWaits(tx, call)) {
    return writeEndAndMoveOn(tx, call, end, call.endedAtMs ?? end.nowMs);
  }
  await writeEnd(tx, call, end, {});
  await correctDisposition(tx, call, end.disposition);
}

async function writeEndAndMoveOn(
  tx: Tx,
  call: CallRow,
  end: CallEnd,
  endedAtMs: number,
): Promise<void> {
  const campaign = await campaignRow(tx, call.campaignId);
  const others = await otherCalls(tx, call, end.disposition);
  const decided = await decide(tx, { call, campaign, others }, end, endedAtMs);
  await writeEnd(tx, call, end, { redial: JSON.stringify(decided.redial) });
  await moveContactOn(tx, { call, campaign }, end, decided);
}

/** For an answer to a POST that arrived after its call had ended as unknown. */
export async function correctUnknownEnd(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  if (call.disposition === 'unknown') await correctEnd(tx, call, end);
}

/** What comes after the call, and the rule that says so. It is stored in the statement that writes the end. */
export async function decide(
  tx: Tx,
  { call, campaign, others }: { call: CallRow; campaign: CampaignRow; others: OtherCalls },
  end: CallEnd,
  endedAtMs: number,
): Promise<DecidedNext> {
  const { disposition, contact } = end;
  const { redial: policy } = policyOf(campaign);
  const tally = tallyAfter(others, end);
  const spread = spreadOf(call.ref);
  const isGiven = contact !== undefined;
  const said = isGiven
    ? undefined
    : await nextByOutcome(tx, call, { disposition, tally, policy, endedAtMs, spread });
  const next =
    contact ?? said?.next ?? contactAfter(disposition, tally, policy, { endedAtMs, spread });
  const campaignIsOver = isOver(campaign.state);
  const outcome = said?.code ?? null;
  const of = { disposition, next, isGiven, outcome, campaignIsOver, tally, policy };
  return { next, redial: redialDecision(of) };
}

const columnsOf = (end: CallEnd) => ({
  disposition: end.disposition,
  reason: end.reason,
  confirmed: end.confirmed === null ? null : Number(end.confirmed),
  spentAttempt: Number(end.spendsAttempt),
});

function entryOf({ disposition, reason, confirmed, nowMs }: CallEnd): NewTimelineEntry {
  const why = reason === null ? '' : `: ${reason}`;
  const doubt = confirmed === false ? ' (unconfirmed)' : '';
  return { kind: 'ended', text: `${disposition}${doubt}${why}`, nowMs };
}

async function writeEnd(
  tx: Tx,
  call: CallRow,
  end: CallEnd,
  change: Pick<CallChange, 'redial'>,
): Promise<void> {
  await changeCall(tx, call.ref, withFacts(call, { ...columnsOf(end), ...change }));
  await countWhatRang(tx, call, end);
  if (!wasPlaced(end)) await release(tx, call);
  await releaseNumber(tx, call, end);
  await writeTimeline(tx, call.ref, entryOf(end));
}

const wasPlaced = ({ disposition }: CallEnd): boolean => !isNotPlaced(disposition);

/** Updates the caps of the number. Later evidence may show that more or less happened. */
async function countWhatRang(tx: Tx, call: CallRow, end: CallEnd): Promise<void> {
  if (wasPlaced(end) && end.spendsAttempt)
    await countDial(tx, call, { atMs: call.placedAtMs ?? end.nowMs, nowMs: end.nowMs });
  else await uncountDial(tx, call);
}

/** The number of an unknown call stays locked, because its phone may have rung. */
async function releaseNumber(tx: Tx, { ref }: CallRow, { disposition }: CallEnd): Promise<void> {
  if (disposition === 'unknown') return;
  tx.send('DELETE FROM live_numbers WHERE ref = :ref', { ref });
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
