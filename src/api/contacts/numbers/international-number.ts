// `max` has all number ranges: with a smaller data set, more numbers would seem to have one reading.
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

/**
 * What digits with their calling code may mean. None: the 0 behind the code has no place in the plan. Two: it may be a digit
 * of the number or not, as in Italy, where `+39 (0)331` is a town or a mobile network.
 * @param beforeZero the digits in front of a `(0)`; null: there is none
 */
export function readInternational(digits: string, beforeZero: string | null): PhoneNumber[] {
  const asWritten = parsed(digits);
  if (!asWritten) return [];
  const code = asWritten.countryCallingCode;
  const rest = digits.slice(code.length);
  if (!rest.startsWith('0')) return [withoutOldMobilePrefix(code, rest) ?? asWritten];
  const bare = parsed(code + rest.slice(1));
  const all = distinct([asWritten, bare]);
  const valid = all.filter((each) => each.isValid());
  // The plan's own rules drop the 0, so it is a trunk prefix, in a range that is not known too.
  if (valid.length === 0) return all.length === 1 ? all : [];
  const isPlain = beforeZero !== code && asWritten.isValid();
  return isPlain && asWritten.nationalNumber.startsWith('0') ? [asWritten] : valid;
}

const parsed = (digits: string) => parsePhoneNumberFromString(`+${digits}`, { extract: false });

/** Until 2019 calls to mobile numbers in Mexico had a 1 behind the country code, and address books still have it. */
function withoutOldMobilePrefix(code: string, rest: string): PhoneNumber | undefined {
  if (code !== '52' || !/^1[0-9]{10}$/.test(rest)) return undefined;
  const bare = parsed(code + rest.slice(1));
  return bare?.isValid() ? bare : undefined;
}

export const distinct = (readings: readonly (PhoneNumber | undefined)[]): PhoneNumber[] => [
  ...new Map(readings.flatMap((each) => (each ? [[each.number, each] as const] : []))).values(),
];
