import { describe, expect, test } from 'vitest';
import {
  answersByPlace,
  type HourSample,
} from '../../../src/domain/statistics/answers-by-place.ts';

const HOUR = 3_600_000;
/** 2026-11-02 00:00 UTC: 16:00 of the day before in California. */
const MIDNIGHT = Date.UTC(2026, 10, 2);
const area = (...areas: string[]) =>
  JSON.stringify({
    release: 'r',
    sources: [{ from: 'number', areas, zones: ['America/Los_Angeles'] }],
  });
const sample = (key: string | null, hour: number, tried: number, answered: number): HourSample => ({
  key,
  hourMs: MIDNIGHT + hour * HOUR,
  tried,
  answered,
});

describe('where customers answer', () => {
  test('areas are counted together, the largest first, with the hours of their own clocks', () => {
    const recent = [
      sample(area('US-CA'), 1, 40, 30),
      sample(area('US-CA'), 2, 40, 10),
      sample(area('US-CA'), 3, 3, 3),
      sample(null, 1, 5, 1),
    ];
    const [california, unknown] = answersByPlace({ recent, before: [] }, 'area', 10);
    expect(california).toMatchObject({ key: 'US-CA', tried: 83, answered: 43, fell: false });
    // Three calls say nothing of an hour.
    expect(california!.bestHours.map(({ hour }) => hour)).toEqual([17, 18]);
    expect(unknown).toMatchObject({ key: null, tried: 5, bestHours: [] });
  });

  test('a clear fall against the time before is told, and an unclear one is not', () => {
    const before = [sample('+1202555', 0, 200, 120), sample('+1202556', 0, 20, 12)];
    const recent = [sample('+1202555', 30, 200, 40), sample('+1202556', 30, 20, 8)];
    const found = answersByPlace({ recent, before }, 'prefix', 10);
    expect(found.map(({ key, fell }) => [key, fell])).toEqual([
      ['+1202555', true],
      ['+1202556', false],
    ]);
  });

  test('what was dialled before only, and what is beyond the limit, is left out', () => {
    const recent = [sample('+441', 1, 3, 1), sample('+442', 1, 2, 1)];
    const before = [sample('+443', 0, 9, 9)];
    expect(answersByPlace({ recent, before }, 'prefix', 1).map(({ key }) => key)).toEqual(['+441']);
  });
});
