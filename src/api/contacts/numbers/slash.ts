import type { PhoneNumber } from 'libphonenumber-js/max';
import type { WrittenNumber } from './written-number.ts';

export const SLASH_FAULT =
  'number has a / that is not right behind its area code, so it may be two numbers: write one of them';

const LONGEST_AREA = 5;
/** Where the area code is not the one that the plan separates, as in `0151/11234567`. */
const LONGEST_OTHER_AREA = 4;
const SHORTEST_BEHIND_OTHER_AREA = 6;
const SHORTEST_BEHIND_AREA = 3;

/**
 * Whether the `/` of a text only separates the area code. `1234567/8` means two numbers, whose joined digits are the number of
 * somebody else.
 */
export function slashIsPlain(written: WrittenNumber, number: PhoneNumber): boolean {
  const { countryCallingCode: code, nationalNumber } = number;
  const parts = written.text.split('/');
  // `+49/30/1234567`
  if (parts.length > 2 && [code, `00${code}`].includes(digitsOf(parts[0]!))) parts.shift();
  const [head = '', tail, ...others] = parts;
  if (tail === undefined) return true;
  const behind = digitsOf(tail).length;
  const area = nationalNumber.slice(0, -behind);
  // The area code is one group: `12 34/56` is not read as 1234/56.
  const lastGroup = groupsOf(head).at(-1) ?? '';
  const isInPlace =
    others.length === 0 &&
    nationalNumber === area + digitsOf(tail) &&
    area !== '' &&
    lastGroup.endsWith(area);
  if (!isInPlace || isCut(written, number)) return false;
  if (groupsOf(number.formatInternational())[1] === area) return behind >= SHORTEST_BEHIND_AREA;
  const isArea = area.length <= LONGEST_OTHER_AREA && behind >= SHORTEST_BEHIND_OTHER_AREA;
  return isArea && number.isValid();
}

/** More digits in front of a `/` than a leading 0 and an area code have: they are a number. */
export function hasNumberBeforeSlash({ text }: WrittenNumber): boolean {
  const [head = '', ...others] = text.split('/');
  return others.length > 0 && digitsOf(head).length > LONGEST_AREA + 1;
}

/** A spreadsheet removes the leading 0 of a number, but of no text with a `/`: without its 0 it may be two short numbers. */
function isCut({ plus, digits }: WrittenNumber, number: PhoneNumber): boolean {
  const { nationalNumber } = number;
  const hasTrunkZero = digitsOf(number.formatNational()) === `0${nationalNumber}`;
  return !plus && digits === nationalNumber && hasTrunkZero;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
const groupsOf = (text: string): string[] => text.match(/[0-9]+/g) ?? [];
