/** How a written number is read: what is accepted is what its writer meant. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPhoneNumber } from '../../../../src/api/contacts/numbers/phone-number.ts';
import { country, subscriber } from './numbers-of-countries.ts';

const read = (written: string, country: string | null) => {
  const reading = readPhoneNumber(written, country);
  return 'fault' in reading ? reading.fault : reading.e164;
};

describe('a number without + is refused if it may be', () => {
  test.each([
    ['15125550123', 'DE', 'may be a number of DE or of US'],
    ['41791234567', 'DE', 'may be a number of DE or of CH'],
    ['41 79 123 45 67', 'DE', 'may be a number of DE or of CH'],
    ['436641234567', 'DE', 'may be a number of DE or of AT'],
    ['33612345678', 'DE', 'may be a number of DE or of FR'],
    ['48512345678', 'DE', 'may be a number of DE or of PL'],
    ['4791234567', 'US', 'may be a number of US or of NO'],
    ['2015550123', 'US', 'may be a number of US or of EG'],
    ['678 555 0123', 'US', 'may be a number of US or of VU'],
    ['3311234567', 'IT', 'may be two numbers of IT'],
    ['492214710123', 'DE', 'may be two numbers of DE'],
    ['001 65 8234 5678', 'HK', 'may be a number of SG or of JM'],
    ['001 65 8234 5678', 'TH', 'may be a number of SG or of JM'],
    ['001 65 8234 5678', 'KR', 'may be a number of SG or of JM'],
    ['001 65 8234 5678', 'ID', 'may be a number of ID or of JM'],
  ])('%s with %s: it %s', (written, country, reason) => {
    expect(read(written, country)).toBe(
      `number ${reason}: write it with its country code, beginning with +`,
    );
  });
});

describe('a number that has one reading is read', () => {
  test.each([
    ['07700 900123', 'GB', '+447700900123'],
    ['7700900123', 'GB', '+447700900123'],
    ['447700900123', 'GB', '+447700900123'],
    ['44 (0)7700 900123', 'GB', '+447700900123'],
    ['0171 3920023', 'DE', '+491713920023'],
    ['1713920023', 'DE', '+491713920023'],
    ['015125550123', 'DE', '+4915125550123'],
    ['2025550123', 'US', '+12025550123'],
    ['(202) 555-0123', 'US', '+12025550123'],
    ['0199000101', 'FR', '+33199000101'],
    ['03311234567', 'IT', '+3903311234567'],
    ['0044 7700 900123', 'DE', '+447700900123'],
    ['0044 7700 900123', 'US', '+447700900123'],
    ['011 44 7700 900123', 'US', '+447700900123'],
    ['0044 7700 900123', null, '+447700900123'],
    ['001 658 234 5678', null, '+16582345678'],
  ])('%s with %s is %s', (written, country, number) => {
    expect(read(written, country)).toBe(number);
  });

  test.each([
    ['(201) 555-0123', 'US', '+12015550123'],
    ['201-555-0123', 'US', '+12015550123'],
    ['331 123 4567', 'IT', '+393311234567'],
  ])(
    '%s with %s is %s, because its groups are those of the country',
    (written, country, number) => {
      expect(read(written, country)).toBe(number);
    },
  );
});

test.each(['1701234567.0', '1701234567,00', '0049301234567.0', '+49301234567.0'])(
  '%s was saved as a decimal number, and its 0 is no digit',
  (written) => {
    for (const country of ['DE', null]) {
      expect(read(written, country)).toContain('was saved as a decimal number');
    }
  },
);

const readOrRefused = (written: string, of: string) => {
  const reading = readPhoneNumber(written, of);
  return 'fault' in reading ? 'refused' : reading.e164;
};
const digitsOf = (text: string) => text.replaceAll(/[^0-9]/g, '');

test('a number whose + was removed is read as itself, or refused, with each country', () => {
  fc.assert(
    fc.property(subscriber, country, (number, of) => {
      for (const written of [number.number, number.formatInternational()]) {
        expect([number.number, 'refused']).toContain(readOrRefused(written.slice(1), of));
      }
    }),
    { numRuns: 1500 },
  );
});

test('a national number, with or without its leading zeros, is read as itself or refused', () => {
  fc.assert(
    fc.property(subscriber, (number) => {
      const national = number.formatNational();
      const digits = digitsOf(national);
      for (const written of [national, digits, digits.replace(/^0+/, '')]) {
        expect([number.number, 'refused']).toContain(readOrRefused(written, number.country!));
      }
    }),
    { numRuns: 1500 },
  );
});
