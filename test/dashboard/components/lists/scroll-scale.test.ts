import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areaPx,
  scrolledTo,
  scrollFor,
  type Scale,
} from '../../../../src/dashboard/components/lists/scroll-scale.ts';

const MILLION: Scale = { allPx: 64_000_000, framePx: 520 };
const SHORT: Scale = { allPx: 12_800, framePx: 520 };
const top = { scrollPx: 0, rowsPx: 0 };

test('a list that a browser can show is scrolled pixel by pixel', () => {
  expect(areaPx(SHORT)).toBe(SHORT.allPx);
  expect(scrolledTo(SHORT, top, 7_000)).toEqual({ scrollPx: 7_000, rowsPx: 7_000 });
  expect(scrollFor(SHORT, 7_000)).toEqual({ scrollPx: 7_000, rowsPx: 7_000 });
});

test('of a million rows the wheel moves some, and the thumb reaches the first, the middle and the last', () => {
  expect(areaPx(MILLION)).toBeLessThan(10_000_000);
  const wheel = scrolledTo(MILLION, { scrollPx: 4_000_000, rowsPx: 32_000_000 }, 4_000_100);
  expect(wheel.rowsPx).toBe(32_000_100);
  const end = areaPx(MILLION) - MILLION.framePx;
  expect(scrolledTo(MILLION, top, end).rowsPx).toBe(MILLION.allPx - MILLION.framePx);
  expect(scrolledTo(MILLION, top, end / 2).rowsPx).toBeCloseTo(
    (MILLION.allPx - MILLION.framePx) / 2,
  );
  expect(scrolledTo(MILLION, { scrollPx: 300, rowsPx: 9_000 }, 0).rowsPx).toBe(0);
});

test('after a jump to any row the thumb stands where it leads to that row', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 64_000_000 }), (rowsPx) => {
      const jumped = scrollFor(MILLION, rowsPx);
      expect(jumped.rowsPx).toBe(Math.min(rowsPx, MILLION.allPx - MILLION.framePx));
      expect(scrolledTo(MILLION, jumped, jumped.scrollPx)).toEqual(jumped);
      const dragged = scrolledTo(MILLION, far(jumped.scrollPx), jumped.scrollPx);
      expect(Math.abs(dragged.rowsPx - jumped.rowsPx)).toBeLessThan(64);
    }),
  );
});

test('near the ends a pixel is a pixel, so that the first and the last row can be reached by the wheel', () => {
  for (const px of [0, 1, 100, 99_000]) {
    expect(scrollFor(MILLION, px)).toEqual({ scrollPx: px, rowsPx: px });
    const last = MILLION.allPx - MILLION.framePx;
    expect(scrollFor(MILLION, last - px).scrollPx).toBe(areaPx(MILLION) - MILLION.framePx - px);
  }
});

/** Where the thumb was before it was dragged to `scrollPx`. */
const far = (scrollPx: number) => (scrollPx > 1_000_000 ? top : { scrollPx: 5e6, rowsPx: 4e7 });
