/**
 * One pace of GETs for the whole account, however many calls are polled and by however many workers: each call waits as
 * long as all of them need to have their turn. Nobody keeps a queue; the calls are counted in the store.
 */
import type { Timing } from './timing.ts';

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

/** When a look that found too many others under way comes again: spread by chance, so that they do not meet again. */
export function pauseWhenCrowdedMs(
  { calls, draw }: { calls: number; draw: number },
  timing: Pick<Timing, 'pollSpacingMs' | 'ringPollMs'>,
): number {
  return Math.max(sharedPauseMs(calls, timing), timing.ringPollMs) * draw;
}
