/**
 * One pace of GETs for the whole account, however many calls are polled and by however many workers: each call waits as
 * long as all of them need to be polled once. There is no queue; the store counts the calls. Each process keeps the
 * pace too, for polls that are due together.
 */
import type { Timing } from '../timing.ts';

export interface PolledCalls {
  /** Live calls that have been polled. */
  live: number;
  /** Calls that have ended and are polled for their cost. */
  unsettled: number;
}

/** So many polls may be under way in one process. Polls that confirm an end and polls after hang-ups come on top. */
export const POLLS_AT_ONCE = 12;

/**
 * The shortest pause between two polls of one call, when so many calls are polled. As each of them waits for it, all of
 * them together make no more than one poll in `pollSpacingMs`.
 */
export const sharedPauseMs = (
  calls: number,
  { pollSpacingMs }: Pick<Timing, 'pollSpacingMs'>,
): number => calls * pollSpacingMs;

/** So much of the pace may be used at once after a quiet while: the polls that would fill this time one by one. */
const BURST_MS = 1_000;

/**
 * Takes the next slot for a poll of one process. It holds the pace where many polls are due together, as after an
 * outage. Returns the slot after it; undefined where too many polls were made of late.
 */
export function takePollSlot(
  { nextMs, nowMs }: { nextMs: number; nowMs: number },
  { pollSpacingMs }: Pick<Timing, 'pollSpacingMs'>,
): number | undefined {
  const aheadMs = nextMs - nowMs;
  // Slots cannot be taken so far ahead, so the clock was set back.
  if (aheadMs > BURST_MS + pollSpacingMs) return nowMs + pollSpacingMs;
  return aheadMs > BURST_MS ? undefined : Math.max(nextMs, nowMs) + pollSpacingMs;
}

/** The pause of a poll that found too many others under way. It is random, so that they do not meet again. */
export function pauseWhenCrowdedMs(
  { calls, random }: { calls: number; random: number },
  timing: Pick<Timing, 'pollSpacingMs' | 'ringPollMs'>,
): number {
  return Math.max(sharedPauseMs(calls, timing), timing.ringPollMs) * random;
}
