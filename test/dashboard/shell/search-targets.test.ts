import { expect, test } from 'vitest';
import {
  needsCountry,
  numberTyped,
  targetsOf,
} from '../../../src/dashboard/shell/search-targets.ts';

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

test.each([
  ['020 7946 0012', '020 7946 0012'],
  ['+020 7946 0012', '+020 7946 0012'],
  ['00020 7946 0012', '00020 7946 0012'],
  ['2025550123', '2025550123'],
  ['447700900123', '447700900123'],
  ['030/1234567', '030/1234567'],
  ['+49 30 1234567/8', '+49 30 1234567/8'],
  ['+39 (0)331 1234567', '+39 (0)331 1234567'],
  ['+1 (202) 555-0123', '+12025550123'],
  ['0044 20 7946 0012', '+442079460012'],
  ['+44\u201120\u20117946\u20110012', '+442079460012'],
])('no country code is made up: %s is searched as %s', (typed, number) => {
  expect(numberTyped(typed)).toBe(number);
});

test('the country of a number without its code is asked', () => {
  expect(targetsOf('020 7946 0012')[0]).toEqual({
    href: '/people?number=020%207946%200012',
    text: 'Number 020 7946 0012, of which country?',
  });
  expect(['020 7946 0012', '2025550123', '(020) 7946 0012'].map(needsCountry)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['+442079460012', '0044 20', '(+44) 20', '(0044) 20'].map(needsCountry)).toEqual(
    Array(4).fill(false),
  );
});
