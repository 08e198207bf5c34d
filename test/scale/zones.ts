/** Zones of contacts, so chosen that by local clocks some are open, some close and some open during the run. */

export interface PlannedZones {
  open: string;
  closing: string;
  opening: string;
  /** When the windows of those two change. */
  closesMs: number;
  opensMs: number;
  startMs: number;
  /** Local dates on which one zone is closed, and another is not. */
  closedDates: string[];
}

/** Their clocks stand at least four hours apart all year. */
const OPEN = 'Europe/London';
const CLOSING = 'America/Los_Angeles';
const OPENING = 'Asia/Tokyo';
/** 25 hours apart: never on the same date. */
export const CLOSED_ALL_DAY = 'Pacific/Kiritimati';
export const OTHER_DAY = 'Pacific/Pago_Pago';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const OPEN_ALL_DAY = [{ weekdays: EVERY_DAY, from: '00:00', to: '24:00' }];

export function zonesAt(startMs: number, expectedMs: number): PlannedZones {
  const nextMinute = (ms: number) => Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
  return {
    open: OPEN,
    closing: CLOSING,
    opening: OPENING,
    closesMs: nextMinute(startMs + expectedMs * 0.35),
    opensMs: nextMinute(startMs + expectedMs * 0.2),
    startMs,
    closedDates: [0, 24].map((hours) => localTime(CLOSED_ALL_DAY, startMs + hours * HOUR_MS).date),
  };
}

/** Hours that are open at the start where it is open, and change as planned elsewhere. */
export function hoursFor(zones: PlannedZones) {
  const { startMs, closesMs, opensMs } = zones;
  return [
    ...hoursBetween(zones.open, startMs - HOUR_MS, startMs + 6 * HOUR_MS),
    ...hoursBetween(zones.closing, startMs - HOUR_MS, closesMs),
    ...hoursBetween(zones.opening, opensMs, opensMs + 6 * HOUR_MS),
  ];
}

/** A window across midnight is two of them. */
function hoursBetween(zone: string, fromMs: number, toMs: number) {
  const [from, to] = [localTime(zone, fromMs), localTime(zone, toMs)];
  const hours = (start: string, end: string) => ({ weekdays: EVERY_DAY, from: start, to: end });
  if (from.date === to.date) return [hours(from.clock, to.clock)];
  const first = hours(from.clock, '24:00');
  return to.clock === '00:00' ? [first] : [first, hours('00:00', to.clock)];
}

function localTime(zone: string, atMs: number): { date: string; clock: string } {
  const [date = '', time = ''] = new Date(atMs)
    .toLocaleString('sv-SE', { timeZone: zone })
    .split(' ');
  return { date, clock: time.slice(0, 5) };
}
