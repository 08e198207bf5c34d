import { expect, test } from 'vitest';
import { forecastLines } from '../../../../../src/dashboard/pages/campaign/forecast/forecast-lines.ts';

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00Z`;
const FORECAST = {
  start_at: at(8),
  first_dial_at: at(9),
  finished_at: { low: at(11), median: at(13), high: at(17) },
  calls: { low: 80, median: 100, high: 120 },
};
const bucket = (hour: number, placed: number) => ({ from: at(hour), to: at(hour + 1), placed });

test('what happened is summed up to now, beside a band that ends late with few calls or early with many', () => {
  const nowMs = Date.parse('2026-11-23T11:30:00Z');
  const buckets = [bucket(8, 0), bucket(9, 10), bucket(10, 30), bucket(11, 5)];
  const lines = forecastLines(FORECAST, buckets, nowMs)!;
  const first = lines.atMs.slice(0, 4).map((ms) => new Date(ms).toISOString().slice(11, 16));
  expect(first).toEqual(['09:00', '10:00', '11:00', '11:30']);
  expect(lines.actual.slice(0, 5)).toEqual([0, 10, 40, 45, null]);
  expect(lines.median.slice(0, 3)).toEqual([0, 25, 50]);
  expect([lines.low[2], lines.high[2]]).toEqual([20, 120]);
  expect(lines.atMs.at(-1)).toBe(Date.parse(at(17)));
  expect([lines.low.at(-1), lines.median.at(-1), lines.high.at(-1)]).toEqual([80, 100, 120]);
});

test('before the first call only the forecast is drawn; without an end nothing is', () => {
  const lines = forecastLines(FORECAST, [bucket(8, 0)], Date.parse(at(9)))!;
  expect(lines.atMs[0]).toBe(Date.parse(at(9)));
  expect(new Set(lines.actual)).toEqual(new Set([null]));
  expect(forecastLines({ ...FORECAST, finished_at: null }, [], 0)).toBeNull();
});
