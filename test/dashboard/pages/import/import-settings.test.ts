import { expect, test } from 'vitest';
import { countryName } from '../../../../src/dashboard/pages/import/country-name.ts';
import {
  importQuery,
  mappingFault,
  mappingOf,
  NO_SETTINGS,
} from '../../../../src/dashboard/pages/import/import-settings.ts';

test('settings that are empty are not sent', () => {
  expect(importQuery(NO_SETTINGS)).toEqual({ dedupe: 'campaign' });
});

test('days count with the whole account only, and a country is sent in capitals', () => {
  const settings = { ...NO_SETTINGS, country: ' gb ', zone: 'Europe/London', dedupeDays: '30' };
  expect(importQuery(settings)).toEqual({
    dedupe: 'campaign',
    default_country: 'GB',
    zone: 'Europe/London',
  });
  expect(importQuery({ ...settings, dedupe: 'account' })).toMatchObject({ dedupe_days: 30 });
});

test('each title has a choice: what is suggested, else none', () => {
  expect(mappingOf(['Phone', 'Shoe size'], { Phone: 'number', 'Shoe size': null })).toEqual({
    Phone: 'number',
    'Shoe size': null,
  });
  expect(mappingOf(['Phone'], undefined)).toEqual({ Phone: null });
});

test('a title that the suggestion leaves out says who may be called, and must be answered', () => {
  const mapping = mappingOf(['Phone', 'Opt-in'], { Phone: 'number' });
  expect(mapping).toEqual({ Phone: 'number', 'Opt-in': undefined });
  expect(mappingFault(mapping)).toContain('Opt-in');
  expect(mappingFault({ ...mapping, 'Opt-in': null })).toBeUndefined();
});

test('a mapping needs the number; a person may have several, and only names and flags have parts', () => {
  expect(mappingFault({ Phone: 'number', DNC: 'do_not_call', DND: 'do_not_call' })).toBeUndefined();
  expect(mappingFault({ First: 'name', Last: 'name' })).toContain('number');
  expect(mappingFault({ Phone: 'number', First: 'name', Last: 'name' })).toBeUndefined();
  expect(mappingFault({ Phone: 'number', Mobile: 'number' })).toBeUndefined();
  expect(mappingFault({ Phone: 'number', A: 'zone', B: 'zone' })).toContain('Two columns');
});

test('a country is named by its two letters', () => {
  expect(countryName('gb', 'en')).toBe('United Kingdom');
  expect(countryName('g')).toBeUndefined();
  expect(countryName('XQ', 'en')).toBeUndefined();
});
