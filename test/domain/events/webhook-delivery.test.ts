import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { judgeDelivery, type WebhookAnswer } from '../../../src/domain/events/webhook-delivery.ts';
import { timingFor } from '../../../src/domain/timing.ts';

const timing = timingFor(DEFAULT_CARRIER_PROFILE.timing);
const NOW = 1_800_000_000_000;
const answer = (status: number | null, more: Partial<WebhookAnswer> = {}): WebhookAnswer => ({
  status,
  error: status === null ? 'no answer' : null,
  retryAfterMs: null,
  durationMs: 1,
  ...more,
});
const judge = (given: WebhookAnswer, tries = 0, sinceMs: number | null = null, random = 0.5) =>
  judgeDelivery(given, { tries, sinceMs }, { nowMs: NOW, random, timing });

test('2xx is delivered, 410 disables, everything else is tried again', () => {
  expect(judge(answer(204))).toEqual({ kind: 'delivered' });
  expect(judge(answer(410))).toMatchObject({ kind: 'disable' });
  for (const status of [301, 400, 401, 404, 429, 500, 503]) {
    expect(judge(answer(status))).toMatchObject({ kind: 'retry', tries: 1, sinceMs: NOW });
  }
  expect(judge(answer(302))).toMatchObject({ reason: 'HTTP 302; redirects are not followed' });
});

test('pauses grow from seconds to hours; after days without a success the endpoint is disabled', () => {
  const pauses = Array.from({ length: 9 }, (_, tries) => {
    const verdict = judge(answer(500), tries, NOW - 1);
    return verdict.kind === 'retry' ? (verdict.atMs - NOW) / 1_000 : undefined;
  });
  expect(pauses).toEqual([5, 15, 60, 300, 900, 3_600, 7_200, 7_200, 7_200]);
  expect(judge(answer(null), 70, NOW - timing.webhookGiveUpMs)).toMatchObject({
    kind: 'disable',
    reason: expect.stringContaining('no answer'),
  });
});

test('a pause is jittered, never shorter than Retry-After, and never longer than the longest', () => {
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.nat(1e9)),
      (tries, random, retryAfterMs) => {
        const verdict = judge(answer(429, { retryAfterMs }), tries, NOW, random);
        if (verdict.kind !== 'retry') throw new Error('not retried');
        const pauseMs = verdict.atMs - NOW;
        const longestMs = timing.webhookRetryMs.at(-1)!;
        expect(pauseMs).toBeGreaterThanOrEqual(Math.min(retryAfterMs ?? 0, longestMs));
        expect(pauseMs).toBeGreaterThanOrEqual(0.8 * timing.webhookRetryMs[0]! - 1);
        expect(pauseMs).toBeLessThanOrEqual(1.2 * longestMs + 1);
      },
    ),
  );
});
