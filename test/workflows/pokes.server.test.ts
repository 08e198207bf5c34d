/** Webhooks that nobody can read: each says "look", and a flood of them says it once in a while. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  // Slow enough that no look is due by itself for a long time.
  world = await startWorld({
    timeFactor: 12,
    carrier: {
      agentRingMs: [2_000, 2_000],
      customerRingMs: [3_000, 3_000],
      talkMs: [180_000, 180_000],
    },
  });
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('an unreadable webhook makes a call poll in any live state; a flood costs few polls and events', async () => {
  const id = await world.campaign(['+12025550106'], { redial: { max_attempts: 1, max_calls: 1 } });
  const ref = `${id}.1.1`;
  await world.untilCall(ref, { state: 'bridged' });
  const looks = () => world.facts('read').length;
  const poke = async (junk: string) => expect((await world.hook(ref, junk)).status).toBe(204);
  const untilLookedAfter = async (looked: number) => {
    await expect.poll(looks, { timeout: 5_000, interval: 20 }).toBeGreaterThan(looked);
  };

  const before = looks();
  await poke('not json');
  await untilLookedAfter(before);
  const between = looks();
  await poke('still not json');
  await untilLookedAfter(between);

  const quiet = looks();
  for (let count = 0; count < 100; count++) await poke(`junk ${count}`);
  await untilLookedAfter(quiet);
  expect((await world.call(ref)).state).toBe('bridged');
  await world.untilCall(ref, { disposition: 'completed', confirmed: true, settlement: 'settled' });
  expect(looks() - quiet).toBeLessThan(15);
  expect(await world.historyLength(ref)).toBeLessThan(200);
});
