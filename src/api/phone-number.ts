import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { Problem } from './problem.ts';

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

/** @throws Problem 422 that names the field `number` and what is wrong with it */
export function requireNumber(text: string): string {
  const reading = readPhoneNumber(text);
  if ('e164' in reading) return reading.e164;
  const errors = [{ pointer: '#/number', detail: reading.fault }];
  const detail = `#/number: ${reading.fault}.`;
  throw new Problem({ status: 422, code: 'invalid_request', detail, errors });
}
