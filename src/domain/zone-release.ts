/** Releases of the IANA time zone data, such as `2026c`, and when one is too old to be trusted. */

/** The release in the Node of package.json, and the day on which it was published. */
export const NODE_RELEASE = { release: '2026c', publishedOn: '2026-07-08' } as const;

/** Rules change with a few weeks' to months' notice, and a release stays the newest for three months on average. */
export const ZONE_RULES_MAX_AGE_DAYS = 120;

export interface ZoneRules {
  /** Of the data that this process reads clocks by; null: it does not say. */
  release: string | null;
  /** Of the machine's own data; null: it has none. */
  machineRelease: string | null;
  /** Data that may be older is warned of. */
  maxAgeDays: number;
}

const DAY_MS = 86_400_000;

/** Within a text such as `# version 2026c`. */
export const releaseIn = (text: string): string | undefined =>
  /\b\d{4}[a-z]{1,2}\b/.exec(text)?.[0];

/**
 * The earliest instant at which a release can have been published. The day is known only for the release in Node; for
 * another one, the year is known, and whether it came later than Node's.
 */
function publishedAtOrAfterMs(release: string): number {
  const { release: ofNode, publishedOn } = NODE_RELEASE;
  const yearMs = Date.UTC(Number(release.slice(0, 4)));
  return release < ofNode ? yearMs : Math.max(yearMs, Date.parse(publishedOn));
}

/** Why the data may read clocks wrongly; null: it is new enough. */
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
