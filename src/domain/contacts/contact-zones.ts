/** The time zones a contact may be in. */
import { DAY_MS, canonicalZone, offsetMsAt } from '../zone.ts';
import { isZone, readZone } from '../zone-name.ts';

/** Where the zones of a contact come from: its row, the import, its number, or, without any of these, the campaign. */
export type ZoneSource = 'row' | 'import' | 'number' | 'campaign';

export interface ContactZones {
  /** IANA names. All of them must be open. Null: the campaign's zone. */
  zones: readonly string[] | null;
  source: ZoneSource;
}

const MONTH_MS = 30 * DAY_MS;
const MOST_ZONES = 20;

export type ZonesReading = { zones: readonly string[] } | { fault: string };

/** One or several names separated by `|`. Each keeps the name that was given; two names of one zone count once. */
export function zonesNamed(text: string): ZonesReading {
  const names = text.split('|');
  if (names.length > MOST_ZONES) return { fault: `must name ${MOST_ZONES} time zones at most` };
  const byZone = new Map<string, string>();
  for (const name of names) {
    const read = readZone(name);
    if ('fault' in read) return read;
    const zone = canonicalZone(read.zone);
    if (!byZone.has(zone)) byZone.set(zone, read.zone);
  }
  return { zones: [...byZone.values()].toSorted() };
}

/**
 * The zones of a country (CLDR, through `Intl`). Of zones with the same local time all year only one is returned.
 * Empty: none are known.
 * @param country ISO 3166-1, two capitals
 * @param nowMs start of the year in which local times are compared
 */
export const zonesOfCountry = (country: string, nowMs: number): string[] =>
  distinctClocks(namesOf(country), nowMs);

/** Of zones with the same local time all year only the first is kept. In the order of their names. */
export function distinctClocks(zones: readonly string[], nowMs: number): string[] {
  const byClock = new Map<string, string>();
  for (const zone of zones) {
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
