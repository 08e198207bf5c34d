/** Open hours in the local times of one or several zones, as spans of instants. */
import { DAY_MS, dateOf, offsetSpansOn, weekdayOf, type Span } from '../zone.ts';

/** Open from `from` until just before `to`, on each of `weekdays`. Does not cross midnight. */
export interface OpenHours {
  /** 1 is Monday, 7 Sunday. */
  weekdays: readonly number[];
  /** Minutes since local midnight; `to` at most 1440. */
  fromMinute: number;
  toMinute: number;
}

export interface OpenTimes {
  hours: readonly OpenHours[];
  /** Local dates, `YYYY-MM-DD`, on which nobody is called. Those of an area count for no hours before `windowIn` has read them. */
  closedDates: readonly string[];
}

const MINUTE_MS = 60_000;

/** The spans of a UTC day in which all zones are open, in order. Spans that touch are joined. */
export function openSpansOn(times: OpenTimes, zones: readonly string[], day: number): Span[] {
  const [first, ...others] = zones.map((zone) => openSpansIn(times, zone, day));
  return others.reduce(bothOpen, first!);
}

function openSpansIn(times: OpenTimes, zone: string, day: number): Span[] {
  const spans: Span[] = [];
  for (const { fromMs, toMs, offsetMs } of offsetSpansOn(zone, day)) {
    const lastDay = localDayAt(toMs - 1, offsetMs);
    for (let localDay = localDayAt(fromMs, offsetMs); localDay <= lastDay; localDay++) {
      const midnightMs = localDay * DAY_MS - offsetMs;
      for (const { fromMinute, toMinute } of hoursOn(times, localDay)) {
        const opensMs = Math.max(fromMs, midnightMs + fromMinute * MINUTE_MS);
        const closesMs = Math.min(toMs, midnightMs + toMinute * MINUTE_MS);
        if (opensMs < closesMs) spans.push({ fromMs: opensMs, toMs: closesMs });
      }
    }
  }
  return spans.length < 2 ? spans : joined(spans);
}

const localDayAt = (atMs: number, offsetMs: number): number =>
  Math.floor((atMs + offsetMs) / DAY_MS);

function joined(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const before = result.at(-1);
    if (before && span.fromMs <= before.toMs) before.toMs = Math.max(before.toMs, span.toMs);
    else result.push(span);
  }
  return result;
}

function bothOpen(ours: readonly Span[], theirs: readonly Span[]): Span[] {
  return ours
    .flatMap((one) =>
      theirs.map((other) => ({
        fromMs: Math.max(one.fromMs, other.fromMs),
        toMs: Math.min(one.toMs, other.toMs),
      })),
    )
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}

function hoursOn({ hours, closedDates }: OpenTimes, day: number): readonly OpenHours[] {
  const weekday = weekdayOf(day);
  const open = hours.filter(({ weekdays }) => weekdays.includes(weekday));
  const isClosed = open.length > 0 && closedDates.length > 0 && closedDates.includes(dateOf(day));
  return isClosed ? [] : open;
}
