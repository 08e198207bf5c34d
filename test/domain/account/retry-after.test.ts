import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTooLongToWait,
  postAfterMs,
  retryAfterAt,
  withRetryAfter,
} from '../../../src/domain/account/retry-after.ts';

const NOW_MS = 1_800_000_000_000;
const asked = (askedMs: number, nowMs = NOW_MS) =>
  withRetryAfter(undefined, { askedMs, reason: '429' }, nowMs);

test('no pause, or one of nothing, holds nobody up', () => {
  expect(asked(0)).toBeUndefined();
  expect(asked(-1)).toBeUndefined();
  expect(retryAfterAt(undefined, NOW_MS)).toBeUndefined();
  expect(isTooLongToWait(undefined, NOW_MS)).toBe(false);
});

test('of several answers the one that asks for the longest pause counts, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(60_000), fc.nat(60_000)), { minLength: 1 }), (answers) => {
      const after = answers.reduce<ReturnType<typeof asked>>(
        (known, [atMs, askedMs]) =>
          withRetryAfter(known, { askedMs, reason: '429' }, NOW_MS + atMs),
        undefined,
      );
      const last = Math.max(...answers.filter(([, ms]) => ms > 0).map(([atMs, ms]) => atMs + ms));
      expect(after?.untilMs).toBe(last === -Infinity ? undefined : NOW_MS + last);
    }),
  );
});

test('it lasts until its instant, and no longer', () => {
  const pause = asked(25_000);
  expect(retryAfterAt(pause, NOW_MS + 24_999)).toBe(pause);
  expect(retryAfterAt(pause, NOW_MS + 25_000)).toBeUndefined();
});

test('a call waits for a pause of a minute, and ends for a longer one', () => {
  expect(isTooLongToWait(asked(60_000), NOW_MS)).toBe(false);
  expect(isTooLongToWait(asked(60_001), NOW_MS)).toBe(true);
  expect(isTooLongToWait(asked(3_600_000), NOW_MS + 3_540_000)).toBe(false);
});

test('no call comes back before the end, nor later than the spread', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_600_000 }), fc.string(), (askedMs, ref) => {
      const pause = asked(askedMs)!;
      const atMs = postAfterMs(pause, ref);
      expect(atMs).toBeGreaterThanOrEqual(pause.untilMs);
      expect(atMs).toBeLessThanOrEqual(pause.untilMs + pause.spreadMs);
      expect(postAfterMs(pause, ref)).toBe(atMs);
    }),
  );
});

test.each([60, 1_000])(
  '%i calls of one campaign come back evenly, and not in one burst',
  (calls) => {
    const pause = asked(25_000)!;
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let contact = 1; contact <= calls; contact++) {
      const late = postAfterMs(pause, `c7k2.${contact}.1`) - pause.untilMs;
      tenths[Math.floor((late / pause.spreadMs) * 10)]! += 1;
    }
    expect(Math.max(...tenths)).toBeLessThan((calls / 10) * 2.5);
    expect(Math.min(...tenths)).toBeGreaterThan(0);
  },
);
