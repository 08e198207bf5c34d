/**
 * One pace of GETs for the whole account, for any number of calls and workers. Each call waits as long as it takes to
 * poll all calls once. There is no queue; the store counts the calls. Each process also limits its own pace, for polls
 * that are due at the same time.
 */
import type { Timing } from '../timing.ts';

export interface PolledCalls {
  /** Live calls that have been polled. */
  live: number;
  /** Calls that have ended and are polled for their cost. */
  unsettled: number;
}

/** Most polls under way in one process. Polls that confirm an end and polls after hang-ups are not counted. */
export const POLLS_AT_ONCE = 12;

/**
 * The shortest pause between two polls of one call. Because each polled call waits this long, all of them together make
 * at most one poll in `pollSpacingMs`.
 */
export const sharedPauseMs = (
  calls: number,
  { pollSpacingMs }: Pick<Timing, 'pollSpacingMs'>,
): number => calls * pollSpacingMs;

/** After a quiet time, this much of the pace may be used at once. */
const BURST_MS = 1_000;

/**
 * Takes the next slot for a poll in one process. This limits the pace when many polls are due at once, as after an
 * outage. Returns the slot after it; undefined: too many polls were made recently.
 */
export function takePollSlot(
  { nextMs, nowMs }: { nextMs: number; nowMs: number },
  { pollSpacingMs }: Pick<Timing, 'pollSpacingMs'>,
): number | undefined {
  const aheadMs = nextMs - nowMs;
  // A slot is never this far ahead, so the clock was set back.
  if (aheadMs > BURST_MS + pollSpacingMs) return nowMs + pollSpacingMs;
  return aheadMs > BURST_MS ? undefined : Math.max(nextMs, nowMs) + pollSpacingMs;
}

/** The pause of a poll that found too many others under way. It is random, so that they do not collide again. */
export function pauseWhenCrowdedMs(
  { calls, random }: { calls: number; random: number },
  timing: Pick<Timing, 'pollSpacingMs' | 'ringPollMs'>,
): number {
  return Math.max(sharedPauseMs(calls, timing), timing.ringPollMs) * random;
}
