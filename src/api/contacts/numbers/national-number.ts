// `max` has all number ranges: with a smaller data set, more numbers would seem to have one reading.
import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** `undefined` is no phone number at all. */
export type NationalReading = { number: PhoneNumber | undefined } | { fault: string };

const WRITTEN = /^\(?[0-9][0-9 ().\-/]*$/;

/**
 * A number without `+`: national, perhaps without its leading 0 (`07700 900123`, `7700900123`), or with a calling code
 * whose `+` a spreadsheet has removed (`447700900123`). One that may be read in two ways is refused, because somebody
 * else would be called.
 */
export function readNationalNumber(written: string, country: CountryCode): NationalReading {
  if (!WRITTEN.test(written)) return { fault: 'number contains characters that are not allowed' };
  const digits = written.replaceAll(/[^0-9]/g, '');
  if (digits.startsWith('00')) return readWithPrefix(written, digits, country);
  const home = distinct(homeReadings(written, digits, country));
  const abroad = readAbroad(digits, country);
  const [first] = home;
  if (first === undefined) return refusal(`is not one of ${country}`);
  if (home.length === 1 && abroad === undefined) return { number: first };
  const grouped = groupedAlike(written, home, abroad);
  if (grouped) return { number: grouped };
  return abroad ? eitherOf(first, abroad, country) : refusal(`may be two numbers of ${country}`);
}

/** `00` is the international prefix of most countries. Others have one that only begins so, such as `001`. */
function readWithPrefix(written: string, digits: string, country: CountryCode): NationalReading {
  const dialled = parsePhoneNumberFromString(written, { defaultCountry: country, extract: false });
  const usual = international(digits.slice(2));
  const [first, second] = distinct([dialled, usual].filter((each) => each?.isPossible()));
  if (first && second) return eitherOf(first, second, country);
  return { number: first ?? usual };
}

/** As numbers of the country. Only if none is in a known range, those of a possible length count. */
function homeReadings(written: string, digits: string, country: CountryCode) {
  const code = getCountryCallingCode(country);
  const national = (text: string) =>
    parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  // In a country such as Italy, a 0 in front is part of the number. A spreadsheet removes it.
  const all = [national(written), ...(digits.startsWith('0') ? [] : [national(`0${digits}`)])];
  if (digits.startsWith(code)) all.push(international(digits), international(`${code}${digits}`));
  const valid = all.filter((each) => each?.isValid());
  return valid.length > 0 ? valid : all.filter((each) => each?.isPossible());
}

/** As a number of another country whose `+` is lost. No calling code begins with 0. */
function readAbroad(digits: string, country: CountryCode): PhoneNumber | undefined {
  const read = digits.startsWith('0') ? undefined : international(digits);
  const elsewhere = read?.countryCallingCode !== getCountryCallingCode(country);
  return elsewhere && read?.isValid() ? read : undefined;
}

/** `(201) 555-0123` is separated as in the United States, and not as the Egyptian +20 15 550123. */
function groupedAlike(written: string, home: readonly PhoneNumber[], abroad?: PhoneNumber) {
  const groups = groupsOf(written);
  if (!groups.includes(' ')) return undefined;
  if (abroad && groupsOf(abroad.formatInternational()) === groups) return undefined;
  const alike = home.filter((each) => groupsOf(each.formatNational()) === groups);
  return alike.length === 1 ? alike[0] : undefined;
}

const groupsOf = (written: string) => (written.match(/[0-9]+/g) ?? []).join(' ');

const international = (digits: string) =>
  parsePhoneNumberFromString(`+${digits}`, { extract: false });

const distinct = (readings: readonly (PhoneNumber | undefined)[]): PhoneNumber[] => [
  ...new Map(readings.flatMap((each) => (each ? [[each.number, each] as const] : []))).values(),
];

function eitherOf(one: PhoneNumber, other: PhoneNumber, country: CountryCode): NationalReading {
  const code = getCountryCallingCode(country);
  const nameOf = (each: PhoneNumber) =>
    each.countryCallingCode === code ? country : (each.country ?? `+${each.countryCallingCode}`);
  return refusal(`may be a number of ${nameOf(one)} or of ${nameOf(other)}`);
}

const refusal = (why: string) => ({
  fault: `number ${why}: write it with its country code, beginning with +`,
});
