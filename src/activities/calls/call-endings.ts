/** How an accepted call ended: the evidence, who reports the end, and how it is written down. */
import {
  deeper,
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
import { isAgentLegSeen, type PollState } from '../../domain/calls/polling.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { Call, RecordingState, Settlement } from '../../store/calls/call-store.ts';
import type { StoredEvent } from '../../store/calls/inbox-store.ts';
import type { ActivityDeps } from '../deps.ts';
import type { PolledCall } from './polling.ts';

/** How an accepted call ended, as far as is known. */
export interface Ended {
  disposition: Disposition;
  /** Why, where the disposition alone does not say it. */
  reason: string | null;
  /** Decimal string when the bill is known. */
  cost: string | null;
  settlement: Settlement;
  /** Where the recording stands at this moment. */
  recording: RecordingState;
  /** The evidence behind it: an event that says more is weighed again. */
  weighed: Weighed;
  /** More than one bill was announced, and the last poll showed the cost that was known before: it may lag. */
  mayLag: boolean;
}

/** A call, everything that its webhooks reported, and what follows from both. */
export interface CallEvidence {
  call: Call;
  /** When the last webhook of a known event came. */
  webhookAtMs: number | null;
  events: CallEvent[];
  folded: CallState;
  deepest: LiveState;
  /** The last that is known to have moved the call on: its POST, an event, a poll that showed more. */
  progressAtMs: number;
}

/** How a call ended, from whoever reports it. */
export interface ReportedEnd {
  state: TerminalState;
  confirmed: boolean;
  cost: string | null;
  /** The polls of the call, where the carrier's own answer to GET reports the end. */
  polls: PollState | null;
  /** It has a recording, so it was bridged, whatever its events report. */
  recorded: boolean;
  /** Set when nobody reports an end: why the call counts as lost. */
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

/** Writes the end of a call, or corrects it by better evidence; the store keeps the deepest end that was reported. */
export async function writeEnd(
  deps: ActivityDeps,
  evidence: CallEvidence,
  end: ReportedEnd,
): Promise<Ended> {
  const { call, folded, deepest, webhookAtMs } = evidence;
  const reached = end.state === 'completed' || end.recorded ? 'bridged' : deepest;
  const agentLegSeen = isAgentLegSeen({ events: folded.seen, polls: end.polls }, deps.timing);
  const disposition =
    end.lost === undefined
      ? dispositionOf({ state: end.state, deepest: reached, agentLegSeen })
      : 'carrier-lost';
  const written = await deps.store.endCall(
    call.ref,
    {
      state: end.state,
      deepest: reached,
      confirmed: end.confirmed,
      disposition,
      reason: end.lost ?? null,
      spendsAttempt: spendsAttempt(disposition, hasEveryEvent(folded.seen)),
      cost: end.cost,
      recordingExpected: reached === 'bridged',
      webhookReceived: end.confirmed && deps.publicUrl !== undefined ? webhookAtMs !== null : null,
    },
    deps.nowMs(),
  );
  // The event of another leg was stored while the carrier was asked. It counts, so the end is decided again.
  if (written === 'outdated') return writeEnd(deps, await readEvidence(deps, call.ref), end);
  deps.agentFreed.notify();
  return endOf(deps, { ...evidence, deepest: reached });
}

/** How the store says that the call ended, weighed against the events of `evidence`. */
export async function endOf(
  { store }: Pick<ActivityDeps, 'store'>,
  { call: { ref }, events, deepest }: CallEvidence,
): Promise<Ended> {
  const call = await store.call(ref);
  const { disposition, reason, cost, recording } = call;
  if (disposition === null) throw new Error(`call ${ref} has no disposition`);
  const legUnknown = disposition === 'leg-unknown';
  const weighed = weighedOf(events, { deepest, confirmed: call.confirmed === true, legUnknown });
  // For its workflow the bill is open until GET shows it, or until it is overdue.
  const settlement = isBilled(call) ? call.settlement : 'open';
  return { disposition, reason, cost, settlement, recording, weighed, mayLag: false };
}

/** The end that GET itself shows; undefined where it shows none. */
export function shownEnd({ seen, cost, polls }: PolledCall): ReportedEnd | undefined {
  if (seen.kind !== 'shown' || seen.state === undefined) return undefined;
  const { state, recorded } = seen;
  return isTerminalState(state) ? { state, confirmed: true, cost, polls, recorded } : undefined;
}

/** An end that GET does not show. Where the status is no word we know, a recording still proves the bridge. */
export function reportedEnd(
  { seen, cost }: PolledCall,
  { state, confirmed }: Pick<ReportedEnd, 'state' | 'confirmed'>,
): ReportedEnd {
  const recorded = seen.kind === 'shown' && seen.state === undefined && seen.recorded;
  return { state, confirmed, cost, polls: null, recorded };
}

/** For a call whose end is decided. A lost call may go on: only a reported end is more than "lost". */
export function lateEnd(
  { call, folded }: CallEvidence,
  polled: PolledCall,
): ReportedEnd | undefined {
  const shown = shownEnd(polled);
  if (shown || (folded.ended === undefined && call.disposition === 'carrier-lost')) return shown;
  const { ended: state = 'failed' } = folded;
  return reportedEnd(polled, { state, confirmed: call.confirmed === true });
}

/** A cost from a call record is settled in our books, but GET may still show the real one. */
export const isBilled = ({ costSource }: Call): boolean => costSource !== 'cdr';

// Unknown and unreadable webhooks do not count: a flood of them must not put off a poll, nor keep a lost call alive.
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
