// With all of libphonenumber's ranges: the smaller sets know no types.
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { SHORT, refusedKind, type NumberKind } from '../../domain/contacts/number-kind.ts';
import { invalidField } from '../http/problem.ts';

interface ReadNumber {
  e164: string;
  kind: NumberKind;
}

export type NumberReading = ReadNumber | { fault: string };

/** Digits and what people put between them; anything else is a typing error and not a number. */
const WRITTEN = /^(\+|00)[0-9][0-9 ().\-/]*$/;
const EMERGENCY_DIGITS = 4;
/** Some countries have people's numbers of so few digits too: those are in ranges that are known. */
const LONGEST_SERVICE_DIGITS = 6;

/** Marks of direction, joiners, spaces of no width and of one kind: nobody sees them, and address books add them. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Reads a number in international form, with `+` or `00` in front. */
export function readPhoneNumber(text: string): NumberReading {
  const written = text
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();
  if (written === '') return { fault: 'number is empty' };
  if (/^[0-9]{2,6}$/.test(written)) return { fault: `number ${SHORT}` };
  if (!/^(\+|00)/.test(written)) {
    return { fault: 'number needs its country code, beginning with +' };
  }
  if (!WRITTEN.test(written)) return { fault: 'number contains characters that are not allowed' };
  const international = written.startsWith('00') ? `+${written.slice(2)}` : written;
  const parsed = parsePhoneNumberFromString(international, { extract: false });
  if (!parsed) return { fault: 'number is not one' };
  if (!parsed.isPossible()) {
    const short = parsed.nationalNumber.length <= EMERGENCY_DIGITS;
    return { fault: short ? `number ${SHORT}` : 'number is too short or too long for its country' };
  }
  return { e164: parsed.number, kind: kindOf(parsed) };
}

/**
 * The same, of a number that is going to be called.
 * @param countries those that are open, ISO 3166-1; null: all of them
 */
export function readDialable(text: string, countries: readonly string[] | null): NumberReading {
  const reading = readPhoneNumber(text);
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

// Numbers kept free for fiction are in no range: they count as the main country's.
function countryOf(parsed: PhoneNumber): string | null {
  if (parsed.isNonGeographic()) return null;
  return parsed.country ?? parsed.getPossibleCountries()[0] ?? null;
}

/** @throws Problem 422 that names the field `number` and what is wrong with it */
export const requireNumber = (text: string): string => required(readPhoneNumber(text)).e164;

/** The same, for a number that is going to be called. */
export const requireDialable = (text: string): ReadNumber => required(readDialable(text, null));

function required(reading: NumberReading): ReadNumber {
  if ('e164' in reading) return reading;
  throw invalidField('#/number', reading.fault);
}
