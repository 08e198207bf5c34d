/** How long a recording is looked up, and how often. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  jittered,
  pauseBeforeSearchMs,
  type LookupMiss,
  type SearchTiming,
} from '../../../src/domain/recordings/recording-retry.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TIMING: SearchTiming = {
  recordingRetryMs: 3 * MINUTE_MS,
  recordingOutageMs: 30 * MINUTE_MS,
  recordingReadyMs: 6 * HOUR_MS,
};

/** When lookups are made, in ms after the end, while the carrier finds nothing before `readyMs`. */
function lookups(firstMs: number, readyMs: number): { atMs: number[]; found: boolean } {
  const atMs: number[] = [];
  for (let nextMs: number | null = firstMs; nextMs !== null;) {
    atMs.push(nextMs);
    if (nextMs >= readyMs) return { atMs, found: true };
    const so = { searches: atMs.length, outages: 0, sinceEndMs: nextMs };
    const pauseMs = pauseBeforeSearchMs('not-found', so, TIMING);
    nextMs = pauseMs === null ? null : nextMs + pauseMs;
  }
  return { atMs, found: false };
}

describe('a recording that is not found', () => {
  test('is found whenever it becomes ready within six hours, by a handful of lookups', () => {
    const first = fc.integer({ min: 0, max: 8 * HOUR_MS });
    const ready = fc.integer({ min: 0, max: 6 * HOUR_MS });
    fc.assert(
      fc.property(first, ready, (firstMs, readyMs) => {
        const { atMs, found } = lookups(firstMs, readyMs);
        expect(found).toBe(true);
        expect(atMs.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test('is looked up after 3, 9, 27 and 81 minutes, and when the six hours are over', () => {
    const { atMs, found } = lookups(3 * MINUTE_MS, Infinity);
    expect(found).toBe(false);
    expect(atMs.map((ms) => ms / MINUTE_MS)).toEqual([3, 6, 15, 42, 123, 360]);
  });

  test('and is first asked for when it can no longer be late, is given up at once', () => {
    expect(lookups(7 * HOUR_MS, Infinity).atMs).toHaveLength(1);
  });
});

describe('what shows nothing about the recording', () => {
  test('never ends the search, and its pauses grow to a bound', () => {
    const outage = (outages: number) =>
      pauseBeforeSearchMs('outage', { searches: 9, outages, sinceEndMs: 99 * HOUR_MS }, TIMING);
    expect([1, 2, 3, 4, 5, 2_000].map((n) => outage(n)! / MINUTE_MS)).toEqual([
      3, 6, 12, 24, 30, 30,
    ]);
  });

  test('shortens no pause of an answered search', () => {
    const pause = (outages: number) =>
      pauseBeforeSearchMs('not-found', { searches: 3, outages, sinceEndMs: 0 }, TIMING);
    expect(pause(50)).toBe(pause(0));
  });
});

test('a link that leads nowhere is given up late and not at the first try', () => {
  const give = (searches: number, sinceEndMs: number) =>
    pauseBeforeSearchMs('unusable', { searches, outages: 0, sinceEndMs }, TIMING);
  expect(give(4, 7 * HOUR_MS)).toBe(81 * MINUTE_MS);
  expect(give(5, 7 * HOUR_MS)).toBeNull();
  expect(give(5, HOUR_MS)).not.toBeNull();
});

test('no pause is shorter than the first', () => {
  const misses = fc.constantFrom<LookupMiss>('not-found', 'unusable', 'outage');
  const counts = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(misses, counts, counts, fc.nat(8 * HOUR_MS), (miss, searches, outages, ms) => {
      const pauseMs = pauseBeforeSearchMs(miss, { searches, outages, sinceEndMs: ms }, TIMING);
      expect(pauseMs ?? Infinity).toBeGreaterThanOrEqual(TIMING.recordingRetryMs);
    }),
  );
});

test('a wait asked for is kept, and stretched by a tenth at most', () => {
  fc.assert(
    fc.property(fc.nat(HOUR_MS), fc.double({ min: 0, max: 0.999, noNaN: true }), (ms, chance) => {
      expect(jittered(ms, chance)).toBeGreaterThanOrEqual(ms);
      expect(jittered(ms, chance)).toBeLessThanOrEqual(Math.ceil(ms * 1.1));
    }),
  );
});
