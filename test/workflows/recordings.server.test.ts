/** Recordings that come late, whose link comes late, or that find no room. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld, type World, type WorldOptions } from './world.ts';

const HOUR_MS = 3_600_000;
/** The last digit 5 makes a call that is completed and recorded. */
const RECORDED = '+12025550115';

async function worldWith(options: WorldOptions): Promise<World> {
  const world = await startWorld(options);
  onTestFinished(() => world.stop());
  await world.addAgents(2);
  return world;
}

async function dial(world: World, number: string): Promise<string> {
  const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
  return `${id}.1.1`;
}

test(
  'a recording that is ready six hours after the end is found, by a handful of lookups',
  { timeout: 120_000 },
  async () => {
    const late = {
      recordingReadyMs: [6 * HOUR_MS, 6 * HOUR_MS],
      lostRecordingWebhooks: 1,
    } as const;
    const world = await worldWith({ timeFactor: 720, carrier: late });
    const ref = await dial(world, RECORDED);
    await world.untilCall(ref, { recording: 'wanted', recording_reason: 'not found' });
    expect((await world.call(ref)).recording_due_at).toMatch(/^20/);
    await expect
      .poll(async () => (await world.call(ref)).recording, { timeout: 90_000, interval: 250 })
      .toBe('stored');
    const lookups = world.facts('lookup');
    expect(lookups.length).toBeLessThanOrEqual(7);
    expect(lookups.slice(0, -1).every(({ status }) => status === 404)).toBe(true);
  },
);

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

test('a link that comes after the recording was given up is fetched', async () => {
  const profile = join(import.meta.dirname, 'impatient-profile.json');
  const world = await worldWith({
    timeFactor: 60,
    carrier: { recordingReadyMs: [480_000, 480_000] },
    env: { DIALWRIGHT_CARRIER_PROFILE: profile },
  });
  const ref = await dial(world, RECORDED);
  await world.untilCall(ref, { recording: 'missing', recording_reason: 'not found' });
  await world.untilClosed(ref);
  await world.untilCall(ref, { recording: 'stored' });
  expect(world.facts('lookup')).toHaveLength(1);
});

test('while recordings cannot be written they wait and say why; dialling goes on', async () => {
  const world = await worldWith({ timeFactor: 60 });
  const folder = world.config.recordingsDir;
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
