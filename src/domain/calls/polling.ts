/** When a call is polled by GET, what its polls have shown so far, and when polling is given up. */
import {
  hasGap,
  hasEveryEvent,
  isTerminalState,
  type CallEvent,
  type CarrierState,
  type LiveState,
  type TerminalState,
} from './call-state.ts';
import { CLOCKS_DIFFER_MS, type Timing } from '../timing.ts';
import { unreachable } from '../unreachable.ts';

/** What one GET showed. */
export type Seen =
  | ShownState
  /** The carrier says that there is no such call. */
  | { kind: 'gone' }
  /** No answer, or no answer about this call. `askedMs`: the pause that the carrier asks for. */
  | { kind: 'failed'; askedMs: number | undefined };

/** The call, as GET showed it. */
export interface ShownState {
  kind: 'shown';
  /** Undefined: its status is unknown to us. */
  state: CarrierState | undefined;
  /** It has a recording. */
  recorded: boolean;
  /** Decimal string; null: it shows no final cost. */
  cost: string | null;
  /** The start of the carrier's `cost` as JSON, if it is no amount. */
  unreadableCost: string | null;
}

/** Decimal string; null: GET showed no final cost. */
export const shownCost = (seen: Seen): string | null => (seen.kind === 'shown' ? seen.cost : null);

/** The end that GET showed; undefined: it showed none. */
export const shownEnd = (seen: Seen): TerminalState | undefined =>
  seen.kind === 'shown' && seen.state !== undefined && isTerminalState(seen.state)
    ? seen.state
    : undefined;

/** How the polls of one call have gone. Kept with the call, so that it survives restarts; plain JSON. */
export interface PollState {
  atMs: number;
  /** When the GET of the last poll was sent: its answer may lack what came after. */
  askedAtMs: number;
  /** What the last poll showed, as text for people. */
  text: string;
  /** Polls in a row that showed nothing new, and how many of the last of them failed. */
  inVain: number;
  failures: number;
  /** The last poll that showed a deeper state than was known. */
  progressAtMs: number | null;
  /** The last live state that a poll showed. */
  live: { state: LiveState; atMs: number } | null;
  /** The first poll that showed the end. */
  endedAtMs: number | null;
  /** Since when no poll has shown the call. */
  blindSinceMs: number | null;
  /** Since when every poll that was answered found no such call. */
  goneSinceMs: number | null;
  /** No poll may be made before. */
  notBeforeMs: number;
}

/** The settings that pace the polls. */
export type PollTiming = Pick<Timing, 'pollMs' | 'pollRetryAtMostMs'>;

export interface PollAnswer {
  seen: Seen;
  text: string;
  /** The poll showed a deeper state than was known. */
  moved: boolean;
  nowMs: number;
  /** When the GET was sent, because a live state in its answer may be over by now. Left out: now. */
  askedAtMs?: number;
  /** Random, from 0 up to 1. It spreads the next polls of calls whose polls failed at the same time. */
  random: number;
}

/** Failures from before a longer gap without polls do not count any more. */
const GAP_MARGIN_MS = 60_000;

export function afterPoll(
  before: PollState | null,
  answer: PollAnswer,
  timing: PollTiming,
): PollState {
  const { seen, text, moved, nowMs, askedAtMs = nowMs } = answer;
  const gapMs = 2 * timing.pollRetryAtMostMs + GAP_MARGIN_MS;
  const known = before !== null && nowMs - before.atMs <= gapMs ? before : null;
  const failures = seen.kind === 'failed' ? (known?.failures ?? 0) + 1 : 0;
  const askedMs = seen.kind === 'failed' ? seen.askedMs : undefined;
  return {
    atMs: nowMs,
    askedAtMs,
    text,
    inVain: moved ? 0 : (before?.inVain ?? 0) + 1,
    failures,
    progressAtMs: moved ? nowMs : (before?.progressAtMs ?? null),
    ...shownStates(before, answer),
    blindSinceMs: seen.kind === 'shown' ? null : (known?.blindSinceMs ?? nowMs),
    goneSinceMs: goneSince(known, seen, nowMs),
    notBeforeMs:
      failures === 0
        ? nowMs
        : nowMs + pauseAfterFailureMs({ failures, askedMs, random: answer.random }, timing),
  };
}

