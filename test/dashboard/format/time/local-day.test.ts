import { expect, test } from 'vitest';
import { dayAfter, dayStartMs } from '../../../../src/dashboard/format/time/local-day.ts';

test('days are counted by the calendar, over the ends of months and years', () => {
  expect(dayAfter('2026-11-30', 1)).toBe('2026-12-01');
  expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
});

test('a day begins at midnight of the reader; other texts are no days', () => {
  expect(dayStartMs('2026-11-23')).toBe(new Date(2026, 10, 23).getTime());
  expect(dayStartMs('2026-13-01')).toBeUndefined();
  expect(dayStartMs('tomorrow')).toBeUndefined();
});
