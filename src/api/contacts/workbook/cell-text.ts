/** What stands in a cell of a workbook, as text. */

/** The first day that a workbook counts from. */
export type DateSystem = 1900 | 1904;

const DAY_MS = 86_400_000;
/** The day before that with the number 1. Excel counts a 29 February 1900 that never was. */
const DAY_0_MS: Record<DateSystem, number> = {
  1900: Date.UTC(1899, 11, 31),
  1904: Date.UTC(1904, 0, 1),
};
const DAY_THAT_NEVER_WAS = 60;

/** Formats without code of their own that show dates and times. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** @param code of a format with a code, such as `dd.mm.yyyy;@` */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  // Not in quotes, behind a backslash or in brackets, where colours and languages stand.
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\[(?![hms]+\])[^\]]*\]/gi, '').split(';', 1)[0]!;
  return /[ymdhs]/i.test(plain) && !/general|[0#?]\.?[0#?]*e[+-]/i.test(plain);
}

const WRITTEN_NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * The digits of a number, never with an exponent. `4.915123E+11` is given back as it is, because its last digits may have been
 * lost; those of `4.47700900123E11` are all there.
 */
export function numberText(raw: string): string {
  const [, sign, whole = '', fraction = '', exponent] = WRITTEN_NUMBER.exec(raw) ?? [];
  if (sign === undefined) return raw;
  const minus = sign === '-' ? '-' : '';
  const shift = Number(exponent ?? 0);
  if (exponent === undefined || fraction.replace(/0+$/, '').length >= shift) {
    return minus + pointMoved(whole, fraction, shift);
  }
  return raw;
}

const MOST_DIGITS = 40;

function pointMoved(whole: string, fraction: string, places: number): string {
  if (Math.abs(places) > MOST_DIGITS) return '0';
  const digits =
    '0'.repeat(Math.max(0, -places)) + whole + fraction + '0'.repeat(Math.max(0, places));
  const point = Math.max(0, -places) + whole.length + places;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const right = digits.slice(point).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}

/** `2026-11-26`, with `T09:14:00` if there is a time; a time alone without a day. Null: it is no date. */
export function dateText(raw: string, system: DateSystem): string | null {
  const value = Number(raw);
  if (!Number.isFinite(value) || value < 0 || value >= 2_958_466) return null;
  const leap = system === 1900 && value >= DAY_THAT_NEVER_WAS ? 1 : 0;
  const seconds = Math.round(value * 86_400);
  const iso = new Date(DAY_0_MS[system] + seconds * 1_000 - leap * DAY_MS).toISOString();
  const [day = '', time = ''] = iso.replace('.000Z', '').split('T');
  if (value < 1) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

/** Characters that XML cannot hold are written so. */
export const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The position of a cell such as `AB12` in its row, from 0. Undefined: the name is none. */
export function columnOf(name: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name)?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
