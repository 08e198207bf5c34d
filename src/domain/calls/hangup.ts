/** When a worker asks the carrier for a hang-up that no workflow has requested. */

/** The workflow of the call has this time to request the hang-up. */
export const HANGUP_GRACE_MS = 2_000;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The pause after a hang-up that the carrier did not accept. It doubles. It is longer than a workflow's pause between
 * retries, so that a worker usually acts only if no workflow does. The pause that the carrier asks for is added.
 */
export function pauseBeforeHangupMs(tries: number, askedMs = 0): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS) + askedMs;
}
