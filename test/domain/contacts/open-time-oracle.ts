/**
 * When contacts may be called, worked out another way than in `src`, and sharing no code with it: clocks are read as
 * wall times, changes of clocks are searched for, whole weeks are laid out and counted over at once.
 */
export interface OracleWindow {
  hours: readonly { weekdays: readonly number[]; fromMinute: number; toMinute: number }[];
  closedDates: readonly string[];
  ringMarginMs: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What clocks in a zone show, as if it were UTC. */
export function wallMs(zone: string, atMs: number): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const digits = 'numeric';
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: digits,
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    });
    clocks.set(zone, clock);
  }
  const shown = Object.fromEntries(
    clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = shown;
  return (
    Date.UTC(year!, month! - 1, day, hour, minute, second) + (((atMs % 1_000) + 1_000) % 1_000)
  );
}

interface Shift {
  fromMs: number;
  offsetMs: number;
}

const FIRST = Date.UTC(2024, 0);
const LAST = Date.UTC(2031, 0);
const shifts = new Map<string, Shift[]>();

/** Every offset of a zone from 2024 to 2030 and since when it holds: searched hour by hour, then second by second. */
function shiftsOf(zone: string): Shift[] {
  const known = shifts.get(zone);
  if (known) return known;
  const offsetAt = (atMs: number) => wallMs(zone, atMs) - atMs;
  const found: Shift[] = [{ fromMs: FIRST, offsetMs: offsetAt(FIRST) }];
  for (let atMs = FIRST; atMs < LAST; atMs += 12 * HOUR) {
    if (offsetAt(atMs + 12 * HOUR) === found.at(-1)!.offsetMs) continue;
    let fromMs = atMs;
    for (const step of [HOUR, 60_000, 1_000]) {
      while (offsetAt(fromMs + step) === found.at(-1)!.offsetMs) fromMs += step;
    }
    fromMs += 1_000;
    found.push({ fromMs, offsetMs: offsetAt(fromMs) });
  }
  shifts.set(zone, found);
  return found;
}

/** +1 where clocks begin to show an open time, -1 where they cease to. */
function edgesOf(window: OracleWindow, zone: string, fromMs: number, toMs: number) {
  const edges: [number, number][] = [];
  const all = shiftsOf(zone);
  for (const [n, { fromMs: sinceMs, offsetMs }] of all.entries()) {
    const begin = Math.max(fromMs, sinceMs);
    const end = Math.min(toMs, all[n + 1]?.fromMs ?? Infinity);
    if (begin >= end) continue;
    const midnight = Math.floor((begin + offsetMs) / DAY) * DAY;
    for (let dayMs = midnight; dayMs < end + offsetMs; dayMs += DAY) {
      const date = new Date(dayMs);
      if (window.closedDates.includes(date.toISOString().slice(0, 10))) continue;
      for (const { weekdays, fromMinute, toMinute } of window.hours) {
        if (!weekdays.includes(date.getUTCDay() || 7)) continue;
        const opens = Math.max(begin, dayMs + fromMinute * 60_000 - offsetMs);
        const closes = Math.min(end, dayMs + toMinute * 60_000 - offsetMs);
        if (opens < closes) edges.push([opens, 1], [closes, -1]);
      }
    }
  }
  return edges;
}

type Stretch = [fromMs: number, toMs: number];

/** Where so many are open at once, by counting; edges at one instant count together. */
function stretchesOf(edges: [number, number][], needed: number): Stretch[] {
  const byInstant = new Map<number, number>();
  for (const [atMs, step] of edges) byInstant.set(atMs, (byInstant.get(atMs) ?? 0) + step);
  const result: Stretch[] = [];
  let open = 0;
  for (const [atMs, step] of [...byInstant].toSorted(([one], [other]) => one - other)) {
    const was = open >= needed;
    open += step;
    const is = open >= needed;
    if (is && !was) result.push([atMs, Infinity]);
    if (was && !is) result.at(-1)![1] = atMs;
  }
  return result;
}

/** When a POST may leave, between two instants that lie further apart than any answer. */
export function dialableStretches(
  window: OracleWindow,
  zones: readonly string[],
  fromMs: number,
  toMs: number,
): Stretch[] {
  // Hours that overlap count once in their zone.
  const perZone = zones.map((zone) => stretchesOf(edgesOf(window, zone, fromMs, toMs), 1));
  const edges = perZone.flat().flatMap(([from, to]): [number, number][] => [
    [from, 1],
    [to, -1],
  ]);
  return stretchesOf(edges, zones.length)
    .map(([from, to]): Stretch => [from, to - window.ringMarginMs])
    .filter(([from, to]) => from < to);
}

/** Straight from what clocks show, without a margin. */
export function showsOpen(window: OracleWindow, zones: readonly string[], atMs: number): boolean {
  return zones.every((zone) => {
    const wall = new Date(wallMs(zone, atMs));
    const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
    const isClosed = window.closedDates.includes(wall.toISOString().slice(0, 10));
    return (
      !isClosed &&
      window.hours.some(
        ({ weekdays, fromMinute, toMinute }) =>
          weekdays.includes(wall.getUTCDay() || 7) && minute >= fromMinute && minute < toMinute,
      )
    );
  });
}
