import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketsOf,
  BUCKET_SIZES,
  MOST_BUCKETS,
  QUARTER_MS,
} from '../../../src/domain/statistics/time-buckets.ts';
import { DAY_MS } from '../../../src/domain/zone.ts';

const at = (text: string) => Date.parse(text);
const startsOf = (from: string, to: string, size: (typeof BUCKET_SIZES)[number], zone: string) => {
  const buckets = bucketsOf({ fromMs: at(from), toMs: at(to) }, size, zone);
  if (buckets.kind !== 'buckets') return buckets.kind;
  return buckets.spans.map(({ fromMs }) => new Date(fromMs).toISOString().slice(0, 16));
};

describe('buckets of time', () => {
  test('a day of a zone that is not UTC begins at its midnight', () => {
    expect(startsOf('2026-11-22T23:00Z', '2026-11-24T23:00Z', 'day', 'Europe/Paris')).toEqual([
      '2026-11-22T23:00',
      '2026-11-23T23:00',
    ]);
  });

  test('hours of a zone with an offset of 45 minutes begin at a quarter past', () => {
    expect(startsOf('2026-11-23T00:15Z', '2026-11-23T02:15Z', 'hour', 'Asia/Kathmandu')).toEqual([
      '2026-11-23T00:15',
      '2026-11-23T01:15',
    ]);
  });

  test('a day on which the clocks change has 23 or 25 hours', () => {
    const spring = startsOf('2026-03-28T23:00Z', '2026-03-29T22:00Z', 'hour', 'Europe/Paris');
    expect(spring).toHaveLength(23);
    const autumn = startsOf('2026-10-24T22:00Z', '2026-10-25T23:00Z', 'hour', 'Europe/Paris');
    expect(autumn).toHaveLength(25);
    expect(startsOf('2026-10-24T22:00Z', '2026-10-25T23:00Z', 'day', 'Europe/Paris')).toHaveLength(
      1,
    );
  });

  test('months begin on their first day, and the first is cut at the start of the span', () => {
    expect(startsOf('2026-11-15T00:00Z', '2027-02-01T00:00Z', 'month', 'UTC')).toEqual([
      '2026-11-15T00:00',
      '2026-12-01T00:00',
      '2027-01-01T00:00',
    ]);
  });

  test('a span within a quarter of an hour is widened to it', () => {
    const buckets = bucketsOf(
      { fromMs: at('2026-11-23T09:07Z'), toMs: at('2026-11-23T09:08Z') },
      '15m',
      'UTC',
    );
    expect(buckets).toEqual({
      kind: 'buckets',
      spans: [{ fromMs: at('2026-11-23T09:00Z'), toMs: at('2026-11-23T09:15Z') }],
    });
  });

  test('a zone whose offset is no multiple of 15 minutes is refused', () => {
    expect(startsOf('1971-06-01T00:00Z', '1971-06-02T00:00Z', 'hour', 'Africa/Monrovia')).toBe(
      'uneven-zone',
    );
  });

  test('too many buckets, and a span that is over before it begins, are refused', () => {
    expect(startsOf('2026-01-01T00:00Z', '2026-02-01T00:00Z', '15m', 'UTC')).toBe('too-many');
    expect(startsOf('2026-01-01T00:00Z', '2036-02-01T00:00Z', 'month', 'UTC')).toBe('too-many');
    expect(startsOf('2026-02-01T00:00Z', '2026-02-01T00:00Z', 'day', 'UTC')).toBe('empty');
  });

  test('they cover the span without gaps, and each begins at a quarter of an hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01'), max: at('2030-01-01') }),
        fc.integer({ min: 1, max: 20 * DAY_MS }),
        fc.constantFrom(...BUCKET_SIZES),
        fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe'),
        (fromMs, lengthMs, size, zone) => {
          const toMs = fromMs + lengthMs;
          const buckets = bucketsOf({ fromMs, toMs }, size, zone);
          fc.pre(buckets.kind === 'buckets');
          if (buckets.kind !== 'buckets') return;
          const { spans } = buckets;
          expect(spans.length).toBeLessThanOrEqual(MOST_BUCKETS);
          expect(spans[0]!.fromMs).toBe(fromMs - (fromMs % QUARTER_MS));
          expect(spans.at(-1)!.toMs).toBe(Math.ceil(toMs / QUARTER_MS) * QUARTER_MS);
          for (const [index, span] of spans.entries()) {
            expect(span.fromMs % QUARTER_MS).toBe(0);
            expect(span.toMs).toBeGreaterThan(span.fromMs);
            expect(span.fromMs).toBe(spans[index - 1]?.toMs ?? span.fromMs);
          }
        },
      ),
    );
  });
});
