/** Time zones by IANA name. Offsets come from the runtime's data (ECMA-402). No clock is read here. */

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Whether the runtime has rules for a name. It has some for names that are none of IANA's: `readZone` says what is a zone. */
export function hasZoneData(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The canonical name of a zone, for comparisons. @throws RangeError for an unknown zone */
export const canonicalZone = (zone: string): string => formatterOf(zone).resolvedOptions().timeZone;

/** Local time minus UTC at an instant, in milliseconds. @throws RangeError for an unknown zone */
export function offsetMsAt(zone: string, atMs: number): number {
  const { beforeMs, changeMs, afterMs } = offsetsOfDay(zone, Math.floor(atMs / DAY_MS));
  return atMs < changeMs ? beforeMs : afterMs;
}

/** From `fromMs` until just before `toMs`. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** The spans of a UTC day (days since 1970-01-01) with one offset each, split at clock changes. */
export function offsetSpansOn(zone: string, day: number): (Span & { offsetMs: number })[] {
  const { beforeMs, changeMs, afterMs } = offsetsOfDay(zone, day);
  const fromMs = day * DAY_MS;
  const toMs = fromMs + DAY_MS;
  if (beforeMs === afterMs) return [{ fromMs, toMs, offsetMs: beforeMs }];
  return [
    { fromMs, toMs: changeMs, offsetMs: beforeMs },
    { fromMs: changeMs, toMs, offsetMs: afterMs },
  ];
}

/** The offsets of a UTC day, which has at most one clock change. */
interface DayOffsets {
  beforeMs: number;
  /** The first instant with the offset `afterMs`. */
  changeMs: number;
  afterMs: number;
}

/** A cache of offsets by zone and day. Reading them from the runtime takes a hundred times longer. */
const offsets = new Map<string, Map<number, DayOffsets>>();
const MOST_DAYS_KEPT = 10_000;

function offsetsOfDay(zone: string, day: number): DayOffsets {
  const name = zone.toLowerCase();
  let ofZone = offsets.get(name);
  if (!ofZone) offsets.set(name, (ofZone = new Map()));
  const known = ofZone.get(day);
  if (known !== undefined) return known;
  const found = readOffsetsOfDay(zone, day);
  if (ofZone.size >= MOST_DAYS_KEPT) ofZone.clear();
  ofZone.set(day, found);
  return found;
}

function readOffsetsOfDay(zone: string, day: number): DayOffsets {
  const firstMs = day * DAY_MS;
  const lastMs = firstMs + DAY_MS - 1;
  const [beforeMs, afterMs] = [readOffsetMs(zone, firstMs), readOffsetMs(zone, lastMs)];
  const isAfter = (atMs: number) => readOffsetMs(zone, atMs) === afterMs;
  const changeMs = beforeMs === afterMs ? firstMs : firstTrue(isAfter, firstMs, lastMs);
  return { beforeMs, changeMs, afterMs };
}

function readOffsetMs(zone: string, atMs: number): number {
  const name = formatterOf(zone)
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName')!.value;
  const parts = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name);
  if (!parts) throw new RangeError(`no offset in ${name}`);
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = parts;
  const ms = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000;
  return sign === '-' ? -ms : ms;
}

export interface LocalTime {
  /** The local date, as days since 1970-01-01. */
  day: number;
  /** Minutes on the local clock since 00:00. */
  minuteOfDay: number;
}

export function localTimeAt(zone: string, atMs: number): LocalTime {
  const localMs = atMs + offsetMsAt(zone, atMs);
  const day = Math.floor(localMs / DAY_MS);
  return { day, minuteOfDay: Math.floor((localMs - day * DAY_MS) / MINUTE_MS) };
}

/** What clocks in the zone show, such as `2026-11-23T09:15:02.120`. */
export const localDateTime = (zone: string, atMs: number): string =>
  new Date(atMs + offsetMsAt(zone, atMs)).toISOString().slice(0, -1);

/** 1 is Monday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** `YYYY-MM-DD` */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Of such a date. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/**
 * The first instant at which clocks in `zone` show this time or a later one of that day. A time that is skipped in
 * spring gives the instant of the change. A time that occurs twice in autumn gives the first one.
 */
export function instantOf(zone: string, { day, minuteOfDay }: LocalTime): number {
  const localMs = day * DAY_MS + minuteOfDay * MINUTE_MS;
  const before = offsetMsAt(zone, localMs - DAY_MS);
  const after = offsetMsAt(zone, localMs + DAY_MS);
  if (before === after) return localMs - before;
  const isAfter = (atMs: number) => offsetMsAt(zone, atMs) === after;
  const jumpMs = firstTrue(isAfter, localMs - DAY_MS, localMs + DAY_MS);
  const beforeJumpMs = localMs - before;
  return beforeJumpMs < jumpMs ? beforeJumpMs : Math.max(jumpMs, localMs - after);
}

export const startOfNextDay = (zone: string, nowMs: number): number =>
  instantOf(zone, { day: localTimeAt(zone, nowMs).day + 1, minuteOfDay: 0 });

/** Binary search for the first number that `isTrue`. It is false at `low`, true at `high`, and changes once. */
function firstTrue(isTrue: (at: number) => boolean, low: number, high: number): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached by a name of one spelling, so that different spellings do not fill the memory. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(name, formatter);
  }
  return formatter;
}
