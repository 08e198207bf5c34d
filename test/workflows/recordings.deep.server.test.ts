/** Recordings that come hours after the call, or after they were given up. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dial, RECORDED, worldWith } from './recorded-calls.ts';

const HOUR_MS = 3_600_000;

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
      .poll(async () => (await world.call(ref)).recording, { timeout: 120_000, interval: 250 })
      .toBe('stored');
    const lookups = world.facts('lookup');
    expect(lookups.length).toBeLessThanOrEqual(7);
    expect(lookups.slice(0, -1).every(({ status }) => status === 404)).toBe(true);
  },
);

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
  const lookups = world.facts('lookup').length;
  expect(lookups).toBeGreaterThan(0);
  await world.untilCall(ref, { recording: 'stored' });
  expect(world.facts('lookup')).toHaveLength(lookups);
});
