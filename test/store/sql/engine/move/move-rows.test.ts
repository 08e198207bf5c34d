import { expect, test } from 'vitest';
import { batches } from '../../../../../src/store/sql/engine/move/move-rows.ts';
import { inOrder } from '../../../../../src/store/sql/engine/move/moved-tables.ts';
import { RowSum, type Row } from '../../../../../src/store/sql/engine/move/row-sum.ts';

function sumOf(...rows: Row[]): RowSum {
  const sum = new RowSum();
  for (const row of rows) sum.add(row);
  return sum;
}

test('a checksum does not depend on the order of rows, and notices any other difference', () => {
  const sum = sumOf(['1', 'a'], ['2', null]);
  expect(sum.equals(sumOf(['2', null], ['1', 'a']))).toBe(true);
  expect(sum.equals(sumOf(['1', 'a'], ['2', 'null']))).toBe(false);
  expect(sum.equals(sumOf(['1', 'a'], ['2', '']))).toBe(false);
  expect(sum.equals(sumOf(['a', '1'], ['2', null]))).toBe(false);
  expect(sum.equals(sumOf(['1', 'a'], ['2', null], ['2', null]))).toBe(false);
  expect(sumOf(['1'], ['1']).equals(sumOf(['2'], ['2']))).toBe(false);
});

test('each table stands behind those that it refers to', () => {
  const tables = ['calls', 'campaigns', 'contacts'].map((name) => ({ name, columns: [] }));
  const references = [
    { table: 'calls', refersTo: 'contacts' },
    { table: 'contacts', refersTo: 'campaigns' },
  ];
  expect(inOrder(tables, references).map(({ name }) => name)).toEqual([
    'campaigns',
    'contacts',
    'calls',
  ]);
});

test('a batch is bounded by its rows and by the length of its texts', () => {
  const sizesOf = (rows: Row[]) => [...batches(rows)].map(({ length }) => length);
  expect(sizesOf(Array.from({ length: 4_500 }, () => ['1']))).toEqual([2_000, 2_000, 500]);
  expect(sizesOf(Array.from({ length: 5 }, () => ['x'.repeat(1_000_000)]))).toEqual([2, 2, 1]);
  expect(sizesOf([])).toEqual([]);
});
