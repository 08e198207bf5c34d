import { expect, test } from 'vitest';
import {
  callQueryOf,
  hasFilters,
  isHeavy,
} from '../../../../src/dashboard/pages/calls/call-search.ts';

const queryOf = (text: string) => callQueryOf(new URLSearchParams(text));

test('the filters of the address are those of the API', () => {
  expect(
    queryOf('number=%2B12025550101&state=ended&recording=missing&agent=desk-01&order=asc'),
  ).toEqual({
    number: '+12025550101',
    agent: 'desk-01',
    state: 'ended',
    recording: 'missing',
    order: 'asc',
  });
});

test('a choice that does not exist and an empty text are left out', () => {
  const query = queryOf('state=toString&disposition=sold&number=%20&order=sideways&page=2');
  expect(query).toEqual({});
  expect(hasFilters(query)).toBe(false);
});

test('the order alone is no filter', () => {
  expect(hasFilters(queryOf('order=asc'))).toBe(false);
  expect(hasFilters(queryOf('campaign=c1&order=asc'))).toBe(true);
});

test('a search that may read many calls is not repeated by itself', () => {
  expect(isHeavy(queryOf('state=bridged&campaign=c1'))).toBe(false);
  for (const text of [
    'number=%2B12025550101',
    'agent=a',
    'outcome=sale',
    'from=2026-11-23T00:00:00Z',
  ])
    expect(isHeavy(queryOf(text))).toBe(true);
});
