import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SPANS, spanOf } from '../../../../src/dashboard/pages/campaign/statistics-span.ts';

const HOUR_MS = 3_600_000;
const STEP_MS = { '15m': HOUR_MS / 4, hour: HOUR_MS, day: 24 * HOUR_MS };
const at = (text: string) => Date.parse(text);
const NOW = at('2026-11-23T12:00:00Z');

test('a young campaign is shown by hour from its creation, until now', () => {
  expect(spanOf('all', { createdAt: '2026-11-22T08:00:00.000Z' }, NOW)).toEqual({
    from: '2026-11-22T08:00:00.000Z',
    by: 'hour',
  });
});

test('a campaign of some minutes is shown by quarters of an hour, with the hour before it', () => {
  expect(spanOf('all', { createdAt: '2026-11-23T11:58:00.000Z' }, NOW)).toEqual({
    from: '2026-11-23T11:00:00.000Z',
    by: '15m',
  });
});

test('more than a week is shown by day', () => {
  expect(spanOf('all', { createdAt: '2026-10-01T08:00:00.000Z' }, NOW).by).toBe('day');
});

test('a campaign that is over is shown up to its end', () => {
  const lifetime = { createdAt: '2026-06-01T08:00:00.000Z', overAt: '2026-06-02T08:00:00.000Z' };
  expect(spanOf('all', lifetime, NOW)).toEqual({
    from: '2026-06-01T08:00:00.000Z',
    to: '2026-06-02T09:00:00.000Z',
    by: 'hour',
  });
});

test('no span has more buckets than the API answers, and none is empty', () => {
  const instant = fc
    .integer({ min: at('2020-01-01T00:00:00Z'), max: NOW })
    .map((ms) => new Date(ms).toISOString());
  fc.assert(
    fc.property(
      fc.constantFrom(...SPANS),
      instant,
      fc.option(instant, { nil: undefined }),
      (name, createdAt, over) => {
        const overAt = over !== undefined && over > createdAt ? over : undefined;
        const span = spanOf(name, { createdAt, overAt }, NOW);
        const lengthMs = at(span.to ?? new Date(NOW).toISOString()) - at(span.from);
        expect(lengthMs / STEP_MS[span.by]).toBeLessThan(749);
        expect(lengthMs).toBeGreaterThan(0);
      },
    ),
  );
});
