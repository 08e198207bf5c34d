/** When a callback comes, by the clocks where the contact is. */
import { spreadOf } from '../calls/redial.ts';
import {
  DAY_MS,
  dateOf,
  dayOf,
  instantOf,
  localTimeAt,
  offsetMsAt,
  startOfNextDay,
  weekdayOf,
  type LocalTime,
} from '../zone.ts';

/** A callback that comes again. Local dates are `YYYY-MM-DD`, both ends included. */
export interface Recurrence {
  /** Minutes since local midnight. */
  minuteOfDay: number;
  /** The latest time of its day at which it may be dialled; null: the end of the day. */
  notAfterMinute: number | null;
  /** 1 is Monday. At most one of the two; both null: every day. A month without such a day has no turn. */
  weekdays: readonly number[] | null;
  daysOfMonth: readonly number[] | null;
  from: string | null;
  until: string | null;
  /** So many turns in all, missed ones included. */
  count: number | null;
  /** Up to so much later, so that many callbacks of one minute do not come as one. */
  jitterMs: number;
}

/** Callbacks come at the minute that was asked for. */
export const DEFAULT_JITTER_MS = 0;
/** For so long the named agent alone is asked. */
export const DEFAULT_AGENT_ALONE_MS = 15 * 60_000;

/** A local time, which moves with the zone of the callback, or an instant (epoch ms), which does not. */
export type AskedTime = LocalTime | number;

export interface AskedTimes {
  at: AskedTime;
  /** Null: the end of the local day. */
  notAfter: AskedTime | null;
}

export type CallbackTimes =
  /** `asked` is what was asked for; the instants follow from it and the zone. */
  | { kind: 'once'; asked: AskedTimes; atMs: number; notAfterMs: number }
  | { kind: 'every'; every: Recurrence };

/** A turn that is planned: the time it has by the rule, when it is due, and until when it may be dialled. */
export interface PlannedTurn {
  atMs: number;
  dueAtMs: number;
  notAfterMs: number;
}

export function onceIn(zone: string, asked: AskedTimes): CallbackTimes {
  const { at, notAfter } = asked;
  const atMs = instantIn(zone, at);
  if (notAfter === null) return { kind: 'once', asked, atMs, notAfterMs: endOfDayMs(zone, atMs) };
  const bothLocal = typeof at !== 'number' && typeof notAfter !== 'number';
  const notAfterMs = bothLocal ? endMsOf(zone, at, notAfter) : instantIn(zone, notAfter);
  return { kind: 'once', asked, atMs, notAfterMs };
}

const instantIn = (zone: string, time: AskedTime): number =>
  typeof time === 'number' ? time : instantOf(zone, time);

/**
 * The end of a span of local time. Where clocks skip all of it, it is as long as it was meant to be, from when they
 * jump: else nothing of it would be left to dial in.
 */
function endMsOf(zone: string, from: LocalTime, to: LocalTime): number {
  const [fromMs, toMs] = [instantOf(zone, from), instantOf(zone, to)];
  const minutes = (to.day - from.day) * 1_440 + to.minuteOfDay - from.minuteOfDay;
  return toMs > fromMs || minutes <= 0 ? toMs : fromMs + minutes * 60_000;
}

/** A day of the month that every rule may name comes within this. */
const DAYS_AHEAD = 100;

/**
 * The first turn later than `afterMs`; null: there is none any more. A local time that clocks skip comes at the
 * moment they jump; one that they show twice comes once, the first time (`instantOf`).
 * @param made turns there have been
 */
export function nextTurnAtMs(
  rule: Recurrence,
  zone: string,
  { afterMs, made }: { afterMs: number; made: number },
): number | null {
  if (rule.count !== null && made >= rule.count) return null;
  const today = localTimeAt(zone, afterMs).day;
  const first = rule.from === null ? today : Math.max(today, dayOf(rule.from));
  for (let day = first; day <= first + DAYS_AHEAD; day++) {
    if (rule.until !== null && dateOf(day) > rule.until) return null;
    if (!isOn(rule, day)) continue;
    const atMs = instantOf(zone, { day, minuteOfDay: rule.minuteOfDay });
    if (atMs > afterMs) return atMs;
  }
  return null;
}

const YEARS_AHEAD = 5;

/**
 * The local times at which turns come that clocks skip: when they jump, so what clocks show right after it. Of the
 * coming years only: a schedule by the clock passes such turns over, and needs to be told of them.
 */
export function skippedTurns(rule: Recurrence, zone: string, nowMs: number): LocalTime[] {
  const today = localTimeAt(zone, nowMs).day;
  const found: LocalTime[] = [];
  for (const day of daysNearChanges(zone, today, today + YEARS_AHEAD * 366)) {
    const date = dateOf(day);
    if (!isOn(rule, day) || date < (rule.from ?? date) || date > (rule.until ?? date)) continue;
    const comesAt = localTimeAt(zone, instantOf(zone, { day, minuteOfDay: rule.minuteOfDay }));
    if (comesAt.day !== day || comesAt.minuteOfDay !== rule.minuteOfDay) found.push(comesAt);
  }
  return found;
}

/** Those of each week over which the offset changes: looking at every day would cost seven times as much. */
function daysNearChanges(zone: string, first: number, last: number): number[] {
  const days: number[] = [];
  const offsetOn = (day: number) => offsetMsAt(zone, day * DAY_MS);
  for (let day = first - 1; day < last; day += 7) {
    if (offsetOn(day) === offsetOn(day + 7)) continue;
    // Local days begin up to a day before and after those of UTC.
    for (let near = day - 1; near <= day + 7; near++) days.push(near);
  }
  return days;
}

function isOn({ weekdays, daysOfMonth }: Recurrence, day: number): boolean {
  if (weekdays !== null) return weekdays.includes(weekdayOf(day));
  return daysOfMonth === null || daysOfMonth.includes(Number(dateOf(day).slice(8)));
}

/** The last millisecond of the local day of an instant. */
export const endOfDayMs = (zone: string, atMs: number): number => startOfNextDay(zone, atMs) - 1;

/** @param id of the callback: its jitter is the same whoever asks, and another on another day */
export function turnAt(
  { minuteOfDay, notAfterMinute, jitterMs }: Recurrence,
  { id, zone, atMs }: { id: string; zone: string; atMs: number },
): PlannedTurn {
  const { day } = localTimeAt(zone, atMs);
  const notAfterMs =
    notAfterMinute === null || notAfterMinute === 1_440
      ? endOfDayMs(zone, atMs)
      : endMsOf(zone, { day, minuteOfDay }, { day, minuteOfDay: notAfterMinute });
  const laterMs = Math.floor(jitterMs * spreadOf(`${id}.${atMs}`));
  return { atMs, dueAtMs: Math.min(atMs + laterMs, notAfterMs), notAfterMs };
}
