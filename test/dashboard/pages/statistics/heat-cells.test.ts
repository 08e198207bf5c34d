import { expect, test } from 'vitest';
import { heatMapOf } from '../../../../src/dashboard/pages/statistics/heat-cells.ts';

const bucket = (local_from: string, placed: number, bridged: number) => ({
  local_from,
  placed,
  bridged,
});

test('calls of the same weekday and hour are counted together, whatever the week', () => {
  const { hours, rows, most } = heatMapOf([
    // Mondays
    bucket('2026-11-16T10:00:00', 4, 1),
    bucket('2026-11-23T10:00:00', 2, 2),
    bucket('2026-11-23T10:15:00', 1, 0),
    // A Sunday
    bucket('2026-11-22T12:00:00', 5, 5),
    bucket('2026-11-22T18:00:00', 0, 0),
  ]);
  expect(hours).toEqual([10, 11, 12]);
  expect(rows[0]).toEqual({
    weekday: 0,
    cells: [
      { placed: 7, talks: 3 },
      { placed: 0, talks: 0 },
      { placed: 0, talks: 0 },
    ],
  });
  expect(rows[6]!.cells[2]).toEqual({ placed: 5, talks: 5 });
  expect(most).toBe(7);
});

test('without a call there is no hour', () => {
  expect(heatMapOf([bucket('2026-11-22T12:00:00', 0, 0)])).toMatchObject({ hours: [], most: 0 });
});
