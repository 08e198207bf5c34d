/** Spellings of one number are one number, and what may be another number is refused. */
import fc from 'fast-check';
import { PhoneNumberUtil } from 'google-libphonenumber';
import type { PhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { readPhoneNumber } from '../../../../src/api/contacts/numbers/phone-number.ts';
import { country, subscriber as anySubscriber } from './numbers-of-countries.ts';

const read = (written: string, country: string | null = null) => {
  const reading = readPhoneNumber(written, country);
  return 'fault' in reading ? reading.fault : reading.e164;
};

/** Another implementation, with the number ranges of another release. */
const google = PhoneNumberUtil.getInstance();
const isValidForGoogle = (e164: string) => google.isValidNumber(google.parse(e164));

describe('a / joins no two numbers', () => {
  test.each([
    ['+49 30 1234567/8', null],
    ['+49 30 1234567/-10', null],
    ['+49 30 1234567-0/-10', null],
    ['+49 30/1234567/8', null],
    ['+49 30 1234567/1234568', null],
    ['0049 30 1234567/8', null],
    ['030 1234567/8', 'DE'],
    ['030 1234567 / 10', 'DE'],
    ['030/1234567/', 'DE'],
    ['+43 1 5123456/78', null],
    ['+43 1234/5678', null],
    ['123456/7', 'AT'],
    ['123456/7', 'IT'],
    ['12 34/56', 'AT'],
    ['12 34/56', 'IT'],
    ['0512 345678/79', 'AT'],
    ['+39 02 123456/7', null],
    ['02 123456/57', 'IT'],
    ['+41 44 123 45 67/68', null],
    ['+44 20 7946 0012/3', null],
    ['202 555 0123/4', 'US'],
  ])('%s with %s', (written, country) => {
    expect(read(written, country)).toContain('may be two numbers');
  });

  test.each([
    ['+49 30/1234567', null, '+49301234567'],
    ['+49 (0)30/1234567', null, '+49301234567'],
    ['+49/30/1234567', null, '+49301234567'],
    ['0049/30/1234567', null, '+49301234567'],
    ['030/1234567', 'DE', '+49301234567'],
    ['030 / 123 45 67', 'DE', '+49301234567'],
    ['030/1234567-10', 'DE', '+4930123456710'],
    ['(030)/1234567', 'DE', '+49301234567'],
    ['03301/12345', 'DE', '+49330112345'],
    ['0171/3920023', 'DE', '+491713920023'],
    ['0152/28817386', 'DE', '+4915228817386'],
    ['0664/1234567', 'AT', '+436641234567'],
    ['01/5123456', 'AT', '+4315123456'],
    ['02/12345678', 'IT', '+390212345678'],
    ['347/1234567', 'IT', '+393471234567'],
    ['044/123 45 67', 'CH', '+41441234567'],
    ['0475/12.34.56', 'BE', '+32475123456'],
    ['02/213 45 67', 'BE', '+3222134567'],
    ['22/123 45 67', 'PL', '+48221234567'],
    ['06-20/123-4567', 'HU', '+36201234567'],
    ['091/123-4567', 'HR', '+385911234567'],
    ['0207/946 0012', 'GB', '+442079460012'],
    ['07700/900123', 'GB', '+447700900123'],
    ['202/555-0123', 'US', '+12025550123'],
  ])('right behind the area code it is a separator: %s with %s', (written, country, number) => {
    expect(read(written, country)).toBe(number);
  });
});

describe('a 0 behind the country code', () => {
  test.each([
    ['+44 (0)20 7946 0012', '+442079460012'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['+44(0)7700900123', '+447700900123'],
    ['+44-(0)-7700-900123', '+447700900123'],
    ['(+44) (0) 7700 900123', '+447700900123'],
    ['0044 (0)7700 900123', '+447700900123'],
    ['+44 07700 900123', '+447700900123'],
    ['+49 (0)30 1234567', '+49301234567'],
    ['+48 (0) 22 123 45 67', '+48221234567'],
    ['+48 022 123 45 67', '+48221234567'],
    ['+420 (0)212 345 678', '+420212345678'],
    ['+30 (0)210 1234567', '+302101234567'],
    ['+372 (0)512 3456', '+3725123456'],
    ['+352 (0)26 12 34 56', '+35226123456'],
    ['+852 (0)2123 4567', '+85221234567'],
    ['+34 (0)91 123 45 67', '+34911234567'],
    ['+351 (0)21 123 4567', '+351211234567'],
    ['+57 (0)310 1234567', '+573101234567'],
    ['+36 (06) 1 234 5678', '+3612345678'],
    ['+7 (8) 912 345-67-89', '+79123456789'],
    // In these plans it is a digit of the number.
    ['+39 (0)6 12345678', '+390612345678'],
    ['+39 06 12345678', '+390612345678'],
    ['+39 0331 1234567', '+3903311234567'],
    ['+225 (0)7 08 09 10 11', '+2250708091011'],
    // Mobile numbers in Italy have none.
    ['+39 (0)347 1234567', '+393471234567'],
    ['+39 0347 1234567', '+393471234567'],
    ['0039 (0)347 1234567', '+393471234567'],
  ])('%s is %s', (written, number) => expect(read(written)).toBe(number));

  test.each([
    ['48 (0)22 123 45 67', 'PL', '+48221234567'],
    ['011 48 (0)22 123 45 67', 'US', '+48221234567'],
    ['39 (0)347 123 45 67', 'IT', '+393471234567'],
  ])('%s with %s is %s', (written, country, number) => expect(read(written, country)).toBe(number));

  test.each([
    ['+39 (0)331 1234567', null, 'may be a digit of it or not'],
    ['011 39 (0)331 1234567', 'US', 'may be'],
    ['39 (0)331 1234567', 'IT', 'may be two numbers of IT'],
    ['+48 (0)12', null, 'have none'],
    ['+44 20 (0)7946 0012', null, 'not behind its country code'],
    ['+44 20 44 (0)79460012', null, 'not behind its country code'],
    ['20 (0)7946 0012', 'GB', 'is not one of GB'],
    ['+44 (0)(0)20 7946 0012', null, 'not behind its country code'],
    ['022 123 45 67', 'PL', 'is not one of PL'],
    ['0347 1234567', 'IT', 'is not one of IT'],
    ['0212 555 0123', 'US', 'is not one of US'],
  ])('%s with %s is refused: %s', (written, country, reason) => {
    expect(read(written, country)).toContain(reason);
  });

  test.each([
    ['212345646', 'US'],
    ['51232882', 'GB'],
    ['1234567890', 'US'],
    ['1234567', 'GB'],
    ['1234567', 'DE'],
  ])('none is added that was not there: %s with %s', (written, country) => {
    expect(read(written, country)).toContain(`is not one of ${country}`);
  });
});

describe('one number, however it is spelled', () => {
  test.each([
    '+44 20 7946 0012',
    '+44 20 7946–0012',
    '+44\u201120\u20117946\u20110012',
    '+44 20 7946\u22120012',
    '\uff0b\uff14\uff14\u3000\uff12\uff10\u3000\uff17\uff19\uff14\uff16\u3000\uff10\uff10\uff11\uff12',
    '+\u0664\u0664 \u0662\u0660 \u0667\u0669\u0664\u0666 \u0660\u0660\u0661\u0662',
    '+\u06f4\u06f4 \u06f2\u06f0 \u06f7\u06f9\u06f4\u06f6 \u06f0\u06f0\u06f1\u06f2',
    'tel:+44-20-7946-0012',
    'TEL: +44 20 7946 0012',
    '="+44 20 7946 0012"',
    '=+442079460012',
    "'+44 20 7946 0012",
    '\u2018+44 20 7946 0012',
    '(+44) 20 7946 0012',
    '( +44 ) 20 7946 0012',
    '+(44) 20 7946 0012',
    '(0044) 20 7946 0012',
    '+0044 20 7946 0012',
    '00 44 20 7946 0012',
    '+ 44 20 7946 0012',
    '\t+44\t20 7946 0012 ',
    '\u202a+44 20 7946 0012\u202c',
    '+44 (20) 7946.0012',
    '+44 (020) 7946 0012',
  ])('%j', (written) => expect(read(written)).toBe('+442079460012'));

  test('a Mexican mobile has no 1 behind its country code any more', () => {
    expect(read('+52 1 55 1234 5678')).toBe('+525512345678');
    expect(read('0052 1 55 1234 5678')).toBe('+525512345678');
    expect(read('5215512345678', 'MX')).toBe('+525512345678');
  });
});

describe('what is no single number is refused with its true reason', () => {
  test.each([
    ['+44 20 7946 0012; +44 20 7946 0013', 'holds two numbers'],
    ['+44 20 7946 0012 ::: +44 20 7946 0013', 'holds two numbers'],
    ['+44 20 7946 0012, +44 20 7946 0013', 'holds two numbers'],
    ['020 7946 0012,020 7946 0013', 'holds two numbers'],
    ['+44 20 7946 0012\n+44 20 7946 0013', 'holds two numbers'],
    ['+44 20 7946 0012 +44 20 7946 0013', 'holds two numbers'],
    ['030 1234567 oder 030 1234568', 'holds two numbers'],
    ['+44 20 7946 0012 ext. 12', 'has an extension'],
    ['+44 20 7946 0012 x12', 'has an extension'],
    ['+44 20 7946 0012x12', 'has an extension'],
    ['+44 20 7946 0012 #12', 'has an extension'],
    ['+44 20 7946 0012,,12', 'has an extension'],
    ['tel:+44-20-7946-0012;ext=12', 'has an extension'],
    ['001-084-906-7849x73518', 'has an extension'],
    ['+49 30 1234567 Durchwahl 10', 'has an extension'],
    ['+44 20 7946 0012*', 'not allowed: “*”'],
    ['+44 20 7946 00I2', 'not allowed: “I”'],
    ['+44 20 7946 0012…', 'not allowed: “…” (U+2026)'],
    ['+44 20 7946\u00000012', 'not allowed: U+0000'],
    ['\u{1d7ce}20 7946 0012', 'not allowed: “\u{1d7ce}” (U+1D7CE)'],
    ['Ada 20', 'not allowed: “A”'],
    ['n/a', 'has no digits'],
    ['Ada Example', 'has no digits'],
    ['+020 7946 0012', 'a 0 behind its +'],
    ['+0 20 7946 0012', 'a 0 behind its +'],
    ['++44 20 7946 0012', 'is not a phone number'],
    ['-', 'has no digits'],
    ['-20 7946 0012', 'is not a phone number'],
    ['020 7946 0012', 'needs its country code'],
    ['1'.repeat(201), 'more than 200 characters'],
    ['', 'is empty'],
    ['=""', 'is empty'],
  ])('%j: %s', (written, reason) => {
    expect(read(written)).toContain(reason);
  });
});

const subscriber = anySubscriber.filter(({ number }) => isValidForGoogle(number));

const fullWidth = (text: string) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (text: string) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

/** What people and programs make of a number. */
const spellingsOf = (number: PhoneNumber): string[] => {
  const { countryCallingCode: code, nationalNumber } = number;
  const groups = number.formatInternational();
  const behind = groups.slice(code.length + 2);
  const trunked = [`(0)${behind}`, `(0) ${behind}`, `(0) ${nationalNumber}`];
  return [
    number.number,
    groups,
    ...trunked.flatMap((rest) => [`+${code} ${rest}`, `00${code} ${rest}`, `(+${code}) ${rest}`]),
    ...trunked.map((rest) => `+${code}${rest}`),
    ...[' ', '.', '/', '–', '\u2011', '\u2212'].map((mark) => groups.replaceAll(' ', mark)),
    ...[2, 3, 4].map((digits) => groups.replace(new RegExp(`(?<= .{${digits}}) `), '/')),
    groups.replace(/ (?=\S+$)/, '/'),
    `${groups}/8`,
    `+${code} (${behind.replace(' ', ') ')}`,
    `+ ${code} ${behind}`,
    `(+${code}) ${behind}`,
    `tel:${groups.replaceAll(' ', '-')}`,
    `="${number.number}"`,
    `'${number.number}`,
    fullWidth(groups),
    arabic(groups),
    number.getURI(),
  ];
};

test('each spelling that is accepted is the number itself, wherever it is read', () => {
  let accepted = 0;
  fc.assert(
    fc.property(subscriber, country, (number, of) => {
      for (const written of spellingsOf(number)) {
        for (const by of [null, of, number.country!]) {
          const reading = readPhoneNumber(written, by);
          if ('fault' in reading) continue;
          accepted += 1;
          expect({ written, by, is: reading.e164 }).toEqual({ written, by, is: number.number });
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(accepted).toBeGreaterThan(30_000);
});

test('a 0 behind the country code is a digit of a valid number, or none', () => {
  fc.assert(
    fc.property(subscriber, ({ number, countryCallingCode: code, nationalNumber }) => {
      const literal = `+${code}0${nationalNumber}`;
      const reading = readPhoneNumber(literal);
      if ('fault' in reading || reading.e164 === number) return;
      expect(reading.e164).toBe(literal);
      expect({ literal, isValid: isValidForGoogle(literal) }).toEqual({ literal, isValid: true });
    }),
    { numRuns: 2000 },
  );
});

test('digits without a country code are read only as a number that an independent library knows', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789 '.split('')),
    minLength: 7,
    maxLength: 14,
  });
  const reservedForFiction = /^\+(?:441632960|447700900|3363998|3532091)/;
  const [known, unknown] = [new Set<string>(), new Set<string>()];
  fc.assert(
    fc.property(digits, country, (written, of) => {
      const reading = readPhoneNumber(written, of);
      if ('fault' in reading || written.trim().startsWith('00')) return;
      const isKnown = isValidForGoogle(reading.e164) || reservedForFiction.test(reading.e164);
      (isKnown ? known : unknown).add(`${written} in ${of} is ${reading.e164}`);
    }),
    { numRuns: 20_000 },
  );
  expect(known.size).toBeGreaterThan(300);
  // The ranges of one or two countries differ, because the libraries have them from different releases.
  expect([...unknown].slice(Math.ceil(known.size / 50))).toEqual([]);
});
