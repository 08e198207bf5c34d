import type { ActivityDeps } from './deps.ts';
import { dispatchActivities } from './campaigns/dispatch.ts';
import { followingActivities } from './calls/call-following.ts';
import { placingActivities } from './calls/placing.ts';
import { sweepActivities } from './sweep/sweep.ts';
import { recordComparingActivities } from './reconciliation/record-comparing.ts';
import { recordingActivities } from './recordings/recording.ts';
import { callbackActivities } from './callbacks/callback-sync.ts';

/** Everything a call, a callback, the recording desk and the sweep may do to the world. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...placingActivities(deps),
    ...followingActivities(deps),
    ...recordingActivities(deps),
    ...sweepActivities(deps),
    ...recordComparingActivities(deps),
    ...callbackActivities(deps),
  };
}

/** The pump, which has a task queue of its own. */
export const createDispatchActivities = dispatchActivities;

export type Activities = ReturnType<typeof createActivities>;
export type DispatchActivities = ReturnType<typeof createDispatchActivities>;
