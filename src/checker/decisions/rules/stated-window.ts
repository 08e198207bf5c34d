/** What a record says of the calling window, compared with the window of the policy. */
import { durationMs } from '../../limits/duration.ts';
import { windowOfContact } from '../../limits/closed-dates.ts';
import type { CallingWindow } from '../../limits/limits.ts';
import { localTime } from '../../limits/local-time.ts';
import { showsOpen } from '../../limits/open-hours.ts';
import { show, type Judged } from '../rule.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_KEPT = 1_000;

/** Null: beyond the day before, or after, the decision. */
interface Span {
  opensMs: number | null;
  closesMs: number | null;
}

/** Many calls are decided in one span, and each is read minute by minute. */
const spans = new Map<string, Span[]>();

export function windowFaults({ record, policy, decidedMs }: Judged): string[] {
  const { calling_window: known } = policy;
  const window = known && windowOfContact(known, record.area);
  const { window: stated, zones } = record;
  if (window === null || stated === null) {
    if (window === null && stated === null && zones.every(({ rule }) => rule === null)) return [];
    return [`it was decided ${withWindow(stated)}, and the policy is ${withWindow(window)}`];
  }
  const faults = zones.flatMap(({ zone, rule }) => {
    const open = hoursOpenAt(window, zone, decidedMs);
    return rule === open ? [] : [`hours ${rule} are said to be open in ${zone}, and ${open} are`];
  });
  const marginMs = stated.ring_margin_seconds * 1_000;
  if (marginMs !== durationMs(window.ring_margin))
    faults.push(`its ring margin is ${marginMs} ms, and the policy’s is ${window.ring_margin}`);
  const span = spanAt(
    window,
    zones.map(({ zone }) => zone),
    decidedMs,
  );
  // That a window was closed is said by its own rule.
  if (!span) return faults;
  return [
    ...faults,
    ...differs('opened', stated.opens_at, span.opensMs),
    ...differs('closes', stated.closes_at, span.closesMs),
  ];
}

function spanAt(window: CallingWindow, zones: readonly string[], atMs: number): Span | undefined {
  const firstMs = (Math.floor(atMs / DAY_MS) - 1) * DAY_MS;
  const key = JSON.stringify([window.hours, window.closed_dates, zones, firstMs]);
  const known = spans.get(key) ?? [];
  const found = known.find(
    ({ opensMs, closesMs }) => (opensMs ?? -Infinity) <= atMs && atMs < (closesMs ?? Infinity),
  );
  if (found) return found;
  const isOpen = (ms: number) => zones.every((zone) => showsOpen(window, zone, ms));
  if (!isOpen(atMs)) return undefined;
  const span = spanAround(isOpen, atMs, firstMs);
  if (spans.size >= MOST_KEPT) spans.clear();
  spans.set(key, [...known, span]);
  return span;
}

const withWindow = (window: object | null) =>
  window === null ? 'without a window' : 'with a window';

/** Which of the hours are open; -1: none. */
function hoursOpenAt({ hours }: CallingWindow, zone: string, atMs: number): number {
  const { weekday, clock } = localTime(zone, atMs);
  return hours.findIndex(
    ({ weekdays, from, to }) => weekdays.includes(weekday) && clock >= from && clock < to,
  );
}

/** From the day before the decision to the end of the day after it. */
function spanAround(isOpen: (ms: number) => boolean, atMs: number, firstMs: number): Span {
  const lastMs = firstMs + 3 * DAY_MS;
  let opensMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  while (opensMs > firstMs && isOpen(opensMs - MINUTE_MS)) opensMs -= MINUTE_MS;
  let closesMs = opensMs + MINUTE_MS;
  while (closesMs <= atMs) closesMs += MINUTE_MS;
  while (closesMs < lastMs && isOpen(closesMs)) closesMs += MINUTE_MS;
  return {
    opensMs: opensMs === firstMs ? null : opensMs,
    closesMs: closesMs === lastMs ? null : closesMs,
  };
}

function differs(what: string, stated: string | null, ms: number | null): string[] {
  const read = ms === null ? null : show(ms);
  if (stated === read) return [];
  return [
    `its window is said to have ${what} at ${stated ?? 'no time near'}, and by the policy it ${what} at ${read ?? 'no time near'}`,
  ];
}
