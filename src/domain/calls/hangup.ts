/** When a worker asks the carrier for a hang-up that nobody has carried out. */

/** So long the workflow of the call has time to do it. */
export const HANGUP_GRACE_MS = 2_000;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The pause after a hang-up that the carrier did not take: doubles. It is longer than that of a workflow that
 * keeps trying, so that as a rule a worker comes in only where the workflow does not. What the carrier asks for comes on top.
 */
export function pauseBeforeHangupMs(tries: number, askedMs = 0): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS) + askedMs;
}
