/** A workflow task that no worker of ours completes: its decision is one that our workflows never make. */
import { msToTs } from '@temporalio/common/lib/time.js';
import type { Client } from '@temporalio/client';
import { TASK_QUEUE, WORKFLOWS } from '../../src/contract/messages.ts';
import { campaignWake } from '../../src/contract/starts.ts';
import { campaignWorkflowId } from '../../src/domain/ids.ts';

const POLL_MS = 30_000;
const AN_HOUR_MS = 3_600_000;
/** `COMMAND_TYPE_START_TIMER` of Temporal's API. */
const START_TIMER = 3;

/** While no worker runs: completes the next task of this campaign with a timer. */
export async function decideOtherwise(client: Client, campaignId: string): Promise<void> {
  const { namespace } = client.options;
  // On a busy machine the API leaves the start to the sweep after two seconds, and no worker sweeps here.
  await client.workflow.signalWithStart(WORKFLOWS.campaign, campaignWake(campaignId));
  await client.workflowService.respondWorkflowTaskCompleted({
    namespace,
    taskToken: await taskOf(client, campaignWorkflowId(campaignId)),
    identity: 'a hand',
    commands: [
      {
        commandType: START_TIMER,
        startTimerCommandAttributes: {
          timerId: 'by hand',
          startToFireTimeout: msToTs(AN_HOUR_MS),
        },
      },
    ],
  });
}

/** Tasks of others, such as the sweep, are left: the server gives them to another worker when their time is over. */
async function taskOf(client: Client, workflowId: string): Promise<Uint8Array> {
  const { namespace } = client.options;
  const poll = { namespace, taskQueue: { name: TASK_QUEUE }, identity: 'a hand' };
  for (;;) {
    // The server refuses a poll whose deadline is near, so each has one of its own. The test's time-out ends the loop.
    const task = await client.withDeadline(Date.now() + POLL_MS, () =>
      client.workflowService.pollWorkflowTaskQueue(poll),
    );
    if (task.workflowExecution?.workflowId === workflowId) return task.taskToken;
  }
}
