// `max` has all number ranges: the smaller data sets do not know the types of numbers.
import * as z from 'zod';
import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { SHORT, refusedKind, type NumberKind } from '../../../domain/contacts/number-kind.ts';
import { invalidField } from '../../http/problem.ts';
import { readNationalNumber } from './national-number.ts';

interface ReadNumber {
  e164: string;
  kind: NumberKind;
}

export type NumberReading = ReadNumber | { fault: string };

/** Digits and the separators that people use. A text with anything else is refused as a typing error. */
const WRITTEN = /^(\+|00)[0-9][0-9 ().\-/]*$/;
const EMERGENCY_DIGITS = 4;
/** Numbers with at most so many digits count as service numbers, unless they are in a known range of subscriber numbers. */
const LONGEST_SERVICE_DIGITS = 6;

/** Invisible characters that address books add: direction marks, joiners, zero-width spaces, line separators. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** `4.477009E+11`: a spreadsheet has replaced the last digits by an exponent. */
const SHORTENED = /^[0-9]+(?:[.,][0-9]+)?E\+?[0-9]+$/i;
const SHORTENED_FAULT =
  'number was shortened by Excel to a form such as 4.4E+11, and digits are lost: format the column as text, and fill ' +
  'it again from its source';

/** `1701234567.0`: a program has saved the number as a decimal one. The 0 behind the point is no digit of it. */
const DECIMAL = /^\+?[0-9]{7,}[.,]0+$/;
const DECIMAL_FAULT =
  'number was saved as a decimal number, such as 1234567.0: save the column as text, and fill it again from its source';

/**
 * Reads a number in international form, with `+` or `00` in front.
 * @param country of numbers that are written without one, as an ISO 3166-1 code; null: they are refused
 */
export function readPhoneNumber(text: string, country: string | null = null): NumberReading {
  const written = text
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
    .replace(/^'(?=[+0-9])/, '');
  if (written === '') return { fault: 'number is empty' };
  if (SHORTENED.test(written)) return { fault: SHORTENED_FAULT };
  if (DECIMAL.test(written)) return { fault: DECIMAL_FAULT };
  if (/^[0-9]{2,6}$/.test(written)) return { fault: `number ${SHORT}` };
  if (country !== null && !written.startsWith('+')) {
    const national = readNationalNumber(written, country as CountryCode);
    return 'fault' in national ? national : readingOf(national.number);
  }
  if (!/^(\+|00)/.test(written)) {
    return { fault: 'number needs its country code, beginning with +' };
  }
  if (!WRITTEN.test(written)) return { fault: 'number contains characters that are not allowed' };
  const international = written.startsWith('00') ? `+${written.slice(2)}` : written;
  return readingOf(parsePhoneNumberFromString(international, { extract: false }));
}

function readingOf(parsed: PhoneNumber | undefined): NumberReading {
  if (!parsed) return { fault: 'number is not a phone number' };
  if (!parsed.isPossible()) {
    const short = parsed.nationalNumber.length <= EMERGENCY_DIGITS;
    return { fault: short ? `number ${SHORT}` : 'number is too short or too long for its country' };
  }
  return { e164: parsed.number, kind: kindOf(parsed) };
}

/**
 * Reads a number that is to be called, and checks its kind and country.
 * @param countries that may be called, as ISO 3166-1 codes; null: all
 */
export function readDialable(
  text: string,
  countries: readonly string[] | null,
  defaultCountry: string | null = null,
): NumberReading {
  const reading = readPhoneNumber(text, defaultCountry);
  if ('fault' in reading) return reading;
  const refused = refusedKind(reading.kind, countries);
  return refused === undefined ? reading : { fault: `number ${refused}` };
}

function kindOf(parsed: PhoneNumber): NumberKind {
  const type = parsed.getType() ?? null;
  const { length } = parsed.nationalNumber;
  return {
    country: countryOf(parsed),
    callingCode: parsed.countryCallingCode,
    type,
    short: type === null && length <= LONGEST_SERVICE_DIGITS,
  };
}

// Numbers reserved for fiction are in no range: they count as numbers of the main country of the calling code.
function countryOf(parsed: PhoneNumber): string | null {
  if (parsed.isNonGeographic()) return null;
  return parsed.country ?? parsed.getPossibleCountries()[0] ?? null;
}

export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code);

/** @throws Problem 422 that names the field `number` and its fault */
export const requireNumber = (text: string): string => required(readPhoneNumber(text)).e164;

/** A number in a query. `requireNumber` gives its E.164 form. */
export const NumberParameter = z
  .string()
  .max(40)
  .superRefine((text, context) => {
    const reading = readPhoneNumber(text);
    if ('fault' in reading) {
      const message = `${reading.fault}; in a URL, + is written as %2B`;
      context.addIssue({ code: 'custom', message });
    }
  })
  .meta({ description: 'In international form: `+12025550101`, or with `00` in front.' });

/** For a number that is to be called. @throws Problem 422 as above */
export const requireDialable = (text: string): ReadNumber => required(readDialable(text, null));

function required(reading: NumberReading): ReadNumber {
  if ('e164' in reading) return reading;
  throw invalidField('#/number', reading.fault);
}
