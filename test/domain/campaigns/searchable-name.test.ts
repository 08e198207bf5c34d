import { expect, test } from 'vitest';
import { searchableName } from '../../../src/domain/campaigns/searchable-name.ts';

test('a usual name stays as it is', () => {
  expect(searchableName('Frühling – Angebote 🌷')).toBe('Frühling – Angebote 🌷');
});

test('a long name is cut to 100 characters, and never within one', () => {
  expect(searchableName('🌷'.repeat(300))).toBe('🌷'.repeat(100));
});

test('line breaks, control characters and half characters become spaces', () => {
  expect(searchableName(' one\r\ntwo\u001b[31m\ud800 ')).toBe('one two [31m');
});
