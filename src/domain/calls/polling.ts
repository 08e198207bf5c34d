/** When a call is looked at by GET, what the looks have shown so far, and when looking has gone on for long enough. */
import {
  hasGap,
  hasEveryEvent,
  isTerminalState,
  type CallEvent,
  type CarrierState,
  type LiveState,
} from './call-state.ts';
import type { Timing } from '../timing.ts';
import { unreachable } from '../unreachable.ts';

/** What one GET told. */
export type Seen =
  /** The call; its state is undefined when the word is none we know. `recorded`: it has a recording. */
  | { kind: 'shown'; state: CarrierState | undefined; recorded: boolean }
  /** The carrier says that there is no such call. */
  | { kind: 'gone' }
  /** No answer, or none that speaks of this call. `askedMs`: for so long the carrier asks to be left alone. */
  | { kind: 'failed'; askedMs: number | undefined };

/** How the looks at one call have gone. Kept with the call, so that no restart forgets it; plain JSON. */
export interface PollState {
  atMs: number;
  /** What the last look showed, in words for people. */
  text: string;
  /** Looks in a row that showed nothing new, and failures in a row at their end. */
  inVain: number;
  failures: number;
  /** The last look that showed a deeper state than was known. */
  progressAtMs: number | null;
  /** The last live state that a look showed. */
  live: { state: LiveState; atMs: number } | null;
  /** The first look that showed the end. */
  endedAtMs: number | null;
  /** Since when no look has shown the call. */
  blindSinceMs: number | null;
  /** Since when every look that was answered said that there is no such call. */
  goneSinceMs: number | null;
  /** Nobody looks before. */
  notBeforeMs: number;
}

/** The settings that pace the looks. */
export type PollTiming = Pick<Timing, 'pollMs' | 'pollRetryAtMostMs'>;

export interface PollAnswer {
  seen: Seen;
  text: string;
  /** It showed a deeper state than was known. */
  moved: boolean;
  nowMs: number;
  /** When the GET was sent: a live state that it shows may have passed since. Left out: now. */
  askedAtMs?: number;
  /** From 0 up to 1, by chance: keeps calls that failed together from coming again together. */
  draw: number;
}

/** Nobody may have looked for a while: what was seen before such a hole proves no patience. */
const HOLE_MARGIN_MS = 60_000;

export function afterPoll(
  before: PollState | null,
  look: PollAnswer,
  timing: PollTiming,
): PollState {
  const { seen, text: said, moved, nowMs } = look;
  const holeMs = 2 * timing.pollRetryAtMostMs + HOLE_MARGIN_MS;
  const known = before !== null && nowMs - before.atMs <= holeMs ? before : null;
  const failures = seen.kind === 'failed' ? (known?.failures ?? 0) + 1 : 0;
  const askedMs = seen.kind === 'failed' ? seen.askedMs : undefined;
  return {
    atMs: nowMs,
    text: said,
    inVain: moved ? 0 : (before?.inVain ?? 0) + 1,
    failures,
    progressAtMs: moved ? nowMs : (before?.progressAtMs ?? null),
    ...shownStates(before, look),
    blindSinceMs: seen.kind === 'shown' ? null : (known?.blindSinceMs ?? nowMs),
    goneSinceMs: goneSince(known, seen, nowMs),
    notBeforeMs:
      failures === 0
        ? nowMs
        : nowMs + pauseAfterFailureMs({ failures, askedMs, draw: look.draw }, timing),
  };
}

/** A live state that comes after the end was asked for before it: it says nothing of what preceded the end. */
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

/** Why looking at a live call is given up, in words for people; undefined while it is not. */
export function whyLost(
  { looks, sinceProgressMs, nowMs }: { looks: PollState; sinceProgressMs: number; nowMs: number },
  timing: Timing,
): string | undefined {
  const isGone = looks.goneSinceMs !== null && looks.failures === 0;
  if (isGone) {
    const goneMs = nowMs - looks.goneSinceMs!;
    return goneMs >= timing.horizonMs ? `${looks.text}, for ${span(goneMs)}` : undefined;
  }
  // Failures count from the first of them: time in which nobody looked is not held against the call.
  const stoodMs = looks.blindSinceMs === null ? sinceProgressMs : nowMs - looks.blindSinceMs;
  return stoodMs >= timing.lostAfterMs ? `${looks.text}, for ${span(stoodMs)}` : undefined;
}

