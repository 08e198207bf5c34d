/** A database that was put back from a copy: nobody is rung twice, and what was forgotten is found again. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NUMBERS, startRestoredWorld, type RestoredWorld } from './restored-world.ts';

let world: RestoredWorld;
beforeEach(async () => void (world = await startRestoredWorld()));
afterEach(() => world.stop());

test('without either, the first claim finds the run of the call, and does not place it', async () => {
  const id = await world.dialledSinceTheCopy();
  world.putBack();
  world.removeMark();
  await world.startServer();
  await world.api('POST', '/v1/account/go');
  await world.startWorker();
  await expect.poll(world.restore).toMatchObject({ sign: 'workflow' });
  await expect
    .poll(world.restore, { timeout: 60_000 })
    .toMatchObject({ calls: { followed: NUMBERS.length } });
  world.expectNobodyCalledTwice();
  expect((await world.progress(id)).state).toBe('running');
});
