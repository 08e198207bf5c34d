/** In which time zones a contact may be. */
import { canonicalZone, isZone, offsetMsAt } from '../zone.ts';

/** Where the zones of a contact come from: its row, the whole import, its number, or nowhere: the campaign's count. */
export type ZoneSource = 'row' | 'import' | 'number' | 'campaign';

export interface ContactZones {
  /** IANA names, all of which must be open; null: the campaign's. */
  zones: readonly string[] | null;
  source: ZoneSource;
}

const MONTH_MS = 30 * 86_400_000;
const MOST_ZONES = 20;

/** One or several names with `|` between them, each as it was given; undefined where one is none. */
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

/** `Asia/Kolkata` stays itself though the runtime calls it `Asia/Calcutta`; only spellings are put right. */
function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) || !isZone(name)) return undefined;
  const zone = canonicalZone(name);
  return zone.toLowerCase() === name.toLowerCase() ? zone : name;
}

/**
 * The zones of a country (CLDR, as the language has it), one of those whose clocks show the same all year.
 * Empty where there are none.
 * @param country ISO 3166-1, two capitals
 * @param nowMs the year that counts begins here
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

// A method since 2023, an accessor before; the type library may know neither.
function namesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).filter(isZone);
}
