// `max` has all number ranges: with a smaller data set, more numbers would seem to have one reading.
import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { distinct, readInternational } from './international-number.ts';
import type { WrittenNumber } from './written-number.ts';

/** `undefined` is no phone number at all. */
export type NationalReading = { number: PhoneNumber | undefined } | { fault: string };

/**
 * A number without `+`: national, perhaps without its leading 0 (`07700 900123`, `7700900123`), or with a calling code
 * whose `+` a spreadsheet has removed (`447700900123`). One that may be read in two ways is refused, because somebody
 * else would be called.
 */
export function readNationalNumber(written: WrittenNumber, country: CountryCode): NationalReading {
  const { text, digits } = written;
  if (digits.startsWith('00')) return readWithPrefix(written, country);
  const home = homeReadings(written, country);
  const abroad = readAbroad(written, country);
  const known = home.filter(isKnown);
  const [first] = known;
  if (first === undefined) {
    const [other] = home;
    return other && abroad ? eitherOf(other, abroad, country) : refusal(`is not one of ${country}`);
  }
  if (known.length === 1 && abroad === undefined) return { number: first };
  const grouped = groupedAlike(text, known, abroad);
  if (grouped) return { number: grouped };
  return abroad ? eitherOf(first, abroad, country) : refusal(`may be two numbers of ${country}`);
}

/** `00` is the international prefix of most countries. Others have one that only begins so, such as `001`. */
function readWithPrefix(written: WrittenNumber, country: CountryCode): NationalReading {
  const usual = readInternational(written.digits.slice(2), written.beforeZero?.slice(2) ?? null);
  const dialled = nationally(written, written.digits, country);
  const possible = distinct([...dialled, ...usual].filter((each) => each.isPossible()));
  const [first, second] = possible;
  if (first && second) return eitherOf(first, second, country);
  return { number: first ?? usual[0] };
}

/** Reserved for films and examples, and so in no range of subscribers: by Ofcom (two), ARCEP and ComReg. */
const FICTION = /^\+(?:(?:441632960|447700900)[0-9]{3}|3363998[0-9]{4}|3532091[0-9]{5})$/;

/** Digits that are in no known range may lack their area code, or be those of another country. */
const isKnown = (number: PhoneNumber) => number.isValid() || FICTION.test(number.number);

/** As numbers of the country. Those in no known range only count if there is no other. */
function homeReadings(written: WrittenNumber, country: CountryCode): PhoneNumber[] {
  const { digits, beforeZero } = written;
  const code = getCountryCallingCode(country);
  const all = nationally(written, digits, country);
  // In a country such as Italy, a 0 in front is part of the number. A spreadsheet removes it.
  if (!digits.startsWith('0')) all.push(...nationally(written, `0${digits}`, country));
  if (digits.startsWith(code)) {
    all.push(...readInternational(digits, beforeZero), ...readInternational(code + digits, null));
  }
  const valid = all.filter((each) => each.isValid());
  return distinct(valid.length > 0 ? valid : all.filter((each) => each.isPossible()));
}

/** As the library reads digits that are dialled in the country: national ones, or those behind its international prefix. */
function nationally({ beforeZero }: WrittenNumber, digits: string, country: CountryCode) {
  const read = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  if (read === undefined) return [];
  const code = read.countryCallingCode;
  if (code === getCountryCallingCode(country)) return [read];
  // A (0) behind another calling code may have to go.
  const isBehindCode = beforeZero?.endsWith(code) === true;
  return readInternational(read.number.slice(1), isBehindCode ? code : null);
}

/** As a number of another country whose `+` is lost. No calling code begins with 0. */
function readAbroad(
  { digits, beforeZero }: WrittenNumber,
  country: CountryCode,
): PhoneNumber | undefined {
  const read = digits.startsWith('0') ? [] : readInternational(digits, beforeZero);
  const code = getCountryCallingCode(country);
  return read.find((each) => each.countryCallingCode !== code && each.isValid());
}

/** `(201) 555-0123` is separated as in the United States, and not as the Egyptian +20 15 550123. */
function groupedAlike(text: string, home: readonly PhoneNumber[], abroad?: PhoneNumber) {
  const groups = groupsOf(text);
  if (!groups.includes(' ')) return undefined;
  if (abroad && groupsOf(abroad.formatInternational()) === groups) return undefined;
  const alike = home.filter((each) => groupsOf(each.formatNational()) === groups);
  return alike.length === 1 ? alike[0] : undefined;
}

const groupsOf = (text: string) => (text.match(/[0-9]+/g) ?? []).join(' ');

function eitherOf(one: PhoneNumber, other: PhoneNumber, country: CountryCode): NationalReading {
  const code = getCountryCallingCode(country);
  const nameOf = (each: PhoneNumber) =>
    each.countryCallingCode === code ? country : (each.country ?? `+${each.countryCallingCode}`);
  return refusal(`may be a number of ${nameOf(one)} or of ${nameOf(other)}`);
}

const refusal = (why: string) => ({
  fault: `number ${why}: write it with its country code, beginning with +`,
});
