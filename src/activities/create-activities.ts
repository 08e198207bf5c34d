import type { ActivityDeps } from './deps.ts';
import { dispatchActivities } from './dispatch.ts';
import { followingActivities } from './following.ts';
import { placingActivities } from './placing.ts';
import { reconcileActivities } from './reconcile.ts';
import { recordComparingActivities } from './record-comparing.ts';
import { recordingActivities } from './recording.ts';
import { tendingActivities } from './tending.ts';

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