/** A live state whose GET was sent before the end was seen may arrive later. It is not kept as the last live state. */
function shownStates(
  before: PollState | null,
  { seen, nowMs, askedAtMs = nowMs }: PollAnswer,
): Pick<PollState, 'live' | 'endedAtMs'> {
  const { live, endedAtMs } = before ?? { live: null, endedAtMs: null };
  if (seen.kind !== 'shown' || seen.state === undefined) return { live, endedAtMs };
  if (isTerminalState(seen.state)) return { live, endedAtMs: endedAtMs ?? nowMs };
  return endedAtMs === null
    ? { live: { state: seen.state, atMs: askedAtMs }, endedAtMs }
    : { live, endedAtMs };
}

function goneSince(known: PollState | null, seen: Seen, nowMs: number): number | null {
  switch (seen.kind) {
    case 'shown':
      return null;
    case 'gone':
      return known?.goneSinceMs ?? nowMs;
    case 'failed':
      return known?.goneSinceMs ?? null;
    default:
      return unreachable(seen);
  }
}

/** Why polling a live call is given up, as text for people; undefined while it is not. */
export function whyLost(
  { polls, sinceProgressMs, nowMs }: { polls: PollState; sinceProgressMs: number; nowMs: number },
  timing: Timing,
): string | undefined {
  const isGone = polls.goneSinceMs !== null && polls.failures === 0;
  if (isGone) {
    const goneMs = nowMs - polls.goneSinceMs!;
    return goneMs >= timing.horizonMs ? `${polls.text}, for ${span(goneMs)}` : undefined;
  }
  // Counts from the first failure in a row, so time without polls does not count.
  const stoodMs = polls.blindSinceMs === null ? sinceProgressMs : nowMs - polls.blindSinceMs;
  return stoodMs >= timing.lostAfterMs ? `${polls.text}, for ${span(stoodMs)}` : undefined;
}

/** Whether a terminal event is believed although GET does not show the call. */
export function mayBelieveEvent(polls: PollState, nowMs: number, timing: Timing): boolean {
  // GET may not show a new call for some seconds.
  if (polls.goneSinceMs !== null && polls.failures === 0) {
    return nowMs - polls.goneSinceMs >= 2 * timing.pollMs;
  }
  return polls.blindSinceMs !== null && nowMs - polls.blindSinceMs >= timing.unconfirmedAfterMs;
}

export interface Silence {
  deepest: LiveState;
  /** Since placement, the last event or the last poll that showed something new. */
  sinceProgressMs: number;
  webhooks: boolean;
}

/** Milliseconds until a poll is due; 0 or less: now. Without webhooks a poll is always due. */
export function pollDueInMs(
  { deepest, sinceProgressMs, webhooks }: Silence,
  timing: Timing,
): number {
  // Progress in the future: the clock was set back, and nobody knows how long the call has been silent.
  if (!webhooks || sinceProgressMs < -CLOCKS_DIFFER_MS) return 0;
  return longestInStateMs(deepest, timing) - sinceProgressMs;
}

/**
 * Milliseconds until a call whose end was reported is polled again; 0 or less: now. GET may lag behind the report, and
 * anybody who has seen the URL may have sent it, so the pause begins short and grows with the time since the report.
 * Whatever came after the last GET was sent is a reason to poll at once.
 * @param newsAtMs the last sign of the end: an event, a poke, or a hang-up
 */
export function endDueInMs(
  { polls, newsAtMs }: { polls: PollState | null; newsAtMs: number },
  nowMs: number,
  timing: EndTiming,
): number {
  // A GET that failed has a pause of its own.
  if (polls === null || polls.failures > 0 || polls.askedAtMs < newsAtMs) return 0;
  // It was sent before the clock was set back.
  if (polls.askedAtMs > nowMs + CLOCKS_DIFFER_MS) return 0;
  const sinceNewsMs = polls.askedAtMs - newsAtMs;
  return polls.askedAtMs + pauseBeforeEndMs(sinceNewsMs, timing) - nowMs;
}

type EndTiming = Pick<Timing, 'endPollMs' | 'pollAtMostMs'>;

/** The pause after a poll that did not show the reported end: half of the time since the report, within limits. */
export const pauseBeforeEndMs = (
  sinceNewsMs: number,
  { endPollMs, pollAtMostMs }: EndTiming,
): number => Math.min(Math.max(sinceNewsMs / 2, endPollMs), pollAtMostMs);

