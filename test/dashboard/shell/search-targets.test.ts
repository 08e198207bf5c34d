import { expect, test } from 'vitest';
import { targetsOf } from '../../../src/dashboard/shell/search-targets.ts';

const found = (text: string) => targetsOf(text).map(({ href }) => href);

test('an empty text finds nothing', () => {
  expect(found('  ')).toEqual([]);
});

test('a number is found however it is written, and may be a row key too', () => {
  expect(found(' +1 (202) 555-0123 ')).toEqual([
    '/people?number=%2B12025550123',
    '/people?row_key=%2B1%20(202)%20555-0123',
  ]);
});

test('the id of a call opens the call first', () => {
  expect(found('cabcdefghi.5.1')[0]).toBe('/calls/cabcdefghi.5.1');
});

test('the id of a campaign opens the campaign first', () => {
  expect(found('cabcdefghij')[0]).toBe('/campaigns/cabcdefghij');
});

test('any other text is a row key', () => {
  expect(found('ORDER/17')).toEqual(['/people?row_key=ORDER%2F17']);
});
