/** The deadlines and retry policies of all activities, in one place. */
import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { Activities, DispatchActivities } from '../activities/create-activities.ts';
import {
  BOOKKEEPING_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  RECORDINGS_TASK_QUEUE,
  WEBHOOK_TEST_WITHIN_MS,
  WEBHOOKS_TASK_QUEUE,
} from '../contract/messages.ts';

/**
 * Runs within the workflow task, which saves Temporal two state transitions of seven (decision 51). Only one attempt,
 * because a second could ring a phone twice; a worker that dies leaves the task to another, which finds the intent. The
 * deadline allows for connecting (5 s), the POST (15 s) and the transactions. A call with a time factor has its own,
 * shorter deadline.
 */
export const placing = proxyLocalActivities<Activities>({
  startToCloseTimeout: '45s',
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/**
 * Effects that are safe to repeat. They are retried until they succeed. None takes longer than a GET and its
 * transactions, so a killed worker is noticed after that time.
 */
export const durable = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

/** Downloads, which may last a minute. */
export const fetching = proxyActivities<Activities>({
  taskQueue: RECORDINGS_TASK_QUEUE,
  startToCloseTimeout: '90s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

/** A turn of the recording desk: one attempt, because each lookup spends quota. */
export const lookingUp = proxyActivities<Activities>({
  taskQueue: RECORDINGS_TASK_QUEUE,
  startToCloseTimeout: '45s',
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/** Polls that fail with "not yet" and are retried. They are cancelled when they are not needed any more. */
export const watching = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** Quick reads and writes that run within the workflow task. If one fails, the caller runs it as `durable`. */
export const quick = proxyLocalActivities<Activities>({
  startToCloseTimeout: '15s',
  retry: { maximumAttempts: 1 },
});

/** Reads many pages of call records and applies them. Safe to repeat. */
export const comparing = proxyActivities<Activities>({
  taskQueue: BOOKKEEPING_TASK_QUEUE,
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '2h',
  heartbeatTimeout: '2m',
  retry: { initialInterval: '10s', maximumInterval: '10m' },
});

/** Finds what was left undone. The next run of the schedule is its retry. */
export const sweeping = proxyActivities<Activities>({
  taskQueue: BOOKKEEPING_TASK_QUEUE,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
});

/** A rehearsal, for which a person waits. If its worker dies, another one begins anew. */
export const rehearsing = proxyActivities<Activities>({
  taskQueue: BOOKKEEPING_TASK_QUEUE,
  scheduleToStartTimeout: '30s',
  scheduleToCloseTimeout: '150s',
  startToCloseTimeout: '130s',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 1 },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** The gate of a deploy: some histories are read and replayed. */
export const gating = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 },
});

/** The dispatcher. Because of its heartbeats, a killed worker is noticed within seconds. */
export const dispatcher = proxyActivities<DispatchActivities>({
  taskQueue: DISPATCH_TASK_QUEUE,
  startToCloseTimeout: '30m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', maximumInterval: '10s' },
});

/** Sends events to an endpoint. If its worker dies, another one goes on within seconds, behind the last noted event. */
export const delivering = proxyActivities<Activities>({
  taskQueue: WEBHOOKS_TASK_QUEUE,
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

/** One request, for which a person waits. */
export const testing = proxyActivities<Activities>({
  taskQueue: WEBHOOKS_TASK_QUEUE,
  scheduleToCloseTimeout: WEBHOOK_TEST_WITHIN_MS,
  retry: { maximumAttempts: 1 },
});
