import type { CallingWindow } from '../../contacts/calling-window.ts';
import { openSpansOn } from '../../contacts/open-spans.ts';
import { DAY_MS, type Span } from '../../zone.ts';

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
  if (window === null) return untilMs;
  const { ringMarginMs } = window;
  // What opens later does not matter, but for how long it stays open does.
  const endMs = untilMs + ringMarginMs + 1;
  const lastDay = Math.floor(endMs / DAY_MS);
  let span: Span | undefined;
  for (let day = lastDay; day >= lastDay - DAYS_BACK; day--) {
    for (const { fromMs, toMs } of openSpansOn(window, zones, day).toReversed()) {
      if (fromMs >= endMs) continue;
      span = { fromMs, toMs: span?.fromMs === toMs ? span.toMs : Math.min(toMs, endMs) };
      if (span.toMs - span.fromMs > ringMarginMs) return span.toMs - ringMarginMs - 1;
    }
  }
  return null;
}
