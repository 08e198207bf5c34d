import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { hoursOfDay } from '../../../src/domain/statistics/hours-of-day.ts';
import { QUARTER_MS } from '../../../src/domain/statistics/time-buckets.ts';

const at = (time: string, answered: number, bridged: number) => ({
  fromMs: Date.parse(time),
  counts: { answered, bridged },
});

test('nothing is said of hours in which nobody was dialled', () => {
  expect(hoursOfDay([], 'UTC')).toEqual([]);
  expect(hoursOfDay([at('2026-11-23T09:00:00Z', 0, 0)], 'UTC')).toEqual([]);
});

test('days are added up by the clocks of the zone, on both sides of a change of clocks', () => {
  const quarters = [
    at('2026-10-23T07:45:00Z', 10, 4),
    at('2026-10-23T08:00:00Z', 1, 1),
    at('2026-11-23T08:15:00Z', 20, 6),
  ];
  expect(hoursOfDay(quarters, 'Europe/Berlin')).toEqual([
    { hour: 9, dialled: 30, answered: 10 },
    { hour: 10, dialled: 1, answered: 1 },
  ]);
});

test('no call is lost or counted twice', () => {
  const quarter = fc.record({
    fromMs: fc.integer({ min: 1_900_000, max: 2_000_000 }).map((nth) => nth * QUARTER_MS),
    counts: fc.record({ answered: fc.nat(50), bridged: fc.nat(50) }),
  });
  fc.assert(
    fc.property(
      fc.array(quarter),
      fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
      (quarters, zone) => {
        const hours = hoursOfDay(quarters, zone);
        const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);
        expect(sum(hours.map(({ dialled }) => dialled))).toBe(
          sum(quarters.map(({ counts }) => counts.answered)),
        );
        expect(new Set(hours.map(({ hour }) => hour)).size).toBe(hours.length);
      },
    ),
  );
});
