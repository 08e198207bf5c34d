import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareWidths } from '../../../src/dashboard/format/share-widths.ts';

test('a bar of nothing is empty', () => {
  expect(shareWidths([0, 0], 0)).toEqual({ widths: [0, 0], rest: 100 });
  expect(shareWidths([], 5)).toEqual({ widths: [], rest: 100 });
});

test('97 % of a budget of 0.50 fill 97 % of the bar', () => {
  const { widths, rest } = shareWidths([0.4, 0.085], 0.5);
  expect(widths.map(Math.round)).toEqual([80, 17]);
  expect(rest).toBeCloseTo(3);
});

test('more than the whole fills the bar', () => {
  const { widths, rest } = shareWidths([3, 1], 2);
  expect([...widths.map(Math.round), rest]).toEqual([75, 25, 0]);
});

const amount = fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true });

test('parts and rest fill the bar, and the size of the numbers does not matter', () => {
  const scale = fc.constantFrom('e-12', 'e-7', 'e-1', 'e0', 'e3', 'e15', 'e300');
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 4 }), amount, scale, (values, total, unit) => {
      fc.pre([...values, total].every((each) => each === 0 || each > 1e-6));
      const sized = (value: number) => Number(`${value.toFixed(9)}${unit}`);
      const whole = shareWidths(
        values.map((value) => sized(value)),
        sized(total),
      );
      const filled = whole.widths.reduce((sum, width) => sum + width, whole.rest);
      expect(filled).toBeCloseTo(100, 6);
      const plain = shareWidths(
        values.map((value) => Number(value.toFixed(9))),
        Number(total.toFixed(9)),
      );
      for (const [index, width] of whole.widths.entries())
        expect(width).toBeCloseTo(plain.widths[index]!, 6);
    }),
  );
});
