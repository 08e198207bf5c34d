import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import {
  pauseWhenCrowdedMs,
  sharedPauseMs,
  takePollSlot,
} from '../../../src/domain/calls/poll-pace.ts';
import { timingFor } from '../../../src/domain/timing.ts';

const START_MS = 1_800_000_000_000;
const pace = (pollsPerSecond: number, factor = 1) =>
  timingFor({ ...DEFAULT_CARRIER_PROFILE.timing, pollsPerSecond }, factor);

test('however many calls are polled, each at its own pause: after the first round no second has more polls', () => {
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

test('1,000 calls at 20 polls a second are each polled every 50 s; one alone without a limit', () => {
  expect(sharedPauseMs(1_000, pace(20))).toBe(50_000);
  expect(sharedPauseMs(1, pace(20))).toBe(50);
});

test('a time factor compresses the pace as it does the carrier', () => {
  expect(sharedPauseMs(1_000, pace(20, 100))).toBe(500);
});

test('of one process, whenever polls fall due: no span has more than its pace and a second of it', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 50 }), (gapsMs, pollsPerSecond) => {
      const left: number[] = [];
      let [nowMs, nextMs] = [START_MS, 0];
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        const slotMs = takePollSlot({ nextMs, nowMs }, pace(pollsPerSecond));
        if (slotMs === undefined) continue;
        nextMs = slotMs;
        left.push(nowMs);
      }
      expect(left[0]).toBe(START_MS + gapsMs[0]!);
      left.forEach((fromMs, first) => {
        const seconds = (left.at(-1)! - fromMs) / 1_000;
        const most = (seconds + 1) * pollsPerSecond + 2;
        expect(left.length - first).toBeLessThanOrEqual(most);
      });
    }),
  );
});

test('a clock that was set back stops no poll', () => {
  const nextMs = takePollSlot({ nextMs: 0, nowMs: START_MS }, pace(20))!;
  const nowMs = START_MS - 3_600_000;
  expect(takePollSlot({ nextMs, nowMs }, pace(20))).toBe(nowMs + 50);
});

test('polls that meet too many others are spread over the time that all of them share', () => {
  const timing = pace(20);
  const at = (random: number, calls: number) => pauseWhenCrowdedMs({ calls, random }, timing);
  expect([at(0, 1_000), at(0.5, 1_000), at(1, 1_000)]).toEqual([0, 25_000, 50_000]);
  expect(at(1, 3)).toBe(timing.ringPollMs);
});
