import { expect, test } from 'vitest';
import {
  addressOf,
  numbersOf,
  typedPerson,
  wantedPerson,
} from '../../../../src/dashboard/pages/people/wanted-person.ts';

const wanted = (query: string) => wantedPerson(new URLSearchParams(query));

test('an address without a number and a row key names nobody', () => {
  expect(wanted('')).toBeUndefined();
  expect(wanted('number=%20&row_key=')).toBeUndefined();
});

test('a number counts before a row key', () => {
  expect(wanted('number=%2B12025550101&row_key=A-1')).toEqual({ number: '+12025550101' });
  expect(wanted('row_key=A-1')).toEqual({ row_key: 'A-1' });
});

test('a text that can be a number is one, unless it is searched as a row key', () => {
  expect(typedPerson('+1 (202) 555-0101', 'any')).toEqual({ number: '+12025550101' });
  expect(typedPerson('0012025550101', 'any')).toEqual({ number: '+12025550101' });
  expect(typedPerson('12025550101', 'row_key')).toEqual({ row_key: '12025550101' });
  expect(typedPerson('ORDER/17', 'any')).toEqual({ row_key: 'ORDER/17' });
  expect(typedPerson('  ', 'any')).toBeUndefined();
});

test.for([
  { number: '+12025550101' },
  { number: '020 7946 0012', default_country: 'GB' },
  { row_key: 'ORDER/17 & 18' },
])('the address of %j names the same person', (person) => {
  const { searchParams } = new URL(addressOf(person), 'http://localhost');
  expect(wantedPerson(searchParams)).toEqual(person);
});

test('numbers of contacts are named once, and erased ones not at all', () => {
  const numbers = ['+12025550101', 'erased', '+12025550102', '+12025550101'];
  expect(numbersOf(numbers.map((number) => ({ number })))).toEqual([
    '+12025550101',
    '+12025550102',
  ]);
});
