/** The gate of a deploy, on runs of a real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TASK_QUEUE, WORKFLOWS } from '../../src/contract/messages.ts';
import { decideOtherwise } from './hand-made-task.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: false });
});
afterAll(() => world.stop());

test('a run that this build would not have made keeps it out', async () => {
  const id = await world.campaign([]);
  await decideOtherwise(world.client, id);
  await world.startWorker();
  const gate = { taskQueue: TASK_QUEUE, workflowId: 'gate' };
  await expect(world.client.workflow.execute(WORKFLOWS.gate, gate)).rejects.toMatchObject({
    cause: {
      message: `Activity task failed`,
      cause: {
        message: expect.stringMatching(
          `^1 of 1 runs of campaignWorkflow would break on this build, such as campaign.${id}: `,
        ),
      },
    },
  });
});
