/** The times of a callback, in the contact's time zone. */
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

/** The rule of a recurring callback. Local dates are `YYYY-MM-DD`, both ends included. */
export interface Recurrence {
  /** Minutes since local midnight. */
  minuteOfDay: number;
  /** The latest time of the day at which it may be dialled; null: the end of the day. */
  notAfterMinute: number | null;
  /** 1 is Monday. At most one of the two lists is set; both null: every day. A month without such a day has no turn. */
  weekdays: readonly number[] | null;
  daysOfMonth: readonly number[] | null;
  from: string | null;
  until: string | null;
  /** Turns in all, missed ones included. */
  count: number | null;
  /** A turn is due up to this much later, so that many callbacks for the same minute are not due at once. */
  jitterMs: number;
}

/** No jitter: callbacks are due at the requested minute. */
export const DEFAULT_JITTER_MS = 0;
/** For this time only the named agent may take the callback. */
export const DEFAULT_AGENT_ALONE_MS = 15 * 60_000;

/** A local time, which changes when the callback's zone is edited, or an instant (epoch ms), which does not. */
export type AskedTime = LocalTime | number;

export interface AskedTimes {
  at: AskedTime;
  /** Null: the end of the local day. */
  notAfter: AskedTime | null;
}

export type CallbackTimes =
  /** `asked` is the requested time. The instants are computed from it and the zone. */
  | { kind: 'once'; asked: AskedTimes; atMs: number; notAfterMs: number }
  | { kind: 'every'; every: Recurrence };

/** A planned turn: its time by the rule, when it is due, and until when it may be dialled. */
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
 * The end of a span of local time. If a clock change skips the whole span, the span starts at the change and keeps its
 * length. Otherwise no time would be left to dial.
 */
function endMsOf(zone: string, from: LocalTime, to: LocalTime): number {
  const [fromMs, toMs] = [instantOf(zone, from), instantOf(zone, to)];
  const minutes = (to.day - from.day) * 1_440 + to.minuteOfDay - from.minuteOfDay;
  return toMs > fromMs || minutes <= 0 ? toMs : fromMs + minutes * 60_000;
}

/** Every rule for days of the month has a matching day within this. */
const DAYS_AHEAD = 100;

/**
 * The first turn later than `afterMs`; null: none is left. If a clock change skips the local time, the turn is at the
 * change. If clocks show the time twice, the turn is at the first one (`instantOf`).
 * @param made turns made so far
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
 * For turns whose local time is skipped by a clock change: the local time right after the change. Only for the coming
 * years. A calendar schedule in Temporal leaves such turns out, so they must be added to it.
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

/** The days of each week in which the offset changes. Checking each single day would take seven times as long. */
function daysNearChanges(zone: string, first: number, last: number): number[] {
  const days: number[] = [];
  const offsetOn = (day: number) => offsetMsAt(zone, day * DAY_MS);
  for (let day = first - 1; day < last; day += 7) {
    if (offsetOn(day) === offsetOn(day + 7)) continue;
    // Local days start up to one day before or after UTC days.
    for (let near = day - 1; near <= day + 7; near++) days.push(near);
  }
  return days;
}

/** @param day local, as days since 1970-01-01 */
export function isOn({ weekdays, daysOfMonth }: Recurrence, day: number): boolean {
  if (weekdays !== null) return weekdays.includes(weekdayOf(day));
  return daysOfMonth === null || daysOfMonth.includes(Number(dateOf(day).slice(8)));
}

/** The last millisecond of the local day of an instant. */
export const endOfDayMs = (zone: string, atMs: number): number => startOfNextDay(zone, atMs) - 1;

/** @param id of the callback. It seeds the jitter, which is the same in every process and different on each day */
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
