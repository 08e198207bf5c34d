import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOfLocal, localOfInstant } from '../../../src/dashboard/format/local-time.ts';

test('an empty field is no instant, and no instant is an empty field', () => {
  expect(instantOfLocal('')).toBeUndefined();
  expect(instantOfLocal('soon')).toBeUndefined();
  expect(localOfInstant(undefined)).toBe('');
  expect(localOfInstant('soon')).toBe('');
});

test('a field shows its instant to the minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000_000 }), (minutes) => {
      const shown = localOfInstant(new Date(minutes * 60_000).toISOString());
      expect(localOfInstant(instantOfLocal(shown))).toBe(shown);
    }),
  );
});
