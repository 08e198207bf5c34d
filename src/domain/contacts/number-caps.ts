/** How often one number, or one person, may be dialled, counted over all campaigns of the account. */
import { OUTCOME_CAPS, type OutcomeCap } from '../outcomes/outcome-groups.ts';
import type { CapsCount } from '../rules/caps-count.ts';
import { CLOCKS_DIFFER_MS } from '../timing.ts';
import { DAY_MS, localTimeAt, startOfNextDay } from '../zone.ts';

export interface NumberCaps {
  /** `person`: all numbers of the contact's person count, in any campaign. Left out in policies before schema 9: `number`. */
  countBy?: CapsCount;
  /** Most dials on one day of the contact's local time. */
  perDay: number | null;
  /** Most dials within `days` times 24 hours. */
  rolling: readonly { days: number; most: number }[];
  /** From one dial to the next. */
  leastGapMs: number;
  /**
   * From the end of a call with an outcome of these groups to the next dial; null, or left out as in policies before
   * schema 6: no such rule.
   */
  afterTalkMs?: number | null;
  afterRefusalMs?: number | null;
  afterSilenceMs?: number | null;
}

/** When the last call of a number ended whose outcome counts for each cap, in any campaign. */
export type LastSaid = Readonly<Partial<Record<OutcomeCap, number>>>;

/** As Ofcom wants after silent and abandoned calls. */
export const AFTER_SILENCE_MS = 72 * 3_600_000;

export const NO_CAPS: NumberCaps = {
  perDay: null,
  rolling: [],
  leastGapMs: 0,
  afterTalkMs: null,
  afterRefusalMs: null,
  afterSilenceMs: null,
};

export type CapsVerdict =
  | { kind: 'open' }
  /** `untilMs`: when this cap allows the number again. */
  | { kind: 'closed'; cap: 'per-day' | 'rolling' | 'gap' | OutcomeCap; untilMs: number };

export const countsPerson = ({ countBy }: NumberCaps): boolean => countBy === 'person';

/** For how long a dial counts for any of the caps. */
export function capsReachMs({ perDay, rolling, leastGapMs }: NumberCaps): number {
  // A local day has 25 hours when clocks go back; 26 hours are enough in every zone.
  const days = rolling.map(({ days }) => days * DAY_MS);
  return Math.max(leastGapMs, perDay === null ? 0 : DAY_MS + 2 * 3_600_000, ...days);
}

/** How long each outcome keeps a number; those that keep none are left out. */
export function afterOutcomes({
  afterTalkMs,
  afterRefusalMs,
  afterSilenceMs,
}: NumberCaps): { cap: OutcomeCap; ms: number }[] {
  const all = {
    'after-talk': afterTalkMs,
    'after-refusal': afterRefusalMs,
    'after-silence': afterSilenceMs,
  } satisfies Record<OutcomeCap, unknown>;
  return OUTCOME_CAPS.flatMap((cap) => {
    const ms = all[cap] ?? 0;
    return ms > 0 ? [{ cap, ms }] : [];
  });
}

/** For how long an outcome counts for any of the caps; 0: for none. */
export const outcomesReachMs = (caps: NumberCaps): number =>
  Math.max(0, ...afterOutcomes(caps).map(({ ms }) => ms));

export interface CapFacts {
  caps: NumberCaps;
  /** When the number was dialled, in any campaign and order; without calls that reached only the agent. */
  dialsMs: readonly number[];
  said: LastSaid;
  /** IANA zones the contact may be in, at least one. The cap of the day must hold in each of them. */
  zones: readonly string[];
}

/**
 * Whether the number may be dialled now. A dial in the future was written before our clock was set back: it counts as one of
 * now until the sweep has put it right.
 */
export function askCaps({ caps, dialsMs, said, zones }: CapFacts, nowMs: number): CapsVerdict {
  const dials = dialsMs
    .map((atMs) => (atMs > nowMs + CLOCKS_DIFFER_MS ? nowMs : atMs))
    .toSorted((one, other) => other - one);
  const lastMs = dials[0];
  if (lastMs !== undefined && lastMs + caps.leastGapMs > nowMs) {
    return { kind: 'closed', cap: 'gap', untilMs: lastMs + caps.leastGapMs };
  }
  for (const { cap, ms } of afterOutcomes(caps)) {
    const untilMs = (said[cap] ?? -Infinity) + ms;
    if (untilMs > nowMs) return { kind: 'closed', cap, untilMs };
  }
  for (const { days, most } of caps.rolling) {
    // This dial must leave the rolling span before the next one is allowed.
    const blocking = dials[most - 1];
    if (blocking !== undefined && blocking + days * DAY_MS > nowMs) {
      return { kind: 'closed', cap: 'rolling', untilMs: blocking + days * DAY_MS };
    }
  }
  return askDay(caps.perDay, dials, zones, nowMs);
}

function askDay(
  perDay: number | null,
  dials: readonly number[],
  zones: readonly string[],
  nowMs: number,
): CapsVerdict {
  if (perDay === null) return { kind: 'open' };
  const full = zones.filter((zone) => dialsOnDay(dials, zone, nowMs) >= perDay);
  if (full.length === 0) return { kind: 'open' };
  const midnights = full.map((zone) => startOfNextDay(zone, nowMs));
  return { kind: 'closed', cap: 'per-day', untilMs: Math.max(...midnights) };
}

/** How many dials a cap of the day counts, in the zone with the most. */
export function dialsOnFullestDay(
  dialsMs: readonly number[],
  zones: readonly string[],
  nowMs: number,
): number {
  return Math.max(0, ...zones.map((zone) => dialsOnDay(dialsMs, zone, nowMs)));
}

function dialsOnDay(dialsMs: readonly number[], zone: string, nowMs: number): number {
  const { day } = localTimeAt(zone, nowMs);
  return dialsMs.filter((atMs) => localTimeAt(zone, atMs).day === day).length;
}

/** How many dials a rolling cap counts. */
export const dialsWithin = (dialsMs: readonly number[], days: number, nowMs: number): number =>
  dialsMs.filter((atMs) => atMs + days * DAY_MS > nowMs).length;
