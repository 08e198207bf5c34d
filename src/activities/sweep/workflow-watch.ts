/**
 * Looks every few seconds whether the workflows run that must run, so that a call whose run was ended by hand, failed or
 * was lost keeps its agent only for seconds more. It runs in each worker and not in Temporal, because what it looks for may
 * have struck the sweep itself. One worker at a time has the turn. What no turn reaches is left to the sweep.
 */
import type { Client } from '@temporalio/client';
import { turnsEvery } from '../../background/turns.ts';
import { callWorkflowId, parseCallRef, type CallRef } from '../../domain/ids.ts';
import type { BrokenWorkflow } from '../../domain/workflow-fault.ts';
import { watchEveryMs } from '../../domain/timing.ts';
import type { WatchedWork } from '../../store/workflows/workflow-store.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../contract/messages.ts';
import type { ActivityDeps } from '../deps.ts';
import { keepRunning, whatToDo } from './keep-running.ts';
import { keptWorkflows, type KeptWorkflow } from './kept-workflows.ts';
import { seenRun } from './workflow-run.ts';

/** Of each kind, in one turn. */
const PER_TURN = 200;
/** Requests to Temporal. Each is mostly a wait. */
const AT_ONCE = 10;
/** A call that was changed just now has a workflow. */
const GRACE_IN_TURNS = 1.5;
/** Visibility is behind for seconds. */
const CLOSED_SINCE_IN_TURNS = 6;
/** A new run that lived so long does not fail at once, as the one before did. */
const WORKS_AFTER_TURNS = 1.5;

interface Log {
  warn(facts: object, message: string): void;
}

export function watchWorkflows(deps: ActivityDeps, log: Log): { stop(): Promise<void> } {
  const everyMs = watchEveryMs(deps.timing);
  let stopped = false;
  const turns = turnsEvery(everyMs, () =>
    turn(deps, everyMs, { log, isOver: () => stopped }).catch((error: unknown) =>
      log.warn({ err: error }, 'the workflows could not be looked at'),
    ),
  );
  return {
    stop() {
      stopped = true;
      return turns.stop();
    },
  };
}

async function turn(
  deps: ActivityDeps,
  everyMs: number,
  { log, isOver }: { log: Log; isOver: () => boolean },
): Promise<void> {
  const { store, nowMs } = deps;
  const beganAtMs = nowMs();
  const graceMs = everyMs * GRACE_IN_TURNS;
  // The timer of a process is not exact, so a turn that comes a little early counts.
  const work = await store.takeWatchTurn({
    nowMs: beganAtMs,
    everyMs: everyMs * 0.9,
    graceMs,
    limit: PER_TURN,
  });
  if (work === undefined) return;
  const closed = await closedCalls(deps, everyMs * CLOSED_SINCE_IN_TURNS);
  await eachOf(
    keptOf(deps, work, closed),
    async (kept) => {
      if (isOver() || !(await keepRunning(deps, kept))) return;
      const { workflowId } = kept;
      log.warn({ workflowId }, 'a workflow that must run did not, and was started again');
    },
    log,
  );
  const before = (await store.brokenWorkflows()).filter((each) => each.foundAtMs < beganAtMs);
  await eachOf(before, (broken) => lookAgain(deps, broken, everyMs), log);
  // They are ended only: a schedule or a turn starts the next one.
  await eachOf(await openScheduled(deps.client), (id) => whatToDo(deps, id), log);
}

function keptOf(deps: ActivityDeps, work: WatchedWork, closed: readonly CallRef[]): KeptWorkflow[] {
  const kept = keptWorkflows(deps);
  return [
    ...[...new Set([...closed, ...work.calls])].map(kept.call),
    ...work.campaigns.map(kept.campaign),
    ...work.reconciliations.map(kept.reconciliation),
    ...work.endpoints.map(kept.endpoint),
    ...(work.deskWanted ? [kept.recordingDesk()] : []),
  ];
}

const CLOSED_BADLY = `ExecutionStatus IN ('Failed', 'Terminated', 'Canceled', 'TimedOut')`;

/** Calls with work left whose run was ended since: found however many calls are live. */
async function closedCalls({ client, store }: ActivityDeps, sinceMs: number): Promise<CallRef[]> {
  const since = new Date(Date.now() - sinceMs).toISOString();
  const ids = await listed(
    client,
    `WorkflowType = '${WORKFLOWS.call}' AND TaskQueue = '${TASK_QUEUE}' AND ${CLOSED_BADLY} AND CloseTime > '${since}'`,
  );
  const prefix = callWorkflowId('');
  const refs = ids.map((id) => id.slice(prefix.length)).filter((ref) => parseCallRef(ref));
  return store.unfinishedAmong([...new Set(refs)]);
}

const SCHEDULED = [WORKFLOWS.sweep, WORKFLOWS.callback, WORKFLOWS.reconciliation] as const;

/** Runs that a schedule or a request started, and that would keep the next one waiting for ever. */
const openScheduled = (client: Client): Promise<string[]> =>
  listed(
    client,
    `WorkflowType IN (${SCHEDULED.map((type) => `'${type}'`).join(', ')}) AND TaskQueue = '${TASK_QUEUE}' AND ExecutionStatus = 'Running'`,
  );

async function listed(client: Client, query: string): Promise<string[]> {
  const { namespace } = client.options;
  const request = { namespace, query, pageSize: PER_TURN };
  const { executions } = await client.connection.withDeadline(Date.now() + 5_000, () =>
    client.workflowService.listWorkflowExecutions(request),
  );
  return (executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
}

/** Whether a workflow that was started again works now. */
async function lookAgain(
  { client, store }: ActivityDeps,
  { workflowId, runId }: BrokenWorkflow,
  everyMs: number,
): Promise<void> {
  const run = await seenRun(client, workflowId);
  const works =
    run.kind === 'none' ||
    (run.kind === 'runs' &&
      (run.runId === runId || Date.now() - run.startedAtMs >= everyMs * WORKS_AFTER_TURNS));
  if (works) await store.noteWorking(workflowId);
}

async function eachOf<Item>(
  items: readonly Item[],
  visit: (item: Item) => Promise<unknown>,
  log: Log,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const outcomes = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(visit));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) log.warn({ err: failed.reason }, 'a workflow could not be looked at');
  }
}
