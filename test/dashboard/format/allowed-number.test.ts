import { expect, test } from 'vitest';
import { allowedNumber } from '../../../src/dashboard/format/allowed-number.ts';

const NUMBER = '+12025550123';

test('a number that no list holds may be called', () => {
  expect(allowedNumber(NUMBER, { allowed: true, suppression_lists: [] })).toBe(
    '+12025550123 may be called again.',
  );
});

test('a number that lists hold is still not called, and the lists are named', () => {
  const lists = ['dnc', 'spring'].map((id) => ({ id, until: null }));
  expect(allowedNumber(NUMBER, { allowed: true, suppression_lists: lists })).toContain(
    'It is on dnc, spring again',
  );
});
