/** Workflows that must run: starts them again if they do not, within the bound that the store keeps. */
import type { ActivityDeps } from '../deps.ts';
import type { KeptWorkflow } from './kept-workflows.ts';
import { seenRun } from './workflow-run.ts';

export type KeepDeps = Pick<ActivityDeps, 'client' | 'store' | 'nowMs' | 'timing'>;

/** `start`: it may be started now. `leave`: it broke too often, or is started again later. */
export type WhatToDo = 'runs' | 'start' | 'leave';

/** Counts a run that failed. A run whose task fails for ever is ended, because no other run can begin before. */
export async function whatToDo(deps: KeepDeps, workflowId: string): Promise<WhatToDo> {
  const { client, store, nowMs, timing } = deps;
  const run = await seenRun(client, workflowId);
  if (run.kind === 'none') return 'start';
  if (run.kind === 'runs') return 'runs';
  const { runId, fault, reason } = run;
  const at = { nowMs: nowMs(), sweepMs: timing.sweepMs };
  const { start } = await store.noteBrokenRun({ workflowId, runId, fault, reason }, at);
  if (!start) return 'leave';
  if (run.open) {
    await client.workflow.getHandle(workflowId, runId).terminate(`it does not work: ${reason}`);
  }
  return 'start';
}

/** Starts it if it must be started, and may be. True: it was. */
export async function keepRunning(
  deps: KeepDeps,
  { workflowId, start }: KeptWorkflow,
): Promise<boolean> {
  if ((await whatToDo(deps, workflowId)) !== 'start') return false;
  await start();
  return true;
}

/** For a signal that starts the workflow if it does not run. */
export async function unlessLeft(
  deps: KeepDeps,
  workflowId: string,
  signal: () => Promise<unknown>,
): Promise<void> {
  if ((await whatToDo(deps, workflowId)) !== 'leave') await signal();
}
