/** When contacts may be called, by the clocks where they are. */
import { dateOf, instantOf, localTimeAt, weekdayOf } from './zone.ts';

/** Open from `from` until just before `to`, on each of `weekdays`. Does not cross midnight. */
export interface OpenHours {
  /** 1 is Monday, 7 Sunday. */
  weekdays: readonly number[];
  /** Minutes since local midnight; `to` at most 1440. */
  fromMinute: number;
  toMinute: number;
}

export interface CallingWindow {
  hours: readonly OpenHours[];
  /** Local dates, `YYYY-MM-DD`, on which nobody is called. */
  closedDates: readonly string[];
  /** No POST this shortly before closing: the agent's phone rings first, the customer's after it. */
  ringMarginMs: number;
}

export type WindowVerdict =
  | { kind: 'open' }
  /** `opensAtMs`: the next instant at which it is open; null: never within a year. */
  | { kind: 'closed'; opensAtMs: number | null };

/** A window that is open on one weekday only, behind closed dates, is found within this. */
const DAYS_AHEAD = 370;

/**
 * Whether a contact may be called now, and when next.
 * @param zones IANA names; where the contact may be in several, all must be open
 */
export function askWindow(
  window: CallingWindow,
  zones: readonly string[],
  nowMs: number,
): WindowVerdict {
  const isOpen = (atMs: number) => zones.every((zone) => isOpenIn(window, zone, atMs));
  if (isOpen(nowMs)) return { kind: 'open' };
  // Open times of several zones begin where those of one of them begin.
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const openings = zones
      .flatMap((zone) => openingsOn(window, zone, localTimeAt(zone, nowMs).day + ahead))
      .filter((atMs) => atMs > nowMs && isOpen(atMs));
    if (openings.length > 0) return { kind: 'closed', opensAtMs: Math.min(...openings) };
  }
  return { kind: 'closed', opensAtMs: null };
}

function isOpenIn(window: CallingWindow, zone: string, atMs: number): boolean {
  const { day, minuteOfDay } = localTimeAt(zone, atMs);
  return hoursOn(window, day).some(
    ({ fromMinute, toMinute }) =>
      minuteOfDay >= fromMinute &&
      minuteOfDay < toMinute &&
      atMs + window.ringMarginMs < instantOf(zone, { day, minuteOfDay: toMinute }),
  );
}

function openingsOn(window: CallingWindow, zone: string, day: number): number[] {
  return hoursOn(window, day).map(({ fromMinute }) =>
    instantOf(zone, { day, minuteOfDay: fromMinute }),
  );
}

function hoursOn({ hours, closedDates }: CallingWindow, day: number): OpenHours[] {
  if (closedDates.includes(dateOf(day))) return [];
  return hours.filter(({ weekdays }) => weekdays.includes(weekdayOf(day)));
}

/** `HH:MM`, also `24:00`, as minutes since midnight; undefined for anything else. */
export function parseClock(text: string): number | undefined {
  const parts = /^(\d\d):(\d\d)$/.exec(text);
  if (!parts) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2])];
  const minute = hours * 60 + minutes;
  return minutes < 60 && minute <= 24 * 60 ? minute : undefined;
}

export const formatClock = (minuteOfDay: number): string => {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minuteOfDay / 60))}:${pad(minuteOfDay % 60)}`;
};
