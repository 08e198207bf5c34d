/** A database that was put back from a copy: nobody is rung twice, and what was forgotten is found again. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

/** The simulator completes calls of numbers that end in 6. */
const NUMBERS = ['+12025550106', '+12025550116', '+12025550126'];

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await world.addAgents(3);
});
afterEach(() => world.stop());

const posts = () =>
  world
    .facts('decision')
    .filter(({ outcome }) => outcome === 'accepted')
    .map((fact) => (fact['placed'] as { nth: number; call: string }).nth);
const database = (name = '') => join(world.folder, `dialwright.sqlite${name}`);
const stopAll = async () => {
  await world.stopServer();
  await world.stopWorker();
};
const startAll = async () => {
  await world.startServer();
  await world.startWorker();
};
const copyAway = () => copyFileSync(database(), database('.copy'));
function putBack(): void {
  for (const end of ['-wal', '-shm']) rmSync(database(end), { force: true });
  copyFileSync(database('.copy'), database());
}
const restore = async () => (await world.api('GET', '/v1/account/restore')).body.open;

/** A campaign of which the copy knows nothing but the list, and which was dialled to its end afterwards. */
async function dialledSinceTheCopy(): Promise<string> {
  await world.api('POST', '/v1/account/stop');
  const id = await world.campaign(NUMBERS);
  await stopAll();
  copyAway();
  await startAll();
  await world.api('POST', '/v1/account/go');
  await world.untilState(id, 'completed');
  // No webhook of theirs is still to come.
  for (const { ref } of await world.calls(id)) await world.untilClosed(ref);
  expect(posts()).toEqual(NUMBERS.map(() => 1));
  await stopAll();
  return id;
}

test('a copy is put back, and Temporal knows the calls since: they are followed, and nobody is rung again', async () => {
  const id = await dialledSinceTheCopy();
  putBack();
  await startAll();
  // The copy was stopped by a person. The stop of that day is no reason to dial again.
  await expect.poll(restore).toMatchObject({ sign: 'high-water-mark' });
  expect((await world.api('POST', '/v1/account/go')).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining('dialwright restore release'),
  });
  await expect
    .poll(restore, { timeout: 60_000 })
    .toMatchObject({ calls: { followed: NUMBERS.length }, unexplained: 0 });
  await expect.poll(async () => (await restore()).read_at).not.toBeNull();
  expect((await world.api('POST', '/v1/account/restore/release')).status).toBe(200);
  await world.api('POST', '/v1/account/go');
  await world.untilState(id, 'completed');
  expect(posts()).toEqual(NUMBERS.map(() => 1));
  for (const call of await world.calls(id)) {
    expect(call).toMatchObject({ disposition: 'completed', cost: expect.any(String) });
  }
});

test('without the mark beside the recordings, the runs in Temporal show it', async () => {
  await dialledSinceTheCopy();
  putBack();
  rmSync(join(world.recordingsDir, '.high-water'), { recursive: true });
  await startAll();
  await expect.poll(restore).toMatchObject({ sign: 'workflow', unexplained: null });
  expect(posts()).toEqual(NUMBERS.map(() => 1));
});

test('without either, the first claim finds the run of the call, and does not place it', async () => {
  const id = await dialledSinceTheCopy();
  putBack();
  rmSync(join(world.recordingsDir, '.high-water'), { recursive: true });
  await world.startServer();
  await world.api('POST', '/v1/account/go');
  await world.startWorker();
  await expect.poll(restore).toMatchObject({ sign: 'workflow' });
  await expect
    .poll(restore, { timeout: 60_000 })
    .toMatchObject({ calls: { followed: NUMBERS.length } });
  expect(posts()).toEqual(NUMBERS.map(() => 1));
  expect((await world.progress(id)).state).toBe('running');
});

test('a database that is as new as what has happened starts as ever', async () => {
  await dialledSinceTheCopy();
  await startAll();
  const id = await world.campaign(['+12025550136']);
  await world.untilState(id, 'completed');
  expect(await restore()).toBeNull();
});
