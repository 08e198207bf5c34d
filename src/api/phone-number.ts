import { parsePhoneNumberFromString } from 'libphonenumber-js';

export type NumberReading = { e164: string } | { fault: string };

/** Digits and what people put between them; anything else is a typing error and not a number. */
const WRITTEN = /^(\+|00)[0-9][0-9 ().\-/\u00a0]*$/;

/** Reads a number in international form, with `+` or `00` in front. */
export function readPhoneNumber(text: string): NumberReading {
  const written = text.trim();
  if (written === '') return { fault: 'number is empty' };
  if (!/^(\+|00)/.test(written)) {
    return { fault: 'number needs its country code, with + in front' };
  }
  if (!WRITTEN.test(written)) return { fault: 'number holds characters that no number has' };
  const international = written.startsWith('00') ? `+${written.slice(2)}` : written;
  const parsed = parsePhoneNumberFromString(international, { extract: false });
  if (!parsed) return { fault: 'number is not one' };
  if (!parsed.isPossible()) return { fault: 'number is too short or too long for its country' };
  return { e164: parsed.number };
}
