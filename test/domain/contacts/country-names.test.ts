/** The countries that lists name. */
import { expect, test } from 'vitest';
import { countryNamed } from '../../../src/domain/contacts/country-names.ts';

test.each([
  ['GB', 'GB'],
  [' gb ', 'GB'],
  ['UK', 'GB'],
  ['GBR', 'GB'],
  ['England', 'GB'],
  ['U.S.A.', 'US'],
  ['Deutschland', 'DE'],
  ['DEU', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['Österreich', 'AT'],
  ['Osterreich', 'AT'],
  ['Schweiz', 'CH'],
  ['España', 'ES'],
  ['Pays-Bas', 'NL'],
  ['Côte d’Ivoire', 'CI'],
])('%s is %s', (name, code) => expect(countryNamed(name)).toBe(code));

test.each(['', 'Atlantis', 'N/A', '44', 'DD', 'Europe, somewhere'])('%j is none', (name) =>
  expect(countryNamed(name)).toBeUndefined(),
);
