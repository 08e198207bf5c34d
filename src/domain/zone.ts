/** Time zones by IANA name. The offsets are the language's own data (ECMA-402): no clock is read here. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export function isZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Local time minus UTC at an instant, in milliseconds. @throws RangeError for a zone that is none */
export function offsetMsAt(zone: string, atMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  const ofDay = offsetOfDay(zone, day);
  return ofDay ?? readOffsetMs(zone, atMs);
}

/** Days whose offset is known, by zone; null: it changes on that day. Reading one anew costs a hundred times more. */
const offsets = new Map<string, Map<number, number | null>>();
const MOST_DAYS_KEPT = 10_000;

/** The offset of a whole UTC day, on which at most one change lies; null where there is one. */
function offsetOfDay(zone: string, day: number): number | null {
  let ofZone = offsets.get(zone);
  if (!ofZone) offsets.set(zone, (ofZone = new Map()));
  const known = ofZone.get(day);
  if (known !== undefined) return known;
  const first = readOffsetMs(zone, day * DAY_MS);
  const offset = first === readOffsetMs(zone, (day + 1) * DAY_MS - 1) ? first : null;
  if (ofZone.size >= MOST_DAYS_KEPT) ofZone.clear();
  ofZone.set(day, offset);
  return offset;
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
  /** Days since 1970-01-01, of the local date. */
  day: number;
  /** Since local midnight, as clocks show it. */
  minuteOfDay: number;
}

export function localTimeAt(zone: string, atMs: number): LocalTime {
  const localMs = atMs + offsetMsAt(zone, atMs);
  const day = Math.floor(localMs / DAY_MS);
  return { day, minuteOfDay: Math.floor((localMs - day * DAY_MS) / MINUTE_MS) };
}

/** 1 is Monday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** `YYYY-MM-DD` */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Of such a date. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/**
 * The first instant at which clocks in `zone` show this time or a later one of that day. A time that clocks
 * skip in spring comes at the moment they jump; one that they show twice in autumn, the first time.
 */
export function instantOf(zone: string, { day, minuteOfDay }: LocalTime): number {
  const localMs = day * DAY_MS + minuteOfDay * MINUTE_MS;
  const before = offsetMsAt(zone, localMs - DAY_MS);
  const after = offsetMsAt(zone, localMs + DAY_MS);
  if (before === after) return localMs - before;
  const jumpMs = changeBetween(zone, localMs - DAY_MS, localMs + DAY_MS);
  const beforeJumpMs = localMs - before;
  return beforeJumpMs < jumpMs ? beforeJumpMs : Math.max(jumpMs, localMs - after);
}

export const startOfNextDay = (zone: string, nowMs: number): number =>
  instantOf(zone, { day: localTimeAt(zone, nowMs).day + 1, minuteOfDay: 0 });

/** The first instant with the offset that holds at `toMs`; at most one change lies between. */
function changeBetween(zone: string, fromMs: number, toMs: number): number {
  const after = offsetMsAt(zone, toMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMsAt(zone, middle) === after) high = middle;
    else low = middle;
  }
  return high;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  return formatter;
}
