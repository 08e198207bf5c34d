import { expect, test } from 'vitest';
import { turnsByDay, weekOf } from '../../../../src/dashboard/pages/callbacks/calendar-days.ts';

test('a week begins on Monday', () => {
  expect(weekOf('2026-11-25')[0]).toBe('2026-11-23');
  expect(weekOf('2026-11-29')).toEqual(weekOf('2026-11-23'));
  expect(weekOf('2026-12-01').at(-1)).toBe('2026-12-06');
});

test('turns are shown on the days of the reader, in their order', () => {
  const turns = ['2026-11-23T09:00:00Z', '2026-11-23T18:00:00Z', '2026-11-23T23:30:00Z'].map(
    (at) => ({ at }),
  );
  const days = turnsByDay(turns, 'Europe/Berlin');
  expect(days.get('2026-11-23')).toEqual(turns.slice(0, 2));
  expect(days.get('2026-11-24')).toEqual(turns.slice(2));
});
