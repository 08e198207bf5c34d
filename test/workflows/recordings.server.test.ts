/** Recordings whose link comes late, or for which there is no room. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dial, RECORDED, worldWith } from './recorded-calls.ts';

test('a link that comes while the desk still searches is fetched at once', async () => {
  const world = await worldWith({
    timeFactor: 60,
    carrier: { recordingReadyMs: [480_000, 480_000] },
  });
  const ref = await dial(world, RECORDED);
  await world.untilCall(ref, { recording: 'wanted', recording_reason: 'not found' });
  await world.untilClosed(ref);
  await world.untilCall(ref, { recording: 'stored', recording_reason: null });
  expect(world.facts('lookup').every(({ status }) => status === 404)).toBe(true);
});

test('while recordings cannot be written they wait and show the reason; dialling goes on', async () => {
  const world = await worldWith({ timeFactor: 60 });
  const folder = world.recordingsDir;
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  const ref = await dial(world, RECORDED);
  const why = 'the folder of recordings cannot be written: ENOTDIR';
  await world.untilCall(ref, { recording: 'wanted', recording_reason: why });
  const desk = (await world.api('GET', '/v1/account')).body.recording_desk;
  expect(desk).toMatchObject({ queued: 1, closed: { reason: why } });
  const other = await dial(world, '+12025550125');
  await world.untilCall(other, { disposition: 'completed', settlement: 'settled' });
  expect(world.facts('lookup')).toEqual([]);
  rmSync(folder);
  mkdirSync(folder);
  for (const call of [ref, other]) await world.untilCall(call, { recording: 'stored' });
});
