/** Webhooks that nobody can read: each makes its call poll, and a flood of them makes it poll now and then. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  // Slow enough that no other poll is due for a long time.
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
  const polls = () => world.facts('read').length;
  const poke = async (junk: string) => expect((await world.hook(ref, junk)).status).toBe(204);
  const untilPolledAfter = async (count: number) => {
    await expect.poll(polls, { timeout: 120_000, interval: 20 }).toBeGreaterThan(count);
  };

  const before = polls();
  await poke('not json');
  await untilPolledAfter(before);
  const between = polls();
  await poke('still not json');
  await untilPolledAfter(between);

  const quiet = polls();
  for (let count = 0; count < 100; count++) await poke(`junk ${count}`);
  await untilPolledAfter(quiet);
  expect((await world.call(ref)).state).toBe('bridged');
  await world.untilCall(ref, { disposition: 'completed', confirmed: true, settlement: 'settled' });
  expect(polls() - quiet).toBeLessThan(15);
  expect(await world.historyLength(ref)).toBeLessThan(200);
});
