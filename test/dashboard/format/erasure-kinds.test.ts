import { expect, test } from 'vitest';
import { kindsText } from '../../../src/dashboard/format/erasure-kinds.ts';

test('kinds are named with their counts, the most first, without those that have none', () => {
  expect(kindsText({ calls: 2, import_rows: 1_200, callbacks: 0 }, 'en-GB')).toBe(
    'import rows 1,200, calls 2',
  );
});

test('where nothing was found, the text says so', () => {
  expect(kindsText({})).toBe('nothing');
});
