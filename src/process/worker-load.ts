/** Measures how the calls are spread over the workers, for `CallShare`. */
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { CallShare } from '../activities/campaigns/call-share.ts';
import { turnsEvery } from '../background/turns.ts';
import { isRecentPoller } from './temporal.ts';
import { WORKFLOWS } from '../contract/messages.ts';

const EVERY_MS = 5_000;
/** `TaskQueueType` of Temporal's API. */
const WORKFLOW = 1;

export function followCallLoad({
  client,
  taskQueue,
  share,
  log,
}: {
  client: Client;
  taskQueue: string;
  share: CallShare;
  log: Logger;
}): { stop(): Promise<void> } {
  let workers = 1;
  async function measure(): Promise<void> {
    try {
      const load = await loadOf(client, taskQueue);
      if (load.workers !== workers) log.info({ workers: load.workers }, 'workers share the calls');
      ({ workers } = load);
      share.note(load);
    } catch (error) {
      log.debug({ err: error }, 'the load of the workers is not known');
    }
  }
  const turns = turnsEvery(EVERY_MS, measure);
  turns.begin();
  return turns;
}

async function loadOf(client: Client, taskQueue: string) {
  const { namespace } = client.options;
  const [{ pollers }, { count }] = await Promise.all([
    client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: WORKFLOW,
    }),
    client.workflow.count(`WorkflowType = '${WORKFLOWS.call}' AND ExecutionStatus = 'Running'`),
  ]);
  const recent = (pollers ?? []).filter(isRecentPoller).map(({ identity }) => identity);
  return { workers: new Set(recent).size, calls: count };
}
