/** A call that stands still at the carrier; waited for so long that time must run fast. */
import { afterAll, beforeAll, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER } from './recorder.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 1_500, carrier: PLAIN_CARRIER });
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('lost: frozen at the carrier', async () => {
  const record = createRecorder(world);
  const ref = await record.dial('+12025550107');
  await record.keepClosed('callWorkflow/lost-frozen', ref, { disposition: 'carrier-lost' });
});
