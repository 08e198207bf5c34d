/** Times and durations in the reader's language. Without a zone they are in the reader's own. */

const formats = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([options, locale]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

export interface Shown {
  /** IANA name. */
  zone?: string;
  locale?: string;
}

/** The instant as these parts of it. */
const shownAs = (
  at: string | Date,
  options: Intl.DateTimeFormatOptions,
  { zone, locale }: Shown,
): string => format({ ...options, ...(zone && { timeZone: zone }) }, locale).format(new Date(at));

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** 09:30:12 */
export const timeOfDay = (iso: string, shown: Shown = {}): string =>
  shownAs(iso, { hour: '2-digit', minute: '2-digit', second: '2-digit' }, shown);

/** 09:30 */
export const hourAndMinute = (iso: string, shown: Shown = {}): string =>
  shownAs(iso, { hour: '2-digit', minute: '2-digit' }, shown);

/** 23 Nov, 09:30, with the year where it is another one than `nowMs`'s. */
export function dateAndTime(iso: string, nowMs: number, shown: Shown = {}): string {
  const year = (at: string | Date) => shownAs(at, { year: 'numeric' }, shown);
  const withYear: Intl.DateTimeFormatOptions =
    year(iso) === year(new Date(nowMs)) ? {} : { year: 'numeric' };
  return shownAs(iso, { ...DATE, hour: '2-digit', minute: '2-digit', ...withYear }, shown);
}

const day = (at: Date, { zone }: Shown) =>
  shownAs(
    at,
    { year: 'numeric', month: '2-digit', day: '2-digit' },
    { ...(zone && { zone }), locale: 'en-CA' },
  );

/** The time of day, with the date where it is not today's. */
export const timeOrDate = (iso: string, nowMs: number, shown: Shown = {}): string =>
  day(new Date(iso), shown) === day(new Date(nowMs), shown)
    ? timeOfDay(iso, shown)
    : dateAndTime(iso, nowMs, shown);

/** The day of `nowMs` as 2026-11-23. */
export const dayOf = (nowMs: number, shown: Shown = {}): string => day(new Date(nowMs), shown);

/** What a bar of a chart covers. */
export type Step = '15m' | 'hour' | 'day' | 'month';

/** At the axis: the day for days, and at midnight; else the time of day. */
export function stepLabel(iso: string, by: Step, shown: Shown = {}): string {
  const clock = shownAs(
    iso,
    { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    { ...shown, locale: 'en' },
  );
  const isDay = by === 'day' || by === 'month' || clock === '00:00';
  return isDay ? shownAs(iso, DATE, shown) : hourAndMinute(iso, shown);
}

/** In a table: the day for days, else day and time. */
export const stepName = (iso: string, by: Step, nowMs: number, shown: Shown = {}): string =>
  by === 'day' || by === 'month'
    ? shownAs(iso, { ...DATE, weekday: 'short', year: 'numeric' }, shown)
    : dateAndTime(iso, nowMs, shown);

/**
 * Monday, 23 Nov
 * @param date of the reader's calendar, as 2026-11-23
 * @param weekday `short`: Mon, 23 Nov
 */
export const dayName = (date: string, weekday: 'long' | 'short', locale?: string): string =>
  format({ weekday, day: 'numeric', month: 'short' }, locale).format(new Date(`${date}T12:00:00`));

/** 0:41, 12:05, 1:02:09 */
export function clockDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** 4.2 s below ten seconds, else 0:41: the legs of a call are short. */
export const legDuration = (seconds: number, locale?: string): string =>
  seconds >= 10
    ? clockDuration(seconds)
    : new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'second',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(Math.max(0, Math.floor(seconds * 10) / 10));

const STEPS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** 41 s, 12 min, 3 h 20 min, 2 d 4 h: the two largest units, the second only where it is not zero. */
export function roughDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const index = STEPS.findIndex(([, size]) => whole >= size);
  if (index === -1) return '0 s';
  const [unit, size] = STEPS[index]!;
  const next = STEPS[index + 1];
  const first = `${Math.floor(whole / size)} ${unit}`;
  // Seconds beside minutes change too often to be read.
  if (!next || next[0] === 's') return first;
  const second = Math.floor((whole % size) / next[1]);
  return second === 0 ? first : `${first} ${second} ${next[0]}`;
}

/** "in 12 min", "4 s ago" */
export function relative(iso: string, nowMs: number): string {
  const seconds = (Date.parse(iso) - nowMs) / 1_000;
  if (Math.abs(seconds) < 1) return 'now';
  return seconds > 0 ? `in ${roughDuration(seconds)}` : `${roughDuration(-seconds)} ago`;
}

export const secondsSince = (iso: string, nowMs: number): number =>
  (nowMs - Date.parse(iso)) / 1_000;
