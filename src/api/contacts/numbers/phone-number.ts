// `max` has all number ranges: the smaller data sets do not know the types of numbers.
import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { SHORT, refusedKind, type NumberKind } from '../../../domain/contacts/number-kind.ts';
import { readInternational } from './international-number.ts';
import { readNationalNumber } from './national-number.ts';
import { SLASH_FAULT, hasNumberBeforeSlash, slashIsPlain } from './slash.ts';
import { ZERO_FAULT, readWritten, type WrittenNumber } from './written-number.ts';

export interface ReadNumber {
  e164: string;
  kind: NumberKind;
}

export type NumberReading = ReadNumber | { fault: string };

const EITHER_ZERO =
  'number has a (0) that may be a digit of it or not: write it without the brackets, with the 0 or without';
const WRONG_ZERO =
  'number has a 0 behind its country code, where the numbers of that country have none: correct it';

const EMERGENCY_DIGITS = 4;
/** Numbers with at most so many digits count as service numbers, unless they are in a known range of subscriber numbers. */
const LONGEST_SERVICE_DIGITS = 6;

/**
 * Reads a number in international form, with `+` or `00` in front.
 * @param country of numbers that are written without one, as an ISO 3166-1 code; null: they are refused
 */
export function readPhoneNumber(text: string, country: string | null = null): NumberReading {
  const written = readWritten(text);
  if ('fault' in written) return written;
  const { digits, plus, beforeZero } = written;
  if (!plus && /^[0-9]{2,6}$/.test(written.text)) return { fault: `number ${SHORT}` };
  if (plus) return readWithCode(written, digits, beforeZero);
  if (country !== null) {
    const national = readNationalNumber(written, country as CountryCode);
    if ('number' in national) return readingOf(written, national.number);
    return hasNumberBeforeSlash(written) ? { fault: SLASH_FAULT } : national;
  }
  if (!digits.startsWith('00')) {
    return { fault: 'number needs its country code, beginning with +' };
  }
  return readWithCode(written, digits.slice(2), beforeZero?.slice(2) ?? null);
}

function readWithCode(
  written: WrittenNumber,
  digits: string,
  beforeZero: string | null,
): NumberReading {
  const [first, second] = readInternational(digits, beforeZero);
  if (second) return { fault: EITHER_ZERO };
  if (first) return readingOf(written, first);
  const isOfCountry = parsePhoneNumberFromString(`+${digits}`, { extract: false }) !== undefined;
  return { fault: isOfCountry ? WRONG_ZERO : 'number is not a phone number' };
}

function readingOf(written: WrittenNumber, parsed: PhoneNumber | undefined): NumberReading {
  if (!parsed) return { fault: 'number is not a phone number' };
  if (!zeroIsBehindCode(written, parsed.countryCallingCode)) return { fault: ZERO_FAULT };
  if (!slashIsPlain(written, parsed)) return { fault: SLASH_FAULT };
  if (!parsed.isPossible()) {
    const short = parsed.nationalNumber.length <= EMERGENCY_DIGITS;
    return { fault: short ? `number ${SHORT}` : 'number is too short or too long for its country' };
  }
  return { e164: parsed.number, kind: kindOf(parsed) };
}

function zeroIsBehindCode({ beforeZero, plus }: WrittenNumber, code: string): boolean {
  if (beforeZero === null || beforeZero === '') return true;
  // Before the code there may be the international prefix of any country.
  return plus || beforeZero === code
    ? beforeZero === code
    : /^0\d*$/.test(beforeZero) && beforeZero.endsWith(code);
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
