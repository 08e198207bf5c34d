/** Gates of deploys: one that lets the build in, and one that keeps it out. */
import { afterAll, beforeAll, test } from 'vitest';
import { campaignWorkflowId } from '../../../src/domain/ids.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../../src/contract/messages.ts';
import { decideOtherwise } from '../../workflows/hand-made-task.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ worker: false });
  record = createRecorder(world);
});
afterAll(async () => world.stop());

async function gate(workflowId: string, status: string): Promise<void> {
  await world.client.workflow.start(WORKFLOWS.gate, { taskQueue: TASK_QUEUE, workflowId });
  await record.untilStatus(workflowId, status);
}

test('failed, and passed', async () => {
  const id = await world.campaign([]);
  await decideOtherwise(world.client, id);
  await world.startWorker();
  await gate('gate.1', 'FAILED');
  await record.keep('gateWorkflow/failed', 'gate.1');
  await world.client.workflow.getHandle(campaignWorkflowId(id)).terminate('it is over');
  await gate('gate.2', 'COMPLETED');
  await record.keep('gateWorkflow/passed', 'gate.2');
});
