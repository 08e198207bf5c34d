import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEmptyEnds } from '../../../src/dashboard/format/chart-span.ts';

const shown = (values: number[], end?: 'data' | 'now') =>
  withoutEmptyEnds(values, (value) => value > 0, end);

test('the empty time before the first call and after the last one is left out', () => {
  expect(shown([0, 0, 0, 1, 2, 0, 3, 4, 0, 0])).toEqual([1, 2, 0, 3, 4]);
});

test('a chart up to now keeps its quiet end', () => {
  expect(shown([0, 0, 0, 1, 2, 0, 0], 'now')).toEqual([1, 2, 0, 0]);
});

test('a chart has a few bars, before what happened or after it', () => {
  expect(shown([0, 0, 0, 0, 0, 7])).toEqual([0, 0, 0, 7]);
  expect(shown([7, 0, 0, 0, 0, 0])).toEqual([7, 0, 0, 0]);
  expect(shown([0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0]);
  expect(shown([])).toEqual([]);
});

test('nothing that happened is left out, and what is shown has no gap', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2), { maxLength: 30 }), (values) => {
      const indexed = values.map((value, index) => ({ value, index }));
      const seen = withoutEmptyEnds(indexed, ({ value }) => value > 0);
      const sum = (of: { value: number }[]) => of.reduce((all, { value }) => all + value, 0);
      expect(sum(seen)).toBe(sum(indexed));
      expect(seen.every(({ index }, place) => index === seen[0]!.index + place)).toBe(true);
    }),
  );
});
