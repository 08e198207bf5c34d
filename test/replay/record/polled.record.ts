/** Without a public URL nothing calls back. */
import { afterAll, beforeAll, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ webhooks: false, timeFactor: 60, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
  await world.addAgents(2);
});
afterAll(async () => world.stop());

test('polled', async () => {
  const ref = await record.dial('+12025550115');
  await record.keepClosed('callWorkflow/polled', ref, { disposition: 'completed' });
});

test('unknown, and nobody will tell', async () => {
  await world.simulator.change({ answerReset: 1 });
  const ref = await record.dial('+12025550125');
  await record.keepClosed('callWorkflow/unknown-polled', ref, { disposition: 'unknown' });
});
