/** How the last run of a workflow does: it runs, it is over, it failed, or its task fails again and again. */
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { ApplicationFailure } from '@temporalio/common';
import type { BrokenRun, WorkflowFault } from '../../domain/workflow-fault.ts';
import { GRPC } from '../../contract/grpc.ts';

export type SeenRun =
  /** Temporal does not know it, or it ended in another way than by a failure. */
  | { kind: 'none' }
  | { kind: 'runs'; runId: string; startedAtMs: number }
  /** `open`: the run still waits for a task that succeeds. */
  | ({ kind: 'broken'; open: boolean } & BrokenRun);

/** `WorkflowExecutionStatus` and `WorkflowTaskFailedCause` of Temporal's API. */
const STATUS = { running: 1, failed: 3 };
const CAUSE = { resetSticky: 13, unhandled: 14, resetRun: 20, badBinary: 21, otherCode: 24 };
/** Causes that are over with the next attempt: new events, a reset, a run that is being closed. */
const PASSING: readonly number[] = [1, CAUSE.resetSticky, 17, 18, CAUSE.resetRun];
const ANSWER_WITHIN_MS = 5_000;
/** The next attempt begins at once. One that fails too is not reported to Temporal: it ends by its time limit of ten seconds. */
const SETTLES_WITHIN_MS = 3_000;
/** A task that a killed worker had is timed out once. */
const MOST_TIMEOUTS = 4;
/** Behind the last failure of a task there is only what came since: signals, ends of activities. */
const EVENTS_READ = 50;

type Event = NonNullable<
  Awaited<ReturnType<Client['workflowService']['getWorkflowExecutionHistoryReverse']>>['history']
>['events'] extends (infer E)[] | null | undefined
  ? E
  : never;

export async function seenRun(client: Client, workflowId: string): Promise<SeenRun> {
  const { namespace } = client.options;
  const described = await soon(client, () =>
    client.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } }),
  ).catch(unlessUnknown);
  const info = described?.workflowExecutionInfo;
  const runId = info?.execution?.runId;
  if (!info || !runId) return { kind: 'none' };
  const runs = {
    kind: 'runs',
    runId,
    startedAtMs: Number(info.startTime?.seconds ?? 0) * 1_000,
  } as const;
  const status: number = info.status ?? 0;
  if (status === STATUS.failed) {
    const [end] = await lastEvents(client, { workflowId, runId }, 1);
    const failure = end?.workflowExecutionFailedEventAttributes?.failure;
    return { kind: 'broken', open: false, runId, ...(await whyOf(client, failure)) };
  }
  if (status !== STATUS.running) return { kind: 'none' };
  const attempt = described?.pendingWorkflowTask?.attempt ?? 0;
  if (attempt < 2) return runs;
  const events = await lastEvents(client, { workflowId, runId }, EVENTS_READ);
  const why = await whyTaskFails(client, events, attempt);
  return why === undefined ? runs : { kind: 'broken', open: true, runId, ...why };
}

/** Undefined: it does not fail, or nobody can say yet. */
async function whyTaskFails(
  client: Client,
  events: readonly Event[],
  attempt: number,
): Promise<Omit<BrokenRun, 'runId'> | undefined> {
  const last = events.find(
    (event) => event.workflowTaskFailedEventAttributes ?? event.workflowTaskTimedOutEventAttributes,
  );
  const failed = last?.workflowTaskFailedEventAttributes;
  if (!failed) {
    if (attempt <= MOST_TIMEOUTS) return undefined;
    return { fault: 'timeout', reason: `its workflow task timed out ${attempt - 1} times` };
  }
  const cause: number = failed.cause ?? 0;
  if (PASSING.includes(cause)) return undefined;
  if (Date.now() - millisOf(last?.eventTime) < SETTLES_WITHIN_MS) return undefined;
  const why = await whyOf(client, failed.failure);
  if (why.fault !== 'error' || cause === CAUSE.unhandled) return why;
  return { ...why, fault: cause === CAUSE.otherCode ? 'other-code' : 'refused' };
}

/** The message of the SDK. Where payload keys are used it is encrypted, perhaps under a key that is missing here. */
async function whyOf(
  client: Client,
  failure: Parameters<typeof decodeOptionalFailureToOptionalError>[1],
): Promise<Omit<BrokenRun, 'runId'>> {
  try {
    const { loadedDataConverter } = client.options;
    const error = await decodeOptionalFailureToOptionalError(loadedDataConverter, failure);
    const reason = error?.message ?? 'Temporal gives no reason';
    return { fault: faultOf(typeOf(error), reason), reason };
  } catch (error) {
    return { fault: 'payload-key', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A payload that the SDK cannot decode fails the task without a type: only the stack trace begins with the error's name. */
function typeOf(error: Error | undefined): string {
  if (error instanceof ApplicationFailure && error.type) return error.type;
  return /^\w+(?=: )/.exec(error?.stack ?? '')?.[0] ?? '';
}

function faultOf(type: string, reason: string): WorkflowFault {
  if (type === 'PayloadKeyError') return 'payload-key';
  return type === 'DeterminismViolationError' || reason.includes('Nondeterminism')
    ? 'other-code'
    : 'error';
}

/** The newest first. */
async function lastEvents(
  client: Client,
  execution: { workflowId: string; runId: string },
  maximumPageSize: number,
): Promise<Event[]> {
  const { namespace } = client.options;
  const request = { namespace, execution, maximumPageSize };
  const { history } = await soon(client, () =>
    client.workflowService.getWorkflowExecutionHistoryReverse(request),
  );
  return history?.events ?? [];
}

const soon = <Answer>(client: Client, request: () => Promise<Answer>): Promise<Answer> =>
  client.connection.withDeadline(Date.now() + ANSWER_WITHIN_MS, request);

function unlessUnknown(error: unknown): undefined {
  if (isGrpcServiceError(error) && (error.code as number) === GRPC.NOT_FOUND) return undefined;
  throw error;
}

interface Timestamp {
  seconds?: { toString(): string } | number | null;
  nanos?: number | null;
}

const millisOf = (time: Timestamp | null | undefined): number =>
  Number(time?.seconds ?? 0) * 1_000 + (time?.nanos ?? 0) / 1e6;
