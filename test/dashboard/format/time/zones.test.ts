import { describe, expect, test } from 'vitest';
import { placeOf, zoneChoices, zoneOfPlace } from '../../../../src/dashboard/format/time/zones.ts';

describe('a time zone by its place', () => {
  test.each([
    ['berlin', 'Europe/Berlin'],
    [' New York ', 'America/New_York'],
    ['los angeles', 'America/Los_Angeles'],
  ])('%s is %s', (typed, zone) => {
    expect(zoneOfPlace(typed)).toBe(zone);
  });

  test.each(['', 'Europe/Berlin', 'Atlantis', 'Ber'])('“%s” stays as it was typed', (typed) => {
    expect(zoneOfPlace(typed)).toBe(typed);
  });

  test('each zone is offered with its place and the offset of the day', () => {
    const summer = zoneChoices(new Date('2026-07-01T12:00:00Z'));
    expect(summer).toContainEqual({ value: 'Europe/Berlin', text: 'Berlin, GMT+2' });
    const winter = zoneChoices(new Date('2026-12-01T12:00:00Z'));
    expect(winter).toContainEqual({ value: 'Europe/Berlin', text: 'Berlin, GMT+1' });
    expect(placeOf('UTC')).toBe('UTC');
  });
});
