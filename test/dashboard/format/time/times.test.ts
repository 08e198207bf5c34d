import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clockDuration,
  dayOf,
  legDuration,
  relative,
  roughDuration,
  stepLabel,
  stepName,
  timeOrDate,
} from '../../../../src/dashboard/format/time/times.ts';

const AT = '2026-11-23T09:30:12.345Z';
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const shown = { zone: 'Europe/Berlin', locale: 'en-GB' };

test('a time of today is shown without its date, another one with it', () => {
  expect(timeOrDate(AT, NOW_MS, shown)).toBe('10:30:12');
  expect(timeOrDate('2026-11-22T09:30:12Z', NOW_MS, shown)).toBe('22 Nov, 10:30');
  expect(timeOrDate('2025-11-22T09:30:12Z', NOW_MS, shown)).toBe('22 Nov 2025, 10:30');
});

test('charts by day name days in their zone; charts by hour name the day at midnight', () => {
  const midnight = '2026-11-23T23:00:00Z';
  expect(stepLabel(midnight, 'day', shown)).toBe('24 Nov');
  expect(stepLabel(midnight, 'hour', shown)).toBe('24 Nov');
  expect(stepLabel(AT, 'hour', shown)).toBe('10:30');
  expect(stepLabel(midnight, 'hour', { ...shown, zone: 'UTC' })).toBe('23:00');
  expect(stepName(midnight, 'day', NOW_MS, shown)).toBe('Tue, 24 Nov 2026');
  expect(stepName(midnight, 'hour', NOW_MS, shown)).toBe('24 Nov, 00:00');
});

test('today is the day of the zone that is shown', () => {
  const lateMs = Date.parse('2026-11-23T23:30:00Z');
  expect(dayOf(lateMs, { zone: 'Europe/Berlin' })).toBe('2026-11-24');
  expect(dayOf(lateMs, { zone: 'America/New_York' })).toBe('2026-11-23');
});

test('a duration that ticks has minutes and seconds, and hours from the first on', () => {
  expect(clockDuration(41.9)).toBe('0:41');
  expect(clockDuration(725)).toBe('12:05');
  expect(clockDuration(3729)).toBe('1:02:09');
  expect(clockDuration(-3)).toBe('0:00');
});

test('a rough duration has its largest unit, and the next one where it says something', () => {
  expect(roughDuration(0)).toBe('0 s');
  expect(roughDuration(41)).toBe('41 s');
  expect(roughDuration(725)).toBe('12 min');
  expect(roughDuration(12_000)).toBe('3 h 20 min');
  expect(roughDuration(7_200)).toBe('2 h');
  expect(roughDuration(190_000)).toBe('2 d 4 h');
});

test('a time is ahead, past or now', () => {
  expect(relative(AT, Date.parse(AT) - 12 * 60_000)).toBe('in 12 min');
  expect(relative(AT, Date.parse(AT) + 4_000)).toBe('4 s ago');
  expect(relative(AT, Date.parse(AT) + 400)).toBe('now');
});

test('a longer duration is never written as a shorter one is', () => {
  const seconds = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(seconds, seconds, (a, b) => {
      const [shorter, longer] = [Math.min(a, b), Math.max(a, b)];
      expect(inSeconds(roughDuration(shorter))).toBeLessThanOrEqual(
        inSeconds(roughDuration(longer)),
      );
    }),
  );
});

const UNITS: Record<string, number> = { s: 1, min: 60, h: 3_600, d: 86_400 };

function inSeconds(text: string): number {
  const parts = [...text.matchAll(/(\d+) (\w+)/g)];
  return parts.reduce((sum, [, value, unit]) => sum + Number(value) * UNITS[unit!]!, 0);
}

test('the short spans of a leg have tenths of a second, the others none', () => {
  expect(legDuration(0.05, 'en')).toBe('0.0 sec');
  expect(legDuration(4.29, 'en')).toBe('4.2 sec');
  expect(legDuration(9.99, 'en')).toBe('9.9 sec');
  expect(legDuration(41.9, 'en')).toBe('0:41');
});
