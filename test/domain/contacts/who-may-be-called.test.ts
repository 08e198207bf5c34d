import { describe, expect, test } from 'vitest';
import { zonesNamed, zonesOfCountry } from '../../../src/domain/contacts/contact-zones.ts';
import { refusedKind, type NumberKind } from '../../../src/domain/contacts/number-kind.ts';

const AT = Date.parse('2026-11-23T12:00:00Z');

describe('zones of a contact', () => {
  test.each([
    ['Europe/Paris', ['Europe/Paris']],
    [' europe/paris | UTC', ['Europe/Paris', 'UTC']],
    ['UTC|UTC', ['UTC']],
    ['Asia/Kolkata', ['Asia/Kolkata']],
    ['Asia/Calcutta', ['Asia/Calcutta']],
    ['Asia/Kolkata|Asia/Calcutta', ['Asia/Kolkata']],
    ['US/Eastern', ['US/Eastern']],
  ])('%j', (text, zones) => expect(zonesNamed(text)).toEqual({ zones }));

  test.each(['Mars/Base', 'Europe/Paris|', '+02:00', '', 'Europe/Paris|BST'])(
    '%j is refused',
    (text) => expect(zonesNamed(text)).toHaveProperty('fault'),
  );

  test('of a country with one clock there is one', () => {
    expect(zonesOfCountry('FR', AT)).toEqual(['Europe/Paris']);
    expect(zonesOfCountry('DE', AT)).toHaveLength(1);
  });

  test('of one with several, one for each clock, and those that never change theirs', () => {
    const zones = zonesOfCountry('US', AT);
    expect(zones).toEqual(expect.arrayContaining(['America/Phoenix', 'Pacific/Honolulu']));
    const eastern = ['America/New_York', 'America/Detroit', 'America/Indiana/Indianapolis'];
    expect(zones.filter((zone) => eastern.includes(zone))).toHaveLength(1);
  });

  test('of no country there are none', () => expect(zonesOfCountry('ZZ', AT)).toEqual([]));
});

describe('numbers that are not called', () => {
  const number: NumberKind = { country: 'GB', callingCode: '44', type: 'MOBILE', short: false };
  test.each<[string, Partial<NumberKind>, string[] | null, string | undefined]>([
    ['of any country', {}, null, undefined],
    ['of one that is open', {}, ['FR', 'GB'], undefined],
    ['of one that is not', {}, ['FR'], 'is in GB, which the campaign does not open'],
    ['premium-rate', { type: 'PREMIUM_RATE' }, ['GB'], 'is a premium-rate number'],
    ['shared cost', { type: 'SHARED_COST' }, null, 'is a shared-cost number'],
    ['a pager', { type: 'PAGER' }, null, 'is a pager'],
    ['short', { short: true }, null, 'is a short number, as emergency services have'],
    ['satellite', { country: null, callingCode: '881' }, null, 'is a satellite number'],
    ['freephone', { country: null, callingCode: '800' }, null, undefined],
    [
      'freephone, by country',
      { country: null, callingCode: '800' },
      ['GB'],
      'belongs to no country',
    ],
    ['of no known range', { type: null }, ['GB'], undefined],
  ])('%s', (_name, change, countries, expected) => {
    expect(refusedKind({ ...number, ...change }, countries)).toBe(expected);
  });
});
