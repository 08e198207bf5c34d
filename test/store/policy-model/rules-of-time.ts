/** The rules of docs/campaigns.md on windows, caps and latest instants, written as simply as possible. */
import type { CallingWindow } from '../../../src/domain/contacts/calling-window.ts';
import type { Policy } from '../../../src/domain/campaigns/policy.ts';
import { wallClock } from './local-time.ts';

const DAY = 86_400_000;

/** Of the contact and its campaign, at one instant. */
export interface TimeFacts {
  policy: Policy;
  /** Null: the campaign's. */
  zones: readonly string[] | null;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  /** Of the campaign; from then on nobody is dialled. */
  deadlineAtMs: number | null;
  /** When its number was dialled so that it counts, in any campaign. */
  dialsMs: readonly number[];
  /** What people said of its calls, in any campaign. */
  said: readonly Said[];
}

export interface Said {
  group: string;
  /** End of the call; null: it lives. */
  endedAtMs: number | null;
}

export type TimeFault =
  | 'not-before'
  | 'too-late'
  | 'gap'
  | 'rolling'
  | 'per-day'
  | 'window'
  | 'after-talk'
  | 'after-refusal'
  | 'after-silence';

/** The rests of docs/outcomes.md, by the groups that bring them. */
const restsOf = ({ caps }: Policy): { fault: TimeFault; groups: string[]; ms: number }[] => [
  { fault: 'after-talk', groups: ['sale', 'talked'], ms: caps.afterTalkMs ?? 0 },
  { fault: 'after-refusal', groups: ['refused', 'wrong-number'], ms: caps.afterRefusalMs ?? 0 },
  { fault: 'after-silence', groups: ['machine', 'silent'], ms: caps.afterSilenceMs ?? 0 },
];

/** Every rule of time that forbids a dial at this instant. */
export function timeFaults(facts: TimeFacts, atMs: number): TimeFault[] {
  const { policy, dialsMs, notBeforeMs, notAfterMs, deadlineAtMs } = facts;
  const zones = facts.zones ?? [policy.zone];
  const { caps } = policy;
  const faults: TimeFault[] = [];
  if (notBeforeMs !== null && atMs < notBeforeMs) faults.push('not-before');
  if (notAfterMs !== null && atMs > notAfterMs) faults.push('too-late');
  if (deadlineAtMs !== null && atMs >= deadlineAtMs) faults.push('too-late');
  if (dialsMs.some((dialMs) => atMs - dialMs < caps.leastGapMs)) faults.push('gap');
  const isFull = ({ days, most }: { days: number; most: number }) =>
    dialsMs.filter((dialMs) => atMs - dialMs < days * DAY).length >= most;
  if (caps.rolling.some(isFull)) faults.push('rolling');
  for (const { fault, groups, ms } of restsOf(policy))
    if (rests(facts.said, groups).some((endedMs) => atMs - endedMs < ms)) faults.push(fault);
  if (zones.some((zone) => isDayFull(caps.perDay, dialsMs, zone, atMs))) faults.push('per-day');
  const window = windowOf(facts);
  if (!zones.every((zone) => isOpen(window, zone, atMs))) faults.push('window');
  return faults;
}

const rests = (said: readonly Said[], groups: readonly string[]): number[] =>
  said.flatMap(({ group, endedAtMs }) =>
    endedAtMs !== null && groups.includes(group) ? [endedAtMs] : [],
  );

function isDayFull(
  perDay: number | null,
  dialsMs: readonly number[],
  zone: string,
  atMs: number,
): boolean {
  if (perDay === null) return false;
  const today = wallClock(zone, atMs).date;
  return dialsMs.filter((dialMs) => wallClock(zone, dialMs).date === today).length >= perDay;
}

/** Windows in the model begin at quarters, and so do days in every zone: what lies between opens and closes nothing. */
const QUARTER = 15 * 60_000;

/** Nth zones are in areas `XX-n` (`stage.ts`); a contact without zones may be in any. */
function windowOf({ policy: { window }, zones }: TimeFacts): CallingWindow | null {
  if (window === null) return null;
  const own = zones && ['', 'XX', ...zones.map((_, nth) => `XX-${nth}`)];
  const dates = window.closedDates.map((text) => [text.slice(0, 10), text.slice(11)] as const);
  const closedDates = dates.flatMap(([date, area]) => (!own || own.includes(area) ? [date] : []));
  return { ...window, closedDates };
}

/** Open now, and until the margin has passed. */
function isOpen(window: CallingWindow | null, zone: string, atMs: number): boolean {
  if (window === null) return true;
  const rungMs = atMs + window.ringMarginMs;
  for (let ms = Math.ceil(atMs / QUARTER) * QUARTER; ms < rungMs; ms += QUARTER) {
    if (!showsOpen(window, zone, ms)) return false;
  }
  return showsOpen(window, zone, atMs) && showsOpen(window, zone, rungMs);
}

function showsOpen(window: CallingWindow, zone: string, atMs: number): boolean {
  const { date, weekday, minute } = wallClock(zone, atMs);
  return (
    !window.closedDates.includes(date) &&
    window.hours.some(
      ({ weekdays, fromMinute, toMinute }) =>
        weekdays.includes(weekday) && fromMinute <= minute && minute < toMinute,
    )
  );
}

const FAR = 21 * DAY;

/** Whether the number could be dialled at some instant from now on, were it not dialled by others. */
export function everOpens(facts: TimeFacts, nowMs: number): boolean {
  const latestMs = Math.min(
    facts.notAfterMs ?? Infinity,
    facts.deadlineAtMs === null ? Infinity : facts.deadlineAtMs - 1,
    nowMs + FAR,
  );
  const edges = [
    nowMs,
    facts.notBeforeMs ?? nowMs,
    ...facts.dialsMs.flatMap((dialMs) => [
      dialMs + facts.policy.caps.leastGapMs,
      ...facts.policy.caps.rolling.map(({ days }) => dialMs + days * DAY),
    ]),
    ...restsOf(facts.policy).flatMap(({ groups, ms }) =>
      rests(facts.said, groups).map((endedMs) => endedMs + ms),
    ),
  ].filter((atMs) => atMs >= nowMs && atMs <= latestMs);
  if (edges.some((atMs) => timeFaults(facts, atMs).length === 0)) return true;
  for (let atMs = Math.ceil(nowMs / QUARTER) * QUARTER; atMs <= latestMs; atMs += QUARTER) {
    if (timeFaults(facts, atMs).length === 0) return true;
  }
  return false;
}
