/** Numbers of all countries, for properties. */
import fc from 'fast-check';
import {
  getCountries,
  getExampleNumber,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

export const country = fc.constantFrom(...getCountries());

/** A number in a known range of any country: its example, with other digits at the end. */
export const subscriber = fc
  .tuple(country, fc.integer({ min: 0, max: 9999 }))
  .map(([of, end]) => {
    const example = getExampleNumber(of, examples)?.number.slice(0, -4);
    return parsePhoneNumberFromString(`${example}${String(end).padStart(4, '0')}`);
  })
  .filter((number): number is PhoneNumber => number?.isValid() === true);
