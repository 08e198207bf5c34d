/** Whether a calling window is open, read from the local clock minute by minute. */
import { durationMs } from './duration.ts';
import type { CallingWindow } from './limits.ts';
import { localTime } from './local-time.ts';

const MINUTE_MS = 60_000;

/** Whether the window is open from `atMs` to the end of the ring margin. */
export function isOpen(window: CallingWindow, zone: string, atMs: number): boolean {
  const untilMs = atMs + durationMs(window.ring_margin);
  const nextMinuteMs = (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS;
  for (let ms = nextMinuteMs; ms < untilMs; ms += MINUTE_MS) {
    if (!showsOpen(window, zone, ms)) return false;
  }
  return showsOpen(window, zone, atMs) && showsOpen(window, zone, untilMs);
}

/** Whether the window is open at this instant, whatever follows. */
export function showsOpen(
  { hours, closed_dates }: CallingWindow,
  zone: string,
  atMs: number,
): boolean {
  const { date, weekday, clock } = localTime(zone, atMs);
  if (closed_dates.includes(date)) return false;
  return hours.some(
    ({ weekdays, from, to }) => weekdays.includes(weekday) && clock >= from && clock < to,
  );
}
