/** Workflows of callbacks: because one was made, and because its time had come. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 60, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
});
afterAll(async () => world.stop());

test('changed, and rung by its schedule', async () => {
  const at = new Date(Date.now() + 70_000).toISOString().slice(11, 16);
  const body = { number: '+12025550115', zone: 'UTC', every: { at } };
  const { id } = (await world.api('POST', '/v1/callbacks', body)).body;
  await record.untilStatus(`callback.${id}`, 'COMPLETED');
  await record.keep('callbackWorkflow/changed', `callback.${id}`);
  const started = async () => {
    const { info } = await world.client.schedule.getHandle(`callback.${id}`).describe();
    return info.recentActions.map(({ action }) => action.workflow);
  };
  await expect.poll(started, { timeout: 150_000, interval: 500 }).toHaveLength(1);
  const [workflow = expect.fail('nothing was started')] = await started();
  await record.untilStatus(workflow.workflowId, 'COMPLETED');
  await record.keep('callbackWorkflow/rung', workflow.workflowId);
}, 240_000);
