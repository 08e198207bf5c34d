/** How often one number may be dialled: as policies and records say it, and whether a dial keeps it. */
import { durationMs } from './duration.ts';
import { localTime } from './local-time.ts';

const DAY_MS = 86_400_000;

export interface NumberCaps {
  /** Left out in older files: number. */
  count_by?: 'number' | 'person';
  per_day: number | null;
  rolling: { days: number; most: number }[];
  least_gap: string;
  /** Null, or left out in older files: no such rule. */
  after_talk?: string | null;
  after_refusal?: string | null;
  after_silence?: string | null;
}

const AFTER = ['after_talk', 'after_refusal', 'after_silence'] as const;
/** Which groups of outcomes count for which of them. */
const GROUPS: Record<(typeof AFTER)[number], readonly string[]> = {
  after_talk: ['sale', 'talked'],
  after_refusal: ['refused', 'wrong-number'],
  after_silence: ['machine', 'silent'],
};

export interface SaidOutcome {
  group: string;
  /** End of its call. */
  endedMs: number;
}

/** Which outcomes of the number's calls forbid a dial. */
export const outcomeFaults = (
  caps: NumberCaps,
  said: readonly SaidOutcome[],
  atMs: number,
): string[] =>
  AFTER.flatMap((rule) => {
    const gapMs = durationMs(caps[rule] ?? '0s');
    return said.flatMap(({ group, endedMs }) =>
      GROUPS[rule].includes(group) && endedMs <= atMs && atMs < endedMs + gapMs
        ? [`${atMs - endedMs} ms after a call that ended as ${group}, ${rule} ${caps[rule] ?? ''}`]
        : [],
    );
  });

/** For how long an outcome counts for any of them; 0: for none. */
export const outcomesReachMs = (caps: NumberCaps): number =>
  Math.max(...AFTER.map((rule) => durationMs(caps[rule] ?? '0s')));

/** As a decision record states them. */
export interface StatedCaps {
  count_by?: 'person';
  per_day: { most: number; dialled: number } | null;
  rolling: { days: number; most: number; dialled: number }[];
  least_gap: { seconds: number } | null;
  after_talk?: { seconds: number } | null;
  after_refusal?: { seconds: number } | null;
  after_silence?: { seconds: number } | null;
}

/** For how long a dial counts for any of the caps, with days of 24 hours; 0: there is no cap. */
export function capsReachMs({ per_day: perDay, rolling, least_gap: gap }: NumberCaps): number {
  const days = rolling.map((cap) => cap.days * DAY_MS);
  return Math.max(durationMs(gap), perDay === null ? 0 : DAY_MS, ...days);
}

export interface NumberDial {
  ref: string;
  atMs: number;
}

/**
 * Which caps one more dial breaks.
 * @param before the earlier dials of the number
 * @param zones the contact may be in
 */
export function capFaults(
  caps: NumberCaps,
  before: readonly NumberDial[],
  { atMs, zones }: NumberDial & { zones: readonly string[] },
): string[] {
  const beforeMs = before.map((dial) => dial.atMs);
  const over = (dialled: number, most: number, when: string) =>
    dialled < most
      ? []
      : [`the number was dialled ${dialled} times before ${when}, and the cap is ${most}`];
  const { per_day: perDay, rolling } = caps;
  const days = perDay === null ? [] : zones;
  return [
    ...gapFaults(caps, atMs - Math.max(...beforeMs), 0),
    ...rolling.flatMap(({ days: span, most }) => {
      const since = beforeMs.filter((each) => each > atMs - span * DAY_MS);
      return over(since.length, most, `within ${span} days`);
    }),
    ...days.flatMap((zone) => {
      const { date } = localTime(zone, atMs);
      const that = beforeMs.filter((each) => localTime(zone, each).date === date);
      return over(that.length, perDay!, `on ${date} in ${zone}`);
    }),
  ];
}

/** @param sinceMs from the last dial; Infinity: there was none */
export function gapFaults(
  { least_gap: gap }: NumberCaps,
  sinceMs: number,
  graceMs: number,
): string[] {
  const gapMs = durationMs(gap);
  return gapMs > 0 && sinceMs < gapMs - graceMs
    ? [`${sinceMs} ms after the last dial, least gap ${gap}`]
    : [];
}

/** What a record states, against the policy. */
export function statedCapFaults(stated: StatedCaps, caps: NumberCaps): string[] {
  const rolling = (of: NumberCaps['rolling']) =>
    of.map(({ days, most }) => `${most} in ${days} days`).join(', ') || null;
  const gapMs = durationMs(caps.least_gap);
  return [
    ...differs(
      'count',
      stated.count_by ?? 'number',
      caps.count_by === undefined ? 'number' : caps.count_by,
    ),
    ...differs('cap a day', stated.per_day?.most ?? null, caps.per_day),
    ...differs('rolling caps', rolling(stated.rolling), rolling(caps.rolling)),
    ...differs(
      'least gap in seconds',
      stated.least_gap?.seconds ?? null,
      gapMs === 0 ? null : gapMs / 1_000,
    ),
    ...AFTER.flatMap((rule) => {
      const ms = durationMs(caps[rule] ?? '0s');
      return differs(
        `${rule} in seconds`,
        stated[rule]?.seconds ?? null,
        ms === 0 ? null : ms / 1_000,
      );
    }),
  ];
}

const differs = (what: string, stated: string | number | null, policy: string | number | null) =>
  stated === policy
    ? []
    : [`its ${what} is ${stated ?? 'none'}, and the policy’s is ${policy ?? 'none'}`];
