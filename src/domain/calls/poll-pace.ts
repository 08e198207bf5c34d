/**
 * One pace of GETs for the whole account, however many calls are polled and by however many workers: each call waits as
 * long as all of them need to have their turn. Nobody keeps a queue; the calls are counted in the store. Each process
 * keeps the pace too, for looks that fall due together.
 */
import type { Timing } from '../timing.ts';

export interface PolledCalls {
  /** Live calls that have been looked at by GET. */
  live: number;
  /** Calls that have ended and whose cost is looked for. */
  unsettled: number;
}

/** So many looks may be under way in one process: those of ends that were told and of hang-ups come on top. */
export const POLLS_AT_ONCE = 12;

/**
 * The shortest pause between two looks at one of so many calls. As each of them waits for it, all of them together make
 * no more than one look in `pollSpacingMs`.
 */
export const sharedPauseMs = (
  calls: number,
  { pollSpacingMs }: Pick<Timing, 'pollSpacingMs'>,
): number => calls * pollSpacingMs;

/** Looks of one process that may leave at once after a quiet while, as the time in which they leave one by one. */
const BURST_MS = 1_000;

/**
 * Takes the next instant for a look of one process: holds the pace where many looks fall due together, as after an
 * outage. Gives back from when the one after it is due; undefined where too many have left of late.
 */
export function takePollSlot(
  { nextMs, nowMs }: { nextMs: number; nowMs: number },
  { pollSpacingMs }: Pick<Timing, 'pollSpacingMs'>,
): number | undefined {
  const aheadMs = nextMs - nowMs;
  // More than can be taken: the clock was set back.
  if (aheadMs > BURST_MS + pollSpacingMs) return nowMs + pollSpacingMs;
  return aheadMs > BURST_MS ? undefined : Math.max(nextMs, nowMs) + pollSpacingMs;
}

/** When a look that found too many others under way comes again: spread by chance, so that they do not meet again. */
export function pauseWhenCrowdedMs(
  { calls, draw }: { calls: number; draw: number },
  timing: Pick<Timing, 'pollSpacingMs' | 'ringPollMs'>,
): number {
  return Math.max(sharedPauseMs(calls, timing), timing.ringPollMs) * draw;
}
