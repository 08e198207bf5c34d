/**
 * Where the area code of a number was given out. It is a guess about where the person is: numbers are taken along to other
 * places and other carriers. Mobile, toll-free and other numbers without a place have none.
 */
import { AMERICAN_AREA_CODES, OTHER_PREFIXES } from './area-codes.ts';
import { countryOfArea } from './subdivisions.ts';

export interface AreaCode {
  /** ISO 3166-2, or the country alone where the prefix names no subdivision. */
  areas: readonly string[];
  /** IANA names. */
  zones: readonly string[];
}

interface PlacedNumber {
  /** With `+`. */
  e164: string;
  country: string;
  /** By libphonenumber; null: the range is unknown. */
  type: string | null;
}

/** Numbers of these types belong to a place. In North America mobile numbers have area codes too, and nothing tells them apart. */
const OF_PLACES: ReadonlySet<string> = new Set(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

const byPrefix = new Map<string, AreaCode>();
/** The zones of all area codes of a subdivision. */
const bySubdivision = new Map<string, Set<string>>();
let longestPrefix = 0;

for (const line of AMERICAN_AREA_CODES.trim().split('\n')) {
  const [code = '', areas = '', zones = ''] = line.split(' ');
  const area = { areas: areas.split(','), zones: zones.split(',') };
  byPrefix.set(`1${code}`, area);
  for (const one of area.areas) {
    bySubdivision.set(one, (bySubdivision.get(one) ?? new Set()).union(new Set(area.zones)));
  }
}
for (const line of OTHER_PREFIXES.trim().split('\n')) {
  const [zones = '', ...prefixes] = line.split(' ');
  const area = { areas: [], zones: zones.split(',') };
  for (const prefix of prefixes) {
    byPrefix.set(prefix, area);
    longestPrefix = Math.max(longestPrefix, prefix.length);
  }
}

/** The prefix of the number that says where it belongs, without `+`; undefined: none does. */
export function areaPrefixOf({ e164, type }: Omit<PlacedNumber, 'country'>): string | undefined {
  if (type === null || !OF_PLACES.has(type)) return undefined;
  if (e164.startsWith('+1')) {
    const prefix = e164.slice(1, 5);
    return byPrefix.has(prefix) ? prefix : undefined;
  }
  for (let length = Math.min(longestPrefix, e164.length - 1); length >= 2; length--) {
    const prefix = e164.slice(1, 1 + length);
    if (byPrefix.has(prefix)) return prefix;
  }
  return undefined;
}

/** @param prefix by `areaPrefixOf` */
export function areaOfPrefix(prefix: string, country: string): AreaCode | undefined {
  const known = byPrefix.get(prefix);
  if (known === undefined) return undefined;
  if (known.areas.length === 0) return { ...known, areas: [country] };
  return known.areas.every((area) => countryOfArea(area) === country) ? known : undefined;
}

/** Empty: no area code lies in it. */
export const zonesOfAreaCodesIn = (area: string): string[] => [...(bySubdivision.get(area) ?? [])];
