import { expect, test } from 'vitest';
import {
  columnNames,
  idOf,
  numberOf,
  objectOf,
  shownValue,
  valuesOf,
} from '../../../../src/dashboard/pages/carrier/carrier-fields.ts';

test('the id and the most frequent fields are columns', () => {
  const items = [
    { kind: 'sip', id: 1, note: 'x' },
    { kind: 'sip', id: 2 },
  ];
  expect(columnNames(items)).toEqual(['id', 'kind', 'note']);
  expect(columnNames([])).toEqual([]);
});

test('a value that may be a secret is not shown', () => {
  expect(shownValue('sip_password', 'abc')).toBe('(hidden)');
  expect(shownValue('name', 'front-desk')).toBe('front-desk');
  expect(shownValue('target', { a: 1 })).toBe('{"a":1}');
  expect(shownValue('target', null)).toBe('–');
});

test('the number of an item is the field that looks like one, not its id', () => {
  expect(numberOf({ id: '20010000', number: '+12025550180' })).toBe('+12025550180');
  expect(numberOf({ id: 2001, label: 'reception' })).toBeUndefined();
  expect(numberOf({ since: '20261123', did: '12025550180' })).toBe('12025550180');
});

test('an id is text or a number', () => {
  expect(idOf({ id: 7 })).toBe('7');
  expect(idOf({ id: null })).toBeUndefined();
});

test('fields are a JSON object, and the fault says why not', () => {
  expect(objectOf('{"a": 1}')).toEqual({ object: { a: 1 } });
  expect(objectOf('[1]')).toEqual({ fault: expect.stringContaining('must be a JSON object') });
  expect(objectOf('{')).toEqual({ fault: expect.stringContaining('is no JSON') });
});

test('values are one a line, and may contain an equals sign', () => {
  expect(valuesOf('to=+12025550123\n\ntext=1=2')).toEqual({
    values: { to: '+12025550123', text: '1=2' },
  });
  expect(valuesOf('to +1')).toEqual({ fault: expect.stringContaining('to +1') });
});
