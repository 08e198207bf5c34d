/** What is known of a call: when its legs rang, answered and ended, and how long people talked. */
import { deeper, type LiveState } from './call-state.ts';
import {
  TIMED_STATES,
  type CallTimes,
  type OccurredAtFault,
  type TimedState,
  type TimeEvidence,
} from './call-times.ts';
import { meaningOf, type Disposition } from '../dispositions/dispositions.ts';
import { agentMissed } from './disposition.ts';

/**
 * Where an instant comes from. `carrier`: `occurred_at` of its event. `received`: we received the event then. `polled`: a
 * GET first showed it then. `dialwright`: no evidence names an end, and we ended the call then.
 */
export const TIME_SOURCES = ['carrier', 'received', 'polled', 'dialwright'] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

export interface KnownTime {
  atMs: number;
  source: TimeSource;
  /** Why the event's `occurred_at` was not used. */
  fault: OccurredAtFault | null;
}

export interface CallFacts {
  /** Null: the call did not reach the state, or nothing shows when. */
  times: Record<TimedState, KnownTime | null>;
  /** From the agent's ringing, or from the POST if the carrier reported no ringing, to its answer or the end. */
  agentRingMs: number | null;
  /** From the agent's answer to the end. */
  agentConnectedMs: number | null;
  /** From the customer's ringing to the bridge or the end. */
  customerRingMs: number | null;
  /** From the bridge to the end. */
  talkMs: number | null;
  /** By the agent. */
  answered: boolean;
  customerRang: boolean;
  bridged: boolean;
}

/** What the store knows of a call. */
export interface CallRecord {
  times: CallTimes;
  placedAtMs: number | null;
  /** When the end was written; null: the call has not ended. */
  endedAtMs: number | null;
  deepest: LiveState | null;
  disposition: Disposition | null;
}

export function callFacts(call: CallRecord): CallFacts {
  const times = knownTimes(call);
  const reached = reachedBy(call);
  const answered = isPast(reached, 'agent_answered');
  const bridged = reached === 'bridged';
  // An end by our own rule may be hours after the phones were silent.
  const end = times.ended?.source === 'dialwright' ? null : times.ended;
  const rangFrom = times.agent_ringing ?? postOf(call);
  const agentNotReached = call.disposition !== null && agentMissed(call.disposition);
  return {
    times,
    agentRingMs: between(rangFrom, answered ? times.agent_answered : agentNotReached ? end : null),
    agentConnectedMs: between(times.agent_answered, end),
    customerRingMs: between(times.customer_ringing, bridged ? times.bridged : end),
    talkMs: between(times.bridged, end),
    answered,
    customerRang: isPast(reached, 'customer_ringing'),
    bridged,
  };
}

function knownTimes({ times: found, endedAtMs }: CallRecord): CallFacts['times'] {
  const times = isInOrder(found) ? found : asReceived(found);
  const { ended } = times;
  // Until the end is written, its event is a claim that a GET has to confirm.
  const end: KnownTime | null =
    endedAtMs === null
      ? null
      : ended
        ? shownTime(ended)
        : { atMs: endedAtMs, source: 'dialwright', fault: null };
  const timeOf = (state: TimedState) => (times[state] ? shownTime(times[state]) : null);
  return {
    agent_ringing: timeOf('agent_ringing'),
    agent_answered: timeOf('agent_answered'),
    customer_ringing: timeOf('customer_ringing'),
    bridged: timeOf('bridged'),
    ended: end,
  };
}

const shownTime = (evidence: TimeEvidence): KnownTime => ({
  atMs: evidence.atMs,
  source: evidence.source,
  fault: evidence.source === 'received' ? evidence.fault : null,
});

/** Whether the carrier's own times follow the order of the states. */
function isInOrder(times: CallTimes): boolean {
  const carriers = TIMED_STATES.flatMap((state) => {
    const evidence = times[state];
    return evidence?.source === 'carrier' ? [evidence.atMs] : [];
  });
  return carriers.every((atMs, index) => index === 0 || atMs >= carriers[index - 1]!);
}

/** Times of the carrier that contradict one another prove nothing, so the times of receipt replace all of them. */
function asReceived(times: CallTimes): CallTimes {
  const entries = Object.entries(times).map(([state, evidence]) => [
    state,
    evidence.source === 'carrier'
      ? { source: 'received', atMs: evidence.receivedAtMs, fault: 'out-of-order' }
      : evidence,
  ]);
  return Object.fromEntries(entries) as CallTimes;
}

const postOf = ({ placedAtMs }: CallRecord): KnownTime | null =>
  placedAtMs === null ? null : { atMs: placedAtMs, source: 'dialwright', fault: null };

/** Null: an instant is not known, or they are not in order, as two clocks or delayed webhooks may make them. */
function between(from: KnownTime | null, to: KnownTime | null): number | null {
  if (from === null || to === null || to.atMs < from.atMs) return null;
  return to.atMs - from.atMs;
}

const isPast = (reached: LiveState, state: LiveState): boolean =>
  deeper(reached, state) === reached;

/** The deepest state in evidence: of the events, of the polls, and what the disposition says. */
function reachedBy({ deepest, disposition, times }: CallRecord): LiveState {
  const proven = disposition === null ? 'accepted' : meaningOf(disposition).proves;
  if (proven === null) return 'accepted';
  const states = TIMED_STATES.filter((state) => state !== 'ended' && times[state] !== undefined);
  return [deepest ?? 'accepted', proven, ...(states as LiveState[])].reduce(deeper);
}
