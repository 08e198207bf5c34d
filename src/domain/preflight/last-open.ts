import { askWindow, type CallingWindow } from '../calling-window.ts';
import { instantOf, localTimeAt } from '../zone.ts';

const DAYS_BACK = 370;

/**
 * The last instant, not after the one given, at which a contact may be called; null: none within a year.
 * @param zones where the contact may be; all must be open
 */
export function lastOpenUpTo(
  window: CallingWindow | null,
  zones: readonly string[],
  untilMs: number,
): number | null {
  const isOpen = (atMs: number) =>
    window === null || askWindow(window, zones, atMs).kind === 'open';
  if (isOpen(untilMs)) return untilMs;
  // Open times of several zones end where those of one of them end.
  for (let back = 0; back <= DAYS_BACK; back++) {
    const ends = zones
      .flatMap((zone) => endsOn(window!, zone, localTimeAt(zone, untilMs).day - back))
      .filter((atMs) => atMs <= untilMs && isOpen(atMs));
    if (ends.length > 0) return Math.max(...ends);
  }
  return null;
}

function endsOn({ hours, ringMarginMs }: CallingWindow, zone: string, day: number): number[] {
  return hours.map(
    ({ toMinute }) => instantOf(zone, { day, minuteOfDay: toMinute }) - ringMarginMs - 1,
  );
}
