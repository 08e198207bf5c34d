import { expect, test } from 'vitest';
import { daysOfSpan, type NamedSpan } from '../../../src/domain/spreadsheets/named-spans.ts';

test.each<[NamedSpan, string, string, string | null]>([
  ['today', '2026-11-23', '2026-11-23', null],
  ['yesterday', '2026-11-23', '2026-11-22', '2026-11-23'],
  ['yesterday', '2026-01-01', '2025-12-31', '2026-01-01'],
  ['yesterday', '2028-03-01', '2028-02-29', '2028-03-01'],
  ['last-month', '2026-11-23', '2026-10-01', '2026-11-01'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-03-01'],
  ['last-month', '2026-01-15', '2025-12-01', '2026-01-01'],
])('%s on %s is from %s to before %s', (span, today, from, to) => {
  expect(daysOfSpan(span, today)).toEqual({ from, to });
});
