import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, gridWindow } from '../../../../src/dashboard/components/lists/grid-window.ts';

test('every tile in sight is drawn, and the grid keeps its height', () => {
  fc.assert(
    fc.property(
      fc.nat(5_000),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 20, max: 90 }),
      fc.integer({ min: -2_000, max: 400_000 }),
      (count, columns, rowPx, topPx) => {
        const heightPx = 900;
        const seen = gridWindow({ count, columns, rowPx }, topPx, heightPx);
        const inSight = Array.from({ length: count }, (_, tile) => tile).filter((tile) => {
          const tileTopPx = Math.floor(tile / columns) * rowPx;
          return tileTopPx + rowPx > topPx && tileTopPx < topPx + heightPx;
        });
        expect(inSight.filter((tile) => tile < seen.first || tile >= seen.end)).toEqual([]);
        const drawnRows = Math.ceil((seen.end - seen.first) / columns);
        const allPx = Math.ceil(count / columns) * rowPx;
        expect(seen.abovePx + drawnRows * rowPx + seen.belowPx).toBe(allPx);
        expect(drawnRows).toBeLessThanOrEqual(Math.ceil(heightPx / rowPx) + 14);
      },
    ),
    { numRuns: 50 },
  );
});

test('as many columns as fit, at least one', () => {
  expect(columnsOf(1_000, 168, 8)).toBe(5);
  expect(columnsOf(168, 168, 8)).toBe(1);
  expect(columnsOf(90, 168, 8)).toBe(1);
});
