import { describe, expect, test } from 'vitest';
import {
  answersByPlace,
  type HourSample,
} from '../../../src/domain/statistics/answers-by-place.ts';
import { fallenPlaces } from '../../../src/domain/statistics/answer-falls.ts';
import { bestHoursAhead } from '../../../src/domain/statistics/best-hours.ts';

const HOUR = 3_600_000;
/** 2026-11-02 00:00 UTC: 16:00 of the day before in California, 19:00 in New York. */
const MIDNIGHT = Date.UTC(2026, 10, 2);
const area = (name: string, zone: string) =>
  JSON.stringify({ release: 'r', sources: [{ from: 'number', areas: [name], zones: [zone] }] });
const CA = area('US-CA', 'America/Los_Angeles');
const NY = area('US-NY', 'America/New_York');
const sample = (key: string | null, hour: number, tried: number, answered: number): HourSample => ({
  key,
  hourMs: MIDNIGHT + hour * HOUR,
  tried,
  answered,
});
const ahead = (samples: HourSample[], nowMs: number) =>
  bestHoursAhead(samples, answersByPlace({ recent: samples, before: [] }, 'area'), nowMs).map(
    ({ hourMs, areaKey, rank }) => [(hourMs - nowMs) / HOUR, areaKey.slice(0, 5), rank],
  );

describe('the best hours of areas', () => {
  test('those that are better than the area as a whole, by its own clock, within a day from now', () => {
    const samples = [sample(CA, 1, 40, 30), sample(CA, 2, 40, 10)];
    expect(ahead(samples, MIDNIGHT + 20 * HOUR)).toEqual([[5, 'US-CA', 1]]);
  });

  test('in one hour the area with the highest rate is the first', () => {
    const samples = [
      sample(CA, 1, 40, 30),
      sample(CA, 2, 40, 1),
      sample(NY, 1, 40, 36),
      sample(NY, 2, 40, 1),
    ];
    expect(ahead(samples, MIDNIGHT + HOUR)).toEqual([
      [0, 'US-NY', 1],
      [0, 'US-CA', 2],
    ]);
  });

  test('an area that was dialled in one hour only, with few calls, or that is not known has none', () => {
    const samples = [sample(CA, 1, 40, 30), sample(NY, 1, 9, 9), sample(NY, 2, 9, 0)];
    expect(ahead([...samples, sample(null, 1, 90, 80), sample(null, 2, 90, 1)], MIDNIGHT)).toEqual(
      [],
    );
  });

  test('an hour is the same by the clock of the area after it was changed', () => {
    // Clocks in New York go back on 1 November 2026, so 14:00 there is 18:00 UTC before and 19:00 after.
    const before = Date.UTC(2026, 9, 30);
    const at = (hour: number, answered: number): HourSample => ({
      key: NY,
      hourMs: before + hour * HOUR,
      tried: 40,
      answered,
    });
    expect(ahead([at(18, 30), at(19, 3)], MIDNIGHT)).toEqual([[19, 'US-NY', 1]]);
  });
});

describe('areas and networks in which fewer customers answer', () => {
  const answers = (recent: HourSample[], before: HourSample[]) =>
    answersByPlace({ recent, before }, 'prefix');

  test('one that was raised stays until the rate is back further than it had to fall', () => {
    const found = answers([sample('+4930', 0, 400, 196)], [sample('+4930', 0, 400, 240)]);
    expect(fallenPlaces(found, 'prefix', () => false)).toEqual([]);
    expect(fallenPlaces(found, 'prefix', (subject) => subject === 'networks/+4930')).toHaveLength(
      1,
    );
  });

  test('what is not known is no place, and ten are told at most', () => {
    const keys = [null, ...Array.from({ length: 14 }, (_, n) => `+49${n + 10}`)];
    const found = answers(
      keys.map((key, n) => sample(key, 0, 200 + n, 10)),
      keys.map((key) => sample(key, 0, 200, 100)),
    );
    const fallen = fallenPlaces(found, 'prefix', () => false);
    expect(fallen).toHaveLength(10);
    expect(fallen[0]!.subject).toBe('networks/+4923');
  });
});
