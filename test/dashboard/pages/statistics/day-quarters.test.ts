import { expect, test } from 'vitest';
import type { DayMark } from '../../../../src/dashboard/pages/statistics/day-marks.ts';
import {
  quarterByKey,
  quarterText,
  shownFirst,
  spanText,
  type Quarter,
} from '../../../../src/dashboard/pages/statistics/day-quarters.ts';

const shown = { zone: 'UTC', locale: 'en-GB' };
const DAY_MS = Date.parse('2026-11-23T00:00:00Z');
const QUARTER_MS = 900_000;
const instant = (quarter: number) => new Date(DAY_MS + quarter * QUARTER_MS).toISOString();
const quarters = Array.from({ length: 96 }, (_, index): Quarter => {
  const calls = index === 37 ? { placed: 12, bridged: 4 } : { placed: 0, bridged: 0 };
  return { from: instant(index), to: instant(index + 1), ...calls };
});
const hold = (from: number, to: number): DayMark => ({
  lane: 'hold',
  fromMs: DAY_MS + from * QUARTER_MS,
  toMs: DAY_MS + to * QUARTER_MS,
  text: 'No balance',
});

test('a quarter says its time and calls, and each mark that touches it with the mark’s own times', () => {
  const marks = [hold(37.2, 39), hold(37.4, Infinity), hold(39, 40)];
  expect(quarterText({ quarters, marks }, 37, shown)).toBe(
    '09:15–09:30: 12 calls, 4 talked · No balance (09:18–09:45) · No balance (from 09:21)',
  );
  expect(quarterText({ quarters, marks: [] }, 0, shown)).toBe('00:00–00:15: no calls');
});

test('a mark that begins and ends within a minute has one time', () => {
  expect(spanText(hold(4, 4.01), shown)).toBe('01:00');
});

test('arrows go by a quarter, pages by an hour, and no key leaves the day', () => {
  expect(quarterByKey('ArrowRight', 37, 96)).toBe(38);
  expect(quarterByKey('PageDown', 37, 96)).toBe(33);
  expect(quarterByKey('ArrowLeft', 0, 96)).toBe(0);
  expect(quarterByKey('End', 37, 96)).toBe(95);
  expect(quarterByKey('PageUp', 95, 96)).toBe(95);
  expect(quarterByKey('Home', 37, 96)).toBe(0);
  expect(quarterByKey('Tab', 37, 96)).toBeUndefined();
});

test('today begins with now, another day with its last calls', () => {
  expect(shownFirst({ quarters }, DAY_MS + 50.5 * QUARTER_MS)).toBe(50);
  expect(shownFirst({ quarters }, DAY_MS + 200 * QUARTER_MS)).toBe(37);
  expect(shownFirst({ quarters: quarters.slice(0, 20) }, 0)).toBe(0);
});
