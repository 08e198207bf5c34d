/** The spellings that mean the same number: what is left of a text is ASCII digits and the separators that people use. */

export interface WrittenNumber {
  /** Digits, spaces, `(`, `)`, `.`, `-` and `/`, without the `+` or `00` in front. */
  text: string;
  digits: string;
  /** Begins with `+`. */
  plus: boolean;
  /** The digits in front of a `(0)`; null: there is none. */
  beforeZero: string | null;
}

/** Long texts would make the search for extensions slow. */
const MOST_CHARACTERS = 200;
const TOO_LONG = `number has more than ${MOST_CHARACTERS} characters`;
const EMPTY = 'number is empty';
const NO_DIGITS =
  'number has no digits: write a phone number with its country code, beginning with +';
const SHORTENED_FAULT =
  'number was shortened by Excel to a form such as 4.4E+11, and digits are lost: format the column as text, and fill ' +
  'it again from its source';
const DECIMAL_FAULT =
  'number was saved as a decimal number, such as 1234567.0: save the column as text, and fill it again from its source';
const EXTENSION_FAULT =
  'number has an extension, which cannot be dialled: leave it out, or write the direct number';
const TWO_FAULT = 'number holds two numbers: keep the one to call';
const NO_NUMBER = 'number is not a phone number';
export const ZERO_FAULT =
  'number has a (0) that is not behind its country code: write it without the brackets';

const PLUS_FAULT =
  'number has a 0 behind its +, and no country code begins with 0: write the country code, such as +44, or leave out the +';

/** Invisible characters that address books add: direction marks, joiners, zero-width spaces. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Most numbers of a list: nothing in them needs another spelling. */
const USUAL = /^(?:\+[1-9]|[0-9])[0-9 ]*$/;

/** `4.477009E+11`: a spreadsheet has replaced the last digits by an exponent. */
const SHORTENED = /^[0-9]+(?:[.,][0-9]+)?E\+?[0-9]+$/i;
/** `1701234567.0`: a program has saved the number as a decimal one. The 0 behind the point is no digit of it. */
const DECIMAL = /^\+?[0-9]{7,}[.,]0+$/;
const EXTENSION =
  /\d.*?(?:ext(?:ension|n)?|x|#|dw|durchwahl|klappe|nst|poste|interno|int|anexo|ramal|wew|доб)\W*\d{1,6}\W*$/iu;
/** Between two numbers in one cell. Google writes `:::`. */
const BETWEEN = /:::|[;,|&\n\r\u2028\u2029]|\s(?:or|and|oder|und|ou|et|o|e|y)\s/iu;
/** Fewer digits are no number of their own. */
const LEAST_DIGITS = 6;

/** The zeros of scripts whose digits are in phone numbers: full-width, Arabic-Indic (two), Devanagari, Bengali. */
const ZEROS = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6];

export function readWritten(given: string): WrittenNumber | { fault: string } {
  if (given.length > MOST_CHARACTERS) return { fault: TOO_LONG };
  if (USUAL.test(given)) return split(given);
  const plain = inAscii(given);
  if (plain === '') return { fault: EMPTY };
  if (!/[0-9]/.test(plain)) return { fault: NO_DIGITS };
  if (SHORTENED.test(plain)) return { fault: SHORTENED_FAULT };
  if (DECIMAL.test(plain)) return { fault: DECIMAL_FAULT };
  const unwrapped = plain.replace(/^tel:\s*/i, '');
  const fault = whyNotOne(unwrapped) ?? foreignCharacter(unwrapped);
  if (fault !== undefined) return { fault };
  return split(withPlusInFront(unwrapped));
}

/** Without what is not seen and what programs put around a number, in ASCII where a character means the same. */
function inAscii(given: string): string {
  return given
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\p{Nd}]/gu, asciiDigit)
    .replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    .replaceAll(/[\uff0b\ufe62]/gu, '+')
    .replaceAll('\uff08', '(')
    .replaceAll('\uff09', ')')
    .replaceAll('\uff0f', '/')
    .replaceAll('\uff0e', '.')
    .trim()
    .replace(/^=?"(.*)"$/u, '$1')
    .replace(/^=(?=\+)/, '')
    .replace(/^['\u2018\u2019](?=[+(0-9])/u, '')
    .trim();
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const zero = ZEROS.find((each) => code >= each && code < each + 10);
  return zero === undefined ? digit : String(code - zero);
}

function whyNotOne(text: string): string | undefined {
  if (EXTENSION.test(text)) return EXTENSION_FAULT;
  if ((text.match(/\+/g) ?? []).length > 1 && !text.startsWith('++')) return TWO_FAULT;
  const parts = text.split(BETWEEN).map((part) => part.replaceAll(/\D/g, '').length);
  if (parts.length === 1) return undefined;
  if (parts.filter((digits) => digits >= LEAST_DIGITS).length > 1) return TWO_FAULT;
  // Commas are pauses before an extension.
  const isPaused = /\d\s*,+\s*\d+\W*$/.test(text) && parts[0]! > LEAST_DIGITS;
  return isPaused ? EXTENSION_FAULT : undefined;
}

/** Names the first character that no number has. */
function foreignCharacter(text: string): string | undefined {
  const [found] = /[^0-9+ ().\-/]/u.exec(text) ?? [];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0)!;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const isShown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(found);
  const name = !isShown ? point : code < 128 ? `“${found}”` : `“${found}” (${point})`;
  return `number contains characters that are not allowed: ${name}`;
}

/** `(+44)`, `+(44)`, `(+)44`, `+ 44`, `(0044)`, `+0044`: the same as `+44`. */
const withPlusInFront = (text: string): string =>
  text
    .replace(/^\(\s*(\+|00)\s*(\d{1,3})\s*\)/, '$1$2 ')
    .replace(/^\(\s*\+\s*\)/, '+')
    .replace(/^\+\s*\(\s*(\d{1,3})\s*\)/, '+$1 ')
    .replace(/^\+\s+/, '+')
    .replace(/^\+00/, '+');

function split(written: string): WrittenNumber | { fault: string } {
  const plus = written.startsWith('+');
  const text = plus ? written.slice(1) : written;
  if (text.includes('+') || !/^\(?[0-9]/.test(text)) return { fault: NO_NUMBER };
  if (plus && text.startsWith('0')) return { fault: PLUS_FAULT };
  const digits = text.replaceAll(/\D/g, '');
  const [first, ...others] = [...text.matchAll(/\(\s*0\s*\)/g)];
  if (others.length > 0) return { fault: ZERO_FAULT };
  return {
    text,
    digits,
    plus,
    beforeZero: first ? text.slice(0, first.index).replaceAll(/\D/g, '') : null,
  };
}
