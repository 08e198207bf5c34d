/** A recurring callback on a real schedule. Schedules turn at full minutes, so the test waits for the next one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCallbackWorld, type CallbackWorld } from './callback-world.ts';

let world: CallbackWorld;
beforeAll(async () => {
  world = await startCallbackWorld();
});
afterAll(() => world.stop());

const UNTIL = { timeout: 200_000, interval: 200 };

/** The next minute that leaves room to make the schedule before it. */
function comingMinute(): string {
  return new Date(Date.now() + 70_000).toISOString().slice(11, 16);
}

test('a turn is dialled at its time, once; without its schedule the sweep starts it', async () => {
  const every = { at: comingMinute() };
  const id = await world.make({ number: '+12025550106', every });
  const orphan = await world.make({ number: '+12025550116', every });
  await world.untilKept(id);
  await world.untilKept(orphan);
  await world.scheduleOf(orphan).delete();
  for (const each of [id, orphan]) {
    await expect.poll(async () => (await world.shown(each)).last?.state, UNTIL).toBe('done');
    const { turns, state, last } = await world.shown(each);
    expect({ turns, state, disposition: last.disposition }).toEqual({
      turns: 1,
      state: 'scheduled',
      disposition: 'completed',
    });
    const placed = world.facts('decision').filter((fact) => fact['placed'] !== null);
    const { number } = await world.shown(each);
    expect(placed.filter((fact) => fact['destination'] === number)).toHaveLength(1);
  }
  const { recentActions } = (await world.scheduleOf(id).describe()).info;
  expect(recentActions).toHaveLength(1);
  expect(recentActions[0]!.scheduledAt.toISOString()).toBe((await world.shown(id)).last.at);
}, 240_000);
