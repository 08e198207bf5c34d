import { expect, test } from 'vitest';
import {
  dataOf,
  PAGE_STEP,
  pageStart,
  personOf,
  personTyped,
  rowOf,
} from '../../../../../src/dashboard/pages/campaign/contacts/contact-search.ts';

test.each([
  ['+1 (202) 555-0101', { number: '+12025550101' }],
  ['0012025550101', { number: '+12025550101' }],
  ['row-17', { row_key: 'row-17' }],
  ['100234', { row_key: '100234' }],
  ['  ', {}],
])('%j is searched as %j', (typed, wanted) => {
  expect(personTyped(typed)).toEqual(wanted);
});

test('the address names a contact and a row; what is no row is left out', () => {
  expect(personOf(new URLSearchParams({ number: '+12025550101' }))).toEqual({
    number: '+12025550101',
  });
  expect(personOf(new URLSearchParams('row_key='))).toEqual({});
  expect(rowOf(new URLSearchParams('row=500000'))).toBe(500_000);
  for (const row of ['', '0', '-3', '1.5', 'x'])
    expect(rowOf(new URLSearchParams({ row }))).toBeUndefined();
});

test('the address names a field of the list and its value, which may be empty', () => {
  const of = (text: string) => dataOf(new URLSearchParams(text));
  expect(of('field=plan&value=gold')).toEqual({ data: '{"plan":"gold"}' });
  expect(of('field=plan')).toEqual({ data: '{"plan":""}' });
  expect(of('value=gold')).toEqual({});
});

test('the rows that are read hold all rows in sight', () => {
  for (const first of [0, 99, 100, 999_983]) {
    expect(pageStart(first)).toBeLessThanOrEqual(first);
    expect(first + 40).toBeLessThan(pageStart(first) + 2 * PAGE_STEP);
  }
});
