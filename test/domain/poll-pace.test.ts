import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../src/carrier/profile.ts';
import { pauseWhenCrowdedMs, sharedPauseMs } from '../../src/domain/poll-pace.ts';
import { timingFor } from '../../src/domain/timing.ts';

const pace = (pollsPerSecond: number, factor = 1) =>
  timingFor({ ...DEFAULT_CARRIER_PROFILE.timing, pollsPerSecond }, factor);

test('however many calls are looked at, each at its own pause: after the first round no second has more looks', () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 50 }), (ownPausesMs, pollsPerSecond) => {
      const shortestMs = sharedPauseMs(ownPausesMs.length, pace(pollsPerSecond));
      const spanMs = 120_000;
      const looks = ownPausesMs
        .map((ownMs) => Math.floor(spanMs / Math.max(ownMs, shortestMs)))
        .reduce((sum, each) => sum + each, 0);
      expect(looks).toBeLessThanOrEqual((spanMs / 1_000) * pollsPerSecond);
    }),
  );
});

test('1,000 calls at 20 looks a second are each looked at every 50 s; one alone as often as it likes', () => {
  expect(sharedPauseMs(1_000, pace(20))).toBe(50_000);
  expect(sharedPauseMs(1, pace(20))).toBe(50);
});

test('a time factor compresses the pace as it does the carrier', () => {
  expect(sharedPauseMs(1_000, pace(20, 100))).toBe(500);
});

test('looks that meet too many others are spread over the time that all of them share', () => {
  const timing = pace(20);
  const at = (draw: number, calls: number) => pauseWhenCrowdedMs({ calls, draw }, timing);
  expect([at(0, 1_000), at(0.5, 1_000), at(1, 1_000)]).toEqual([0, 25_000, 50_000]);
  expect(at(1, 3)).toBe(timing.ringPollMs);
});
