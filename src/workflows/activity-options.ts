/** The deadlines and retry policies of all activities, in one place. */
import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { Activities, DispatchActivities } from '../activities/create-activities.ts';
import { DISPATCH_TASK_QUEUE } from './messages.ts';

/**
 * One attempt, always: a second one could ring a phone twice. The deadline leaves room for connecting
 * (5 s), the POST's own (15 s) and the transactions around it; a call brings its own, compressed.
 */
export const placing = proxyActivities<Activities>({
  startToCloseTimeout: '45s',
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/**
 * Effects that are safe to repeat: tried until they succeed. None takes longer than a GET and the
 * transactions around it; a worker that was killed over one is waited for no longer.
 */
export const durable = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

/** Downloads, which may last a minute. */
export const fetching = proxyActivities<Activities>({
  startToCloseTimeout: '90s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

/** Looks that say "not yet" and come again; they leave when nobody waits for them any more. */
export const watching = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** Quick reads and writes, run within the workflow's own task; `durable` takes over when they fail. */
export const quick = proxyLocalActivities<Activities>({
  startToCloseTimeout: '15s',
  retry: { maximumAttempts: 1 },
});

/** Reading many pages of call records, and what follows from them; done again it changes nothing more. */
export const comparing = proxyActivities<Activities>({
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '2h',
  heartbeatTimeout: '2m',
  retry: { initialInterval: '10s', maximumInterval: '10m' },
});

/** The pump. Its heartbeats tell a killed worker within seconds. */
export const dispatcher = proxyActivities<DispatchActivities>({
  taskQueue: DISPATCH_TASK_QUEUE,
  startToCloseTimeout: '30m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', maximumInterval: '10s' },
});