/** How long a call can stay in a state. After that, silence means a lost webhook. */
function longestInStateMs(state: LiveState, timing: Timing): number {
  switch (state) {
    case 'accepted':
    case 'agent_ringing':
      return timing.agentRingMs;
    case 'agent_answered':
      return timing.pollAtMostMs;
    case 'customer_ringing':
      return timing.customerRingMs;
    case 'bridged':
      return timing.bridgedPollMs;
    default:
      return unreachable(state);
  }
}

/**
 * The pause after a poll that showed no end. While a phone may ring it stays short, so that polls see each leg. After
 * the longest ring time, and while people talk, it grows from poll to poll up to a limit.
 */
export function pauseAfterPollMs(
  { deepest, sinceProgressMs, inVain }: Omit<Silence, 'webhooks'> & { inVain: number },
  timing: Timing,
): number {
  const mayRing = deepest !== 'bridged' && sinceProgressMs < longestInStateMs(deepest, timing);
  if (mayRing) return timing.ringPollMs;
  return Math.min(timing.pollMs * 1.5 ** Math.min(inVain, 20), timing.pollAtMostMs);
}

/**
 * The pause after a GET that failed. It doubles, and up to half of it is random. If the carrier asks for a longer
 * pause, that one is used, up to a limit, and the random part is only added.
 */
export function pauseAfterFailureMs(
  failed: { failures: number; askedMs: number | undefined; random: number },
  timing: PollTiming,
): number {
  const { failures, askedMs = 0, random } = failed;
  const grownMs = (timing.pollMs / 5) * 2 ** Math.min(failures - 1, 20);
  const ownMs = Math.min(grownMs, timing.pollRetryAtMostMs) * (1 - random / 2);
  const theirsMs = Math.min(askedMs, timing.pollRetryAtMostMs) * (1 + random / 5);
  return Math.ceil(Math.max(ownMs, theirsMs));
}

/**
 * Whether no GET may be made before a pause is over that the last failure demands. A longer one than any failure demands was
 * written before the clock was set back.
 */
export function isResting(
  polls: PollState,
  nowMs: number,
  { pollRetryAtMostMs }: Pick<PollTiming, 'pollRetryAtMostMs'>,
): boolean {
  const leftMs = polls.notBeforeMs - nowMs;
  return leftMs > 0 && leftMs <= 1.2 * pollRetryAtMostMs + CLOCKS_DIFFER_MS;
}

/**
 * The pause before the next poll for the final cost: as long as the wait so far. It starts short if the bill is known
 * to be ready and GET only lags behind.
 */
export function pauseBeforeCostMs(
  { waitedMs, billed }: { waitedMs: number; billed: boolean },
  timing: Timing,
): number {
  const leastMs = billed ? timing.pollMs : timing.settleMs;
  return Math.min(Math.max(waitedMs, leastMs), timing.settleAtMostMs / 4);
}

/**
 * Whether the wait for the cost is over. A failed poll is no answer, so if the last polls failed, they must have failed
 * for the whole settlement time. Time without polls does not count.
 */
export function isBillOverdue(
  { polls, waitedMs, nowMs }: { polls: PollState; waitedMs: number; nowMs: number },
  timing: Timing,
): boolean {
  if (waitedMs < timing.settleAtMostMs) return false;
  return polls.failures === 0 || nowMs - (polls.blindSinceMs ?? nowMs) >= timing.settleAtMostMs;
}

/**
 * Whether a failed call is known to have ended with the agent's leg, if its evidence holds nothing deeper than
 * `agent_ringing`. Events prove it if none is missing up to the end. Polls prove it if one showed the agent's phone
 * ringing and the next one showed the end so soon after it that nobody can have talked to the customer in between.
 */
export function isAgentLegSeen(
  { events, polls }: { events: readonly CallEvent[]; polls: PollState | null },
  { legGapMs }: Pick<Timing, 'legGapMs'>,
): boolean {
  if (hasEveryEvent(events)) return true;
  const { live = null, endedAtMs = null } = polls ?? {};
  if (live === null || endedAtMs === null || hasGap(events)) return false;
  const gapMs = endedAtMs - live.atMs;
  return live.state === 'agent_ringing' && gapMs >= 0 && gapMs <= legGapMs;
}

function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes >= 2 ? `${minutes} minutes` : `${Math.round(ms / 1_000)} s`;
}
