import { expect, test } from 'vitest';
import { callbacksOn, weekOf } from '../../../../src/dashboard/pages/callbacks/calendar-days.ts';

const callback = (id: string, at: string | null, next: string | null = null) => ({
  id,
  at,
  next_at: next,
});

test('a week begins on Monday', () => {
  expect(weekOf('2026-11-25')[0]).toBe('2026-11-23');
  expect(weekOf('2026-11-29')).toEqual(weekOf('2026-11-23'));
  expect(weekOf('2026-12-01').at(-1)).toBe('2026-12-06');
});

test('callbacks of a day are in order of time; the day is that of the reader', () => {
  const all = [
    callback('late', '2026-11-23T18:00:00Z'),
    callback('recurring', null, '2026-11-23T09:00:00Z'),
    callback('night', '2026-11-23T23:30:00Z'),
    callback('over', null),
  ];
  const on = (day: string) => callbacksOn(all, day, 'Europe/Berlin').map(({ id }) => id);
  expect(on('2026-11-23')).toEqual(['recurring', 'late']);
  expect(on('2026-11-24')).toEqual(['night']);
});
