/** Late events and forgotten calls whose scenarios take long: the waits are the carrier's. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changed } from './carrier-front.ts';
import { startLateEventsWorld, type LateEventsWorld } from './late-events-world.ts';

let world: LateEventsWorld;
beforeAll(async () => {
  world = await startLateEventsWorld();
});
afterEach(() => world.restore());
afterAll(() => world.stop());

test('a call that the carrier forgets ends as lost, with its reason, and its campaign ends', async () => {
  const ref = await world.dial('+12025550108');
  await world.untilCall(ref, { disposition: 'carrier-lost', confirmed: false });
  expect((await world.call(ref)).reason).toMatch(/^GET does not know the call, for \d+ s$/);
  await world.untilState(ref.split('.')[0]!, 'completed');
  // Eight or nine as a rule. On a busy machine, servers that miss its webhooks make it poll a few times more.
  expect((await world.stepsOf(ref)).length).toBeLessThanOrEqual(18);
});

test('a leg whose event comes between the end and the bill deepens the disposition', async () => {
  await world.simulator.change({ billingMs: [900_000, 900_000] });
  const ref = await world.dial('+12025550112');
  await world.untilCall(ref, { disposition: 'customer-unreached', settlement: 'open' });
  await world.sendEvent(ref, 'bridged', 900);
  await world.untilCall(ref, { disposition: 'dropped', settlement: 'open', confirmed: true });
  expect(await world.statusOf(ref)).toBe('RUNNING');
  await world.untilCall(ref, { settlement: 'settled' });
});

test('a bill that is corrected during the wait for the recording of a call that was bridged after all', async () => {
  await world.simulator.change({ billingMs: [900_000, 900_000] });
  const ref = await world.dial('+12025550122');
  await world.untilCall(ref, { disposition: 'customer-unreached', settlement: 'open' });
  await world.sendEvent(ref, 'bridged', 900);
  await world.untilCall(ref, { disposition: 'dropped', settlement: 'settled' });
  await world.untilCall(ref, { recording: 'wanted' });
  world.front.answerReads(changed({ cost: '0.75' }));
  await world.sendEvent(ref, 'finalized', 901);
  await world.untilCall(ref, { cost: '0.75' });
  await expect.poll(() => world.statusOf(ref)).toBe('COMPLETED');
});
