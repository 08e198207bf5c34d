/** The other signs of a database that was put back, its release, and a start without any sign. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NUMBERS, startRestoredWorld, type RestoredWorld } from './restored-world.ts';

let world: RestoredWorld;
beforeEach(async () => void (world = await startRestoredWorld()));
afterEach(() => world.stop());

test('a copy is put back, and Temporal knows the calls since: they are followed, and nobody is rung again', async () => {
  const id = await world.dialledSinceTheCopy();
  world.putBack();
  await world.startAll();
  // The copy was stopped by a person. The stop of that day is no reason to dial again.
  await expect.poll(world.restore).toMatchObject({ sign: 'high-water-mark' });
  expect((await world.api('POST', '/v1/account/go')).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining('dialwright restore release'),
  });
  await expect
    .poll(world.restore, { timeout: 120_000 })
    .toMatchObject({ calls: { followed: NUMBERS.length }, unexplained: 0 });
  await expect.poll(async () => (await world.restore()).read_at).not.toBeNull();
  expect((await world.api('POST', '/v1/account/restore/release')).status).toBe(200);
  await world.api('POST', '/v1/account/go');
  await world.untilState(id, 'completed');
  world.expectNobodyCalledTwice();
  for (const call of await world.calls(id)) {
    expect(call).toMatchObject({ disposition: 'completed', cost: expect.any(String) });
  }
});

test('without the mark beside the recordings, the runs in Temporal show it', async () => {
  await world.dialledSinceTheCopy();
  world.putBack();
  world.removeMark();
  await world.startAll();
  await expect.poll(world.restore).toMatchObject({ sign: 'workflow', unexplained: null });
  world.expectNobodyCalledTwice();
});

test('a database that is as new as what has happened starts as ever', async () => {
  await world.dialledSinceTheCopy();
  await world.startAll();
  const id = await world.campaign(['+12025550136']);
  await world.untilState(id, 'completed');
  expect(await world.restore()).toBeNull();
});
