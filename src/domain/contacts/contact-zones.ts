/** The time zones a contact may be in. */
import { DAY_MS, canonicalZone, isZone, offsetMsAt } from '../zone.ts';

/** Where the zones of a contact come from: its row, the import, its number, or, without any of these, the campaign. */
export type ZoneSource = 'row' | 'import' | 'number' | 'campaign';

export interface ContactZones {
  /** IANA names. All of them must be open. Null: the campaign's zone. */
  zones: readonly string[] | null;
  source: ZoneSource;
}

const MONTH_MS = 30 * DAY_MS;
const MOST_ZONES = 20;

/** One or several names separated by `|`, as they were given; undefined if one of them is no zone. */
export function zonesNamed(text: string): string[] | undefined {
  const names = text.split('|').map((name) => zoneNamed(name.trim()));
  if (names.length > MOST_ZONES || names.includes(undefined)) return undefined;
  const byZone = new Map<string, string>();
  for (const name of names as string[]) {
    const zone = canonicalZone(name);
    if (!byZone.has(zone)) byZone.set(zone, name);
  }
  return [...byZone.values()].toSorted();
}

/** Corrects only the spelling: `Asia/Kolkata` is kept, although the runtime calls it `Asia/Calcutta`. */
function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) || !isZone(name)) return undefined;
  const zone = canonicalZone(name);
  return zone.toLowerCase() === name.toLowerCase() ? zone : name;
}

/**
 * The zones of a country (CLDR, through `Intl`). Of zones with the same local time all year only one is returned.
 * Empty: none are known.
 * @param country ISO 3166-1, two capitals
 * @param nowMs start of the year in which local times are compared
 */
export function zonesOfCountry(country: string, nowMs: number): string[] {
  const byClock = new Map<string, string>();
  for (const zone of namesOf(country)) {
    const clock = Array.from({ length: 13 }, (_, n) =>
      offsetMsAt(zone, nowMs + n * MONTH_MS),
    ).join();
    if (!byClock.has(clock)) byClock.set(clock, zone);
  }
  return [...byClock.values()].toSorted();
}

// `getTimeZones` is a method since 2023 and was an accessor before. The type library may declare neither.
function namesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).filter(isZone);
}
