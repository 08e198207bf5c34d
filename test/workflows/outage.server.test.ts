/** Webhooks are acknowledged and kept while nobody runs workflows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('what came while no worker ran is kept, and its call goes on when one does', async () => {
  await world.simulator.change({ talkMs: [600_000, 600_000] });
  const id = await world.campaign(['+12025550116']);
  const ref = `${id}.1.1`;
  await world.untilCall(ref, { state: 'bridged' });
  await world.stopWorker();
  const { carrier_call_id: carrierCallId } = await world.call(ref);
  const event = { event: 'click2call.some_day_new', event_seq: 900, data: { id: carrierCallId } };
  expect((await world.hook(ref, event)).status).toBe(204);
  await world.startWorker();
  await world.untilState(id, 'completed');
  const names = (await world.call(ref)).timeline.map((entry: { text: string }) => entry.text);
  expect(names).toContain('click2call.some_day_new');
});