/** Whether an event that tells of the end is to be believed without GET, which shows nothing of the call. */
export function mayBelieveEvent(looks: PollState, nowMs: number, timing: Timing): boolean {
  // The carrier may not know a new call yet; that passes in seconds.
  if (looks.goneSinceMs !== null && looks.failures === 0) {
    return nowMs - looks.goneSinceMs >= 2 * timing.pollMs;
  }
  return looks.blindSinceMs !== null && nowMs - looks.blindSinceMs >= timing.unconfirmedAfterMs;
}

export interface Silence {
  deepest: LiveState;
  /** Since placement, the last event or the last look that showed something new. */
  sinceProgressMs: number;
  webhooks: boolean;
}

/** Milliseconds until a look is due; 0 or less: now. Without webhooks every look is due. */
export function pollDueInMs(
  { deepest, sinceProgressMs, webhooks }: Silence,
  timing: Timing,
): number {
  return webhooks ? longestInStateMs(deepest, timing) - sinceProgressMs : 0;
}

/** How long a call can stay in a state before silence means a lost webhook. */
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
 * The pause after a look that showed no end. While a phone may ring it stays short, so that no leg is missed; once it
 * should have stopped, and while people talk, it grows from look to look up to a limit.
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
 * The pause after a GET that failed: doubles, with up to half of it left to chance. What the carrier asks
 * for comes first, up to a limit, and chance only adds to it.
 */
export function pauseAfterFailureMs(
  failed: { failures: number; askedMs: number | undefined; draw: number },
  timing: PollTiming,
): number {
  const { failures, askedMs = 0, draw } = failed;
  const grownMs = (timing.pollMs / 5) * 2 ** Math.min(failures - 1, 20);
  const ownMs = Math.min(grownMs, timing.pollRetryAtMostMs) * (1 - draw / 2);
  const theirsMs = Math.min(askedMs, timing.pollRetryAtMostMs) * (1 + draw / 5);
  return Math.ceil(Math.max(ownMs, theirsMs));
}

/**
 * The pause before the next look for the final cost: as long as the wait has been. Short at first where
 * the bill is known to be ready and GET only lags behind.
 */
export function pauseBeforeCostMs(
  { waitedMs, billed }: { waitedMs: number; billed: boolean },
  timing: Timing,
): number {
  const leastMs = billed ? timing.pollMs : timing.settleMs;
  return Math.min(Math.max(waitedMs, leastMs), timing.settleAtMostMs / 4);
}

/**
 * Whether nobody waits for the cost any more. Looks that fail are no answer, and neither is time in which
 * nobody looked: both must have gone on for as long.
 */
export function isBillOverdue(
  { looks, waitedMs, nowMs }: { looks: PollState; waitedMs: number; nowMs: number },
  timing: Timing,
): boolean {
  if (waitedMs < timing.settleAtMostMs) return false;
  return looks.failures === 0 || nowMs - (looks.blindSinceMs ?? nowMs) >= timing.settleAtMostMs;
}

/**
 * Whether it is known that a failed call in whose evidence nothing deeper than `agent_ringing` stands ended with
 * the agent's leg. The events tell it when none is missing up to the end. Looks tell it when one showed the
 * agent's phone ringing so shortly before the next showed the end that no customer can have been talked to in between.
 */
export function isAgentLegSeen(
  { events, looks }: { events: readonly CallEvent[]; looks: PollState | null },
  { legGapMs }: Pick<Timing, 'legGapMs'>,
): boolean {
  if (hasEveryEvent(events)) return true;
  const { live = null, endedAtMs = null } = looks ?? {};
  if (live === null || endedAtMs === null || hasGap(events)) return false;
  const gapMs = endedAtMs - live.atMs;
  return live.state === 'agent_ringing' && gapMs >= 0 && gapMs <= legGapMs;
}

function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes >= 2 ? `${minutes} minutes` : `${Math.round(ms / 1_000)} s`;
}
