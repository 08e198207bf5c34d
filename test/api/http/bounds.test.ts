/** The bounds that keep one caller from taking what belongs to all. */
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { FixedWindowLimit } from '../../../src/api/ingress/fixed-window-limit.ts';
import { MOST_WRITES_WAITING } from '../../../src/api/ingress/ingress.ts';
import { InboxOverloaded, WriteBound } from '../../../src/api/ingress/write-bound.ts';
import { ReceivedWebhooks, startHeartbeat } from '../../../src/api/ingress/heartbeat.ts';
import { EVENTS_PER_CALL, EventQuota } from '../../../src/api/ingress/event-quota.ts';
import { TokenBucket } from '../../../src/api/http/load/token-bucket.ts';
import { durationMs, formatDuration } from '../../../src/api/http/schemas.ts';
import type { AppendOutcome } from '../../../src/store/calls/inbox-store.ts';

const key = { ref: 'c1.1.1', placement: 1 };
const outcome: AppendOutcome = { fresh: true, poke: false, isForgotten: false, call: undefined };
const told = (seq: number) => ({ seq, name: 'click2call.bridged', carrierCallId: 'id-1' });

test('a store that does not keep up is not asked for more', async () => {
  const bound = new WriteBound(MOST_WRITES_WAITING);
  const append = () => bound.run(() => new Promise(() => undefined));
  for (let n = 0; n < 2_000; n++) void append();
  const refused = await Promise.allSettled([append(), append()]);
  for (const result of refused) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(InboxOverloaded) });
  }
});

test('what was written, or could not be, waits no longer', async () => {
  let fail = true;
  const bound = new WriteBound(MOST_WRITES_WAITING);
  const append = () =>
    bound.run(async () => {
      if (fail) throw new Error('disk full');
      return outcome;
    });
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.allSettled(Array.from({ length: 2_000 }, () => append()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([fail ? 'rejected' : 'fulfilled']),
    );
    fail = false;
  }
  await expect(append()).resolves.toEqual(outcome);
});

test('a seq that could not be kept may come again', () => {
  const budget = new EventQuota(EVENTS_PER_CALL);
  expect(budget.reserve(key, told(1))).toBe('fits');
  budget.release(key, told(1));
  expect(budget.reserve(key, told(1))).toBe('fits');
  budget.keep(key, told(1));
  budget.release(key, told(1));
  expect(budget.reserve(key, told(1))).toBe('kept');
});

test('a forged event does not pass for the real one of the same seq', () => {
  const budget = new EventQuota(EVENTS_PER_CALL);
  budget.reserve(key, told(1));
  budget.keep(key, told(1));
  expect(budget.reserve(key, { ...told(1), name: 'click2call.failed' })).toBe('fits');
  expect(budget.reserve(key, { ...told(1), carrierCallId: 'another' })).toBe('fits');
});

test('invented calls do not use up what the real one needs, and their number is bounded', () => {
  const budget = new EventQuota(EVENTS_PER_CALL);
  expect(budget.reserve(key, told(1))).toBe('fits');
  const invented = Array.from({ length: 1_000 }, (_, n) =>
    budget.reserve(key, { ...told(n), carrierCallId: `forged-${n % 10}` }),
  );
  expect(invented.filter((verdict) => verdict === 'fits')).toHaveLength(3 * 64);
  expect(budget.reserve(key, told(2))).toBe('fits');
});

test('events under way count against the budget too', () => {
  const budget = new EventQuota(EVENTS_PER_CALL);
  const verdicts = Array.from({ length: 100 }, (_, n) => budget.reserve(key, told(n)));
  expect(verdicts.filter((verdict) => verdict === 'fits')).toHaveLength(64);
  expect(budget.reserve({ ...key, placement: 2 }, told(1))).toBe('fits');
});

test('the ingress notes every 5 s that it listens, through failures of the store', async () => {
  vi.useFakeTimers({ now: 0 });
  const notes: [number | undefined, number][] = [];
  const stopped: [number, number][] = [];
  const listening = startHeartbeat({
    log: pino({ level: 'silent' }),
    nowMs: Date.now,
    name: 'web-1:8080',
    webhooks: new ReceivedWebhooks(),
    store: {
      noteIngressStopped: async (span, nowMs) => void stopped.push([span, nowMs]),
      noteIngressHeartbeat: async ({ span, nowMs, gapMs }) => {
        notes.push([span, nowMs]);
        expect(gapMs).toBeGreaterThan(5_000);
        if (notes.length === 1) throw new Error('busy');
        return 7;
      },
    },
  });
  await vi.advanceTimersByTimeAsync(17_000);
  await listening.stop();
  await vi.advanceTimersByTimeAsync(12_000);
  vi.useRealTimers();
  expect(notes).toEqual([
    [undefined, 0],
    [undefined, 5_000],
    [7, 10_000],
    [7, 15_000],
  ]);
  expect(stopped).toEqual([[7, 17_000]]);
});

test('an allowance lasts for its hour', () => {
  const allowance = new FixedWindowLimit(2);
  expect([1, 2, 3].map((ms) => allowance.take(ms))).toEqual([true, true, false]);
  expect(allowance.take(3_600_000)).toBe(true);
});

test.each([
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['1500ms', 1_500],
  ['0s', 0],
])('%s is %d ms, and reads back the same', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
  expect(formatDuration(ms)).toBe(text);
});

test('a bucket gives its burst at once, then so many a second, whatever the clock does', () => {
  const bucket = new TokenBucket({ burst: 20, perSecond: 10 });
  const taken = (nowMs: number) =>
    Array.from({ length: 50 }, () => bucket.take(nowMs)).filter(Boolean).length;
  expect([1_000_000, 1_000_500, 900_000, 901_000, 9_000_000].map(taken)).toEqual([
    20, 5, 0, 10, 20,
  ]);
});
