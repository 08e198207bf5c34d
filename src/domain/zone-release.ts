/** Releases of the IANA time zone data, such as `2026c`, and when one is too old. */
import { DAY_MS } from './zone.ts';

/** The release in the Node version of package.json, and the day it was published. */
export const NODE_RELEASE = { release: '2026c', publishedOn: '2026-07-08' } as const;

/** Countries announce changes weeks to months ahead. A new release appears every three months on average. */
export const ZONE_RULES_MAX_AGE_DAYS = 120;

export interface ZoneRules {
  /** The release that this process uses; null: not known. */
  release: string | null;
  /** The release of the machine's data; null: it has none. */
  machineRelease: string | null;
  /** Data that may be older causes a warning. */
  maxAgeDays: number;
}

/** Finds the release in a text such as `# version 2026c`. */
export const releaseIn = (text: string): string | undefined =>
  /\b\d{4}[a-z]{1,2}\b/.exec(text)?.[0];

/**
 * The earliest instant at which a release can have been published. The day is known only for the release in Node. For
 * others only the year is known, and whether they are later than Node's.
 */
function publishedAtOrAfterMs(release: string): number {
  const { release: ofNode, publishedOn } = NODE_RELEASE;
  const yearMs = Date.UTC(Number(release.slice(0, 4)));
  return release < ofNode ? yearMs : Math.max(yearMs, Date.parse(publishedOn));
}

/** How old the data in use may be at most; undefined: its release is not known. */
export const zoneRulesAgeMs = ({ release }: ZoneRules, nowMs: number): number | undefined =>
  release === null ? undefined : nowMs - publishedAtOrAfterMs(release);

/** Why local times may be wrong with this data; null: it is new enough. */
export function whyZoneRulesOld(rules: ZoneRules, nowMs: number): string | null {
  const { release, machineRelease, maxAgeDays } = rules;
  if (release === null) return 'the release of the time zone data in use is not known';
  // Releases sort as texts: 2026b, 2026z, 2026za, 2027a.
  if (machineRelease !== null && release < machineRelease) {
    return `the time zone data in use is IANA ${release}, and this machine has ${machineRelease}`;
  }
  const days = Math.floor((nowMs - publishedAtOrAfterMs(release)) / DAY_MS);
  if (days <= maxAgeDays) return null;
  return `the time zone data in use is IANA ${release}, which may be ${days} days old (warned of after ${maxAgeDays})`;
}
