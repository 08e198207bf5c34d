import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isZone } from '../../../../src/domain/zone-name.ts';
import {
  instantOfLocal,
  localOfInstant,
  zoneOf,
} from '../../../../src/dashboard/format/time/local-time.ts';

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

test.each([
  ['Europe/London', 0, 'Europe/London'],
  ['EST', 300, 'Etc/GMT+5'],
  ['BST', -60, 'Etc/GMT-1'],
  ['+05:00', -300, 'Etc/GMT-5'],
  ['UTC', 0, 'UTC'],
  ['Etc/Unknown', 0, 'UTC'],
  [undefined, 0, 'UTC'],
])('a reader in %s, %d minutes behind UTC, has the zone %s', (name, behind, zone) => {
  expect(zoneOf(name, behind)).toBe(zone);
  expect(isZone(zone)).toBe(true);
});
