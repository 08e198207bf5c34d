import { expect, test } from 'vitest';
import { windowIn } from '../../../src/domain/contacts/closed-dates.ts';
import type { CallingWindow } from '../../../src/domain/contacts/calling-window.ts';

const WINDOW: CallingWindow = {
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 1_440 }],
  closedDates: [
    '2026-12-25',
    '2026-01-06 DE-BY',
    '2026-03-08 DE-BE',
    '2026-07-04 US',
    '2026-12-25 US',
  ],
  ringMarginMs: 0,
};

test.each([
  ['the state', ['DE-BY'], ['2026-12-25', '2026-01-06']],
  ['another state', ['DE-HH'], ['2026-12-25']],
  ['a country whose states are not known', ['DE'], ['2026-12-25', '2026-01-06', '2026-03-08']],
  ['a state of a country that is closed', ['US-CA'], ['2026-12-25', '2026-07-04']],
  ['one of several areas', ['DE-HH', 'US-NY'], ['2026-12-25', '2026-07-04']],
])('dates of an area count for contacts who may be there: %s', (_, areas, dates) => {
  expect(windowIn(WINDOW, { areas })).toMatchObject({ closedDates: dates });
});

test('a contact without an area may be anywhere, so every date counts', () => {
  const { closedDates } = windowIn(WINDOW, null);
  expect(closedDates).toEqual(['2026-12-25', '2026-01-06', '2026-03-08', '2026-07-04']);
});

test('a window without dates of areas is the same for all', () => {
  const plain = { ...WINDOW, closedDates: ['2026-12-25'] };
  expect(windowIn(plain, { areas: ['DE-BY'] })).toBe(plain);
  expect(windowIn(plain, null)).toBe(plain);
});
