/** The end of an accepted call: its evidence, its source, and how it is stored. */
import {
  deeper,
  FINALIZED_EVENT,
  foldEvents,
  hasEveryEvent,
  isKnownEvent,
  isTerminalState,
  shownEventName,
  type CallEvent,
  type CallState,
  type LiveState,
  type TerminalState,
} from '../../domain/calls/call-state.ts';
import { dispositionOf, spendsAttempt, type Disposition } from '../../domain/calls/disposition.ts';
import { weighedOf, type Weighed } from '../../domain/calls/late-event.ts';
import { isAgentLegSeen, shownCost, shownEnd } from '../../domain/calls/polling.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { Call, RecordingState, Settlement } from '../../store/calls/call-store.ts';
import type { StoredEvent } from '../../store/calls/inbox-store.ts';
import { goOnAfter } from '../campaigns/next-call.ts';
import type { ActivityDeps } from '../deps.ts';
import type { PolledCall } from './polling.ts';

/** The end of an accepted call, as far as it is known. */
export interface Ended {
  disposition: Disposition;
  /** A reason that the disposition alone does not give. */
  reason: string | null;
  /** Decimal string; null: the bill is not known. */
  cost: string | null;
  settlement: Settlement;
  /** The state of the recording now. */
  recording: RecordingState;
  /** The evidence of the end. An event that adds to it is weighed again. */
  weighed: Weighed;
  /** Several bills were announced, and the last poll showed the first cost or the one that was known before, so GET may lag. */
  mayLag: boolean;
}

/** A call with all events of its webhooks, and what follows from them. */
export interface CallEvidence {
  call: Call;
  /** The time of the last webhook with a known event. */
  webhookAtMs: number | null;
  events: CallEvent[];
  folded: CallState;
  deepest: LiveState;
  /** The last time that the call moved on: by its POST, by an event, or by a poll that showed a change. */
  progressAtMs: number;
}

/** An end of a call, from an event or from GET. */
export interface ReportedEnd {
  state: TerminalState;
  confirmed: boolean;
  /** The last poll, which may have shown no end. */
  polled: PolledCall;
  /** Set if no end was reported: why the call counts as lost. */
  lost?: string;
}

export async function readEvidence(
  { store }: Pick<ActivityDeps, 'store'>,
  ref: CallRef,
): Promise<CallEvidence> {
  const { call, events: stored } = await store.evidence(ref);
  const events = callEvents(stored);
  const folded = foldEvents(events);
  const webhookAtMs = lastReceivedAt(stored);
  return {
    call,
    webhookAtMs,
    events,
    folded,
    deepest: deeper(folded.deepest, call.deepest ?? 'accepted'),
    progressAtMs: progressOf(call, webhookAtMs),
  };
}

/** Stores the end of a call, or corrects it by better evidence. The store keeps the deepest end that was reported. */
export async function writeEnd(
  deps: ActivityDeps,
  evidence: CallEvidence,
  end: ReportedEnd,
): Promise<Ended> {
  const { call, folded, deepest, webhookAtMs } = evidence;
  const { seen, polls } = end.polled;
  const reached = end.state === 'completed' || isBridgeProven(end) ? 'bridged' : deepest;
  const leg = { events: folded.seen, polls: shownEnd(seen) ? polls : null };
  const agentLegSeen = isAgentLegSeen(leg, deps.timing);
  const disposition =
    end.lost === undefined
      ? dispositionOf({ state: end.state, deepest: reached, agentLegSeen })
      : 'carrier-lost';
  const ended = await deps.store.endCall(
    call.ref,
    {
      state: end.state,
      deepest: reached,
      confirmed: end.confirmed,
      disposition,
      reason: end.lost ?? null,
      spendsAttempt: spendsAttempt(disposition, hasEveryEvent(folded.seen)),
      cost: shownCost(seen),
      recordingExpected: reached === 'bridged',
      webhookReceived: end.confirmed && deps.publicUrl !== undefined ? webhookAtMs !== null : null,
    },
    deps.nowMs(),
  );
  // While the carrier was polled, the event of another leg was stored, so the end is decided again.
  if (ended === 'outdated') return writeEnd(deps, await readEvidence(deps, call.ref), end);
  if (ended.after) await goOnAfter(deps, ended.after);
  return endedOf(ended.call, { ...evidence, deepest: reached });
}

/** The stored end of the call, weighed against the events of the evidence. */
export function endedOf(
  call: Call,
  { events, deepest, call: before }: Pick<CallEvidence, 'events' | 'deepest' | 'call'>,
): Ended {
  const { disposition, reason, cost, recording } = call;
  if (disposition === null) throw new Error(`call ${call.ref} has no disposition`);
  const legUnknown = disposition === 'leg-unknown';
  const weighed = weighedOf(events, { deepest, confirmed: call.confirmed === true, legUnknown });
  // For the workflow, the bill is open until GET shows it or it is overdue.
  const settlement = isBilled(call) ? call.settlement : 'open';
  const isNewCost = before.cost !== null && cost !== before.cost;
  const mayLag = cost !== null && !isNewCost && billsOf(events) > 1;
  return { disposition, reason, cost, settlement, recording, weighed, mayLag };
}

const billsOf = (events: readonly CallEvent[]): number =>
  new Set(events.flatMap(({ seq, name }) => (name === FINALIZED_EVENT ? [seq] : []))).size;

/** The end that GET confirms; undefined: it shows none. */
export function confirmedEnd(polled: PolledCall): ReportedEnd | undefined {
  const state = shownEnd(polled.seen);
  return state && { state, confirmed: true, polled };
}

/** A recording proves the bridge of a call that has ended, even if the status is unknown. For a live call it proves nothing. */
export function isBridgeProven({ polled: { seen }, lost }: ReportedEnd): boolean {
  if (lost !== undefined || seen.kind !== 'shown') return false;
  return seen.recorded && (seen.state === undefined || isTerminalState(seen.state));
}

/** A new end for a call that has ended. A call that counts as lost may still be live, so only a reported end replaces "lost". */
export function lateEnd(
  { call, folded }: CallEvidence,
  polled: PolledCall,
): ReportedEnd | undefined {
  const shown = confirmedEnd(polled);
  if (shown || (folded.ended === undefined && call.disposition === 'carrier-lost')) return shown;
  const { ended: state = 'failed' } = folded;
  return { state, confirmed: call.confirmed === true, polled };
}

/** False for a cost from a call record: it counts as settled, but GET may still show the real cost. */
export const isBilled = ({ costSource }: Call): boolean => costSource !== 'cdr';

// Unknown and unreadable webhooks do not count, because a flood of them must not delay polls or keep a lost call open.
function lastReceivedAt(stored: readonly StoredEvent[]): number | null {
  const known = stored.filter(({ seq, name }) => seq !== null && isKnownEvent(name));
  return known.length === 0 ? null : Math.max(...known.map((event) => event.receivedAtMs));
}

const progressOf = ({ placedAtMs, polls }: Call, webhookAtMs: number | null): number =>
  Math.max(placedAtMs ?? 0, polls?.progressAtMs ?? 0, webhookAtMs ?? 0);

export function callEvents(stored: readonly StoredEvent[]): CallEvent[] {
  return stored.flatMap(({ seq, name }) =>
    seq === null ? [] : [{ seq, name: shownEventName(name) }],
  );
}
