/**
 * When a call passed its states, folded from the carrier's events and from polls. The result is the same for every order
 * and any duplicates, so an instant can be added whenever it becomes known.
 */
import { carrierStateOf, isTerminalState, type CarrierState } from './call-state.ts';

/** The states whose instant is kept, in order. `ended` stands for every terminal state. */
export const TIMED_STATES = [
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
  'ended',
] as const;
export type TimedState = (typeof TIMED_STATES)[number];

/** Why the `occurred_at` of an event is not used. */
export const OCCURRED_AT_FAULTS = [
  'missing',
  'unreadable',
  /** Before the intent of the POST, so the call did not exist. */
  'before-intent',
  /** After we received the event. */
  'after-receipt',
  /** It contradicts the order in which a call passes its states. */
  'out-of-order',
] as const;
export type OccurredAtFault = (typeof OCCURRED_AT_FAULTS)[number];

/** One source of an instant. Instants are epoch milliseconds. */
export type TimeEvidence =
  /** `occurred_at` of the event. `receivedAtMs` is used instead if it turns out to contradict another event. */
  | { source: 'carrier'; atMs: number; receivedAtMs: number; seq: number }
  /** When the event arrived, because its `occurred_at` cannot be used. Retries may have delayed it. */
  | { source: 'received'; atMs: number; fault: OccurredAtFault }
  /** When a GET first showed the state. The call may have reached it earlier. */
  | { source: 'polled'; atMs: number };

/** The best evidence for each state. Plain JSON. */
export type CallTimes = Partial<Record<TimedState, TimeEvidence>>;

export interface TimedEvent {
  seq: number;
  name: string;
  occurredAt: string | null;
  receivedAtMs: number;
}

/**
 * How far the carrier's clock may differ from ours. An `occurred_at` further before the intent or after the receipt is
 * not used.
 */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Adds an event. Events of other states and unknown names change nothing. */
export function withEvent(
  times: CallTimes,
  event: TimedEvent,
  intentAtMs: number | null,
): CallTimes {
  const state = timedStateOf(carrierStateOf(event.name));
  return state === undefined ? times : withEvidence(times, state, evidenceOf(event, intentAtMs));
}

/** Adds a state that a GET showed. */
export function withPoll(
  times: CallTimes,
  shown: CarrierState | undefined,
  atMs: number,
): CallTimes {
  const state = timedStateOf(shown);
  return state === undefined ? times : withEvidence(times, state, { source: 'polled', atMs });
}

function timedStateOf(state: CarrierState | undefined): TimedState | undefined {
  if (state === undefined || state === 'accepted') return undefined;
  return isTerminalState(state) ? 'ended' : state;
}

/** The same object if the evidence adds nothing, so that callers can skip a write. */
function withEvidence(times: CallTimes, state: TimedState, added: TimeEvidence): CallTimes {
  const known = times[state];
  if (known !== undefined && compare(known, added, state) <= 0) return times;
  return { ...times, [state]: added };
}

function evidenceOf(event: TimedEvent, intentAtMs: number | null): TimeEvidence {
  const { seq, receivedAtMs, occurredAt } = event;
  const atMs = occurredAt === null ? undefined : instantOf(occurredAt);
  const fault = faultOf(atMs, { occurredAt, receivedAtMs, intentAtMs });
  if (atMs === undefined || fault !== undefined)
    return { source: 'received', atMs: receivedAtMs, fault: fault ?? 'unreadable' };
  return { source: 'carrier', atMs, receivedAtMs, seq };
}

function faultOf(
  atMs: number | undefined,
  {
    occurredAt,
    receivedAtMs,
    intentAtMs,
  }: { occurredAt: string | null; receivedAtMs: number; intentAtMs: number | null },
): OccurredAtFault | undefined {
  if (occurredAt === null) return 'missing';
  if (atMs === undefined) return 'unreadable';
  if (intentAtMs !== null && atMs < intentAtMs - CLOCK_TOLERANCE_MS) return 'before-intent';
  if (atMs > receivedAtMs + CLOCK_TOLERANCE_MS) return 'after-receipt';
  return undefined;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** An instant without an offset is not used, because its zone would be a guess. */
function instantOf(text: string): number | undefined {
  if (!RFC_3339.test(text)) return undefined;
  const ms = Date.parse(text.replace(' ', 'T').toUpperCase());
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The better evidence comes first: the carrier's own time, then the earliest of what we saw. Of several events for one
 * state the first counts, of several ends the last one. The order is total, so equal inputs give equal results.
 */
function compare(one: TimeEvidence, other: TimeEvidence, state: TimedState): number {
  const [a, b] = [rankOf(one, state), rankOf(other, state)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

function rankOf(evidence: TimeEvidence, state: TimedState): (number | string)[] {
  const { source, atMs } = evidence;
  if (source !== 'carrier') return [1, atMs, source, source === 'received' ? evidence.fault : ''];
  const { seq, receivedAtMs } = evidence;
  return [0, state === 'ended' ? -seq : seq, atMs, receivedAtMs];
}
