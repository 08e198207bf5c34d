/** How an accepted call ended: what is known of it, who says so, and how it is written down. */
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
import type { CallRef } from '../../domain/ids.ts';
import { weighedOf, type Weighed } from '../../domain/calls/late-event.ts';
import { isAgentLegSeen, type PollState } from '../../domain/calls/polling.ts';
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
  /** More than one bill was announced, and the last look showed the cost that was known before: it may lag. */
  mayLag: boolean;
}

/** A call and everything its webhooks have said. */
export interface CallEvidence {
  call: Call;
  /** When the last webhook came that says something. */
  webhookAtMs: number | null;
  events: CallEvent[];
  folded: CallState;
  deepest: LiveState;
  /** The last that is known to have moved the call on: its POST, an event, a look that showed more. */
  progressAtMs: number;
}

/** How a call ended, from whoever says so. */
export interface ReportedEnd {
  state: TerminalState;
  confirmed: boolean;
  cost: string | null;
  /** The looks at the call, where the carrier says so itself. */
  polls: PollState | null;
  /** It has a recording: it was bridged, whatever its events have told. */
  recorded: boolean;
  /** Nobody says so: the carrier has lost the call. */
  lost?: string;
}

export type CallEndings = ReturnType<typeof createCallEndings>;

export function createCallEndings(deps: ActivityDeps) {
  const { store, timing, nowMs } = deps;

  async function read(ref: CallRef): Promise<CallEvidence> {
    const call = await store.call(ref);
    const stored = await store.events(ref);
    const events = callEvents(stored);
    const folded = foldEvents(events);
    const deepest = deeper(folded.deepest, call.deepest ?? 'accepted');
    const webhookAtMs = lastHeardAt(stored);
    return {
      call,
      webhookAtMs,
      events,
      folded,
      deepest,
      progressAtMs: progressOf(call, webhookAtMs),
    };
  }

  /** Writes the end of a call, or says better how it ended; the store keeps the deepest that was said. */
  async function writeEnd(known: CallEvidence, word: ReportedEnd): Promise<Ended> {
    const { call, events, folded, deepest } = known;
    const reached = word.state === 'completed' || word.recorded ? 'bridged' : deepest;
    const agentLegSeen = isAgentLegSeen({ events: folded.seen, looks: word.polls }, timing);
    const said = dispositionOf({ state: word.state, deepest: reached, agentLegSeen });
    const disposition = word.lost === undefined ? said : 'carrier-lost';
    const written = await store.endCall(
      call.ref,
      {
        state: word.state,
        deepest: reached,
        confirmed: word.confirmed,
        disposition,
        reason: word.lost ?? null,
        spendsAttempt: spendsAttempt(disposition, hasEveryEvent(folded.seen)),
        cost: word.cost,
        recordingExpected: reached === 'bridged',
        heard: word.confirmed && deps.publicUrl !== undefined ? known.webhookAtMs !== null : null,
      },
      nowMs(),
    );
    // A leg was told of while the carrier was asked: its event has been taken note of, and counts.
    if (written === 'outdated') return writeEnd(await read(call.ref), word);
    deps.agentFreed.notify();
    return told(call.ref, events, reached);
  }

  async function told(ref: CallRef, events: CallEvent[], deepest: LiveState): Promise<Ended> {
    const call = await store.call(ref);
    const { disposition, reason, cost, recording } = call;
    if (disposition === null) throw new Error(`call ${ref} has no disposition`);
    const legUnknown = disposition === 'leg-unknown';
    const weighed = weighedOf(events, { deepest, confirmed: call.confirmed === true, legUnknown });
    // For its workflow the bill is open until GET has told it, or is overdue.
    const settlement = isBilled(call) ? call.settlement : 'open';
    return { disposition, reason, cost, settlement, recording, weighed, mayLag: false };
  }

  return { read, writeEnd, told };
}

export function shownEnd({ seen, cost, polls: looks }: PolledCall): ReportedEnd | undefined {
  if (seen.kind !== 'shown' || seen.state === undefined) return undefined;
  const { state, recorded } = seen;
  return isTerminalState(state) ? { state, confirmed: true, cost, polls: looks, recorded } : undefined;
}

/** The end that something other than the look tells: a recording proves the bridge where the status is no word we know. */
export function reportedEnd(
  { seen, cost }: PolledCall,
  { state, confirmed }: Pick<ReportedEnd, 'state' | 'confirmed'>,
): ReportedEnd {
  const recorded = seen.kind === 'shown' && seen.state === undefined && seen.recorded;
  return { state, confirmed, cost, polls: null, recorded };
}

/** Of a call whose end is decided. A lost one may live on: only its end says more than that it was lost. */
export function lateEnd({ call, folded }: CallEvidence, look: PolledCall): ReportedEnd | undefined {
  const word = shownEnd(look);
  if (word || (folded.ended === undefined && call.disposition === 'carrier-lost')) return word;
  return reportedEnd(look, { state: folded.ended ?? 'failed', confirmed: call.confirmed === true });
}

/** A cost that only a call record told is settled for our books, but GET may still tell the real one. */
export const isBilled = ({ costSource }: Call): boolean => costSource !== 'cdr';

// What says nothing moves nothing on: a flood of it must not put off a look, nor keep a lost call alive.
function lastHeardAt(stored: readonly StoredEvent[]): number | null {
  const heard = stored.filter(({ seq, name }) => seq !== null && isKnownEvent(name));
  return heard.length === 0 ? null : Math.max(...heard.map((event) => event.receivedAtMs));
}

const progressOf = ({ placedAtMs, polls: looks }: Call, webhookAtMs: number | null): number =>
  Math.max(placedAtMs ?? 0, looks?.progressAtMs ?? 0, webhookAtMs ?? 0);

export function callEvents(stored: readonly StoredEvent[]): CallEvent[] {
  return stored.flatMap(({ seq, name }) =>
    seq === null ? [] : [{ seq, name: shownEventName(name) }],
  );
}
