import type { ActivityDeps } from './deps.ts';
import { dispatchActivities } from './campaigns/dispatch.ts';
import { followingActivities } from './calls/following.ts';
import { placingActivities } from './calls/placing.ts';
import { reconcileActivities } from './sweep/reconcile.ts';
import { recordComparingActivities } from './reconciliation/record-comparing.ts';
import { recordingActivities } from './recordings/recording.ts';
import { tendingActivities } from './callbacks/tending.ts';

/** Everything a call, a callback, the recording desk and the sweep may do to the world. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...placingActivities(deps),
    ...followingActivities(deps),
    ...recordingActivities(deps),
    ...reconcileActivities(deps),
    ...recordComparingActivities(deps),
    ...tendingActivities(deps),
  };
}

/** The pump, which has a task queue of its own. */
export const createDispatchActivities = dispatchActivities;

export type Activities = ReturnType<typeof createActivities>;
export type DispatchActivities = ReturnType<typeof createDispatchActivities>;
