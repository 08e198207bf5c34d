import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actualOf,
  bandOf,
  compare,
} from '../../../../../src/dashboard/pages/campaign/forecast/forecast-band.ts';

const RANGE = { low: 10, median: 20, high: 30 };

test('an actual figure is below, within or above its forecast', () => {
  expect([9, 10, 30, 31].map((actual) => compare(RANGE, actual))).toEqual([
    'below',
    'within',
    'within',
    'above',
  ]);
});

test('everything has a place on the scale, in the order of the figures', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(), fc.nat(), fc.nat()), fc.nat(), (figures, actual) => {
      const [low, median, high] = figures.toSorted((a, b) => a - b) as [number, number, number];
      const band = bandOf({ low, median, high }, actual);
      const places = [band.low, band.median, band.high, band.actual ?? 0];
      expect(places.every((place) => place >= 0 && place < 1)).toBe(true);
      expect(band.low <= band.median && band.median <= band.high).toBe(true);
      expect(Math.sign(band.actual! - band.median)).toBe(Math.sign(actual - median));
    }),
  );
});

test('a running campaign is compared by its figures of now, one that is over by its last ones', () => {
  const campaign = {
    calls: {
      total: 9,
      placed: 7,
      by_state: {},
      by_disposition: {},
      by_settlement: {},
      by_recording: {},
    },
    contacts: {
      total: 9,
      by_state: {},
      by_disposition: { completed: 2, dropped: 1, refused: 1 },
      by_last_disposition: {},
    },
    total_cost: '1.5',
  };
  expect(actualOf({ actual: null }, campaign)).toEqual({
    finishedAt: null,
    calls: 7,
    reached: 3,
    cost: '1.5',
  });
  const actual = {
    contacts: 9,
    first_dial_at: '2026-11-23T09:00:00.000Z',
    finished_at: '2026-11-23T10:00:00.000Z',
    calls: 8,
    reached: 4,
    cost: '2',
    costs_open: 0,
  };
  expect(actualOf({ actual }, campaign)).toMatchObject({
    finishedAt: actual.finished_at,
    calls: 8,
  });
  expect(
    actualOf({ actual: null }, { ...campaign, calls: { ...campaign.calls, placed: 0 } }),
  ).toBeNull();
});
