import type { CallingWindow } from '../../contacts/calling-window.ts';
import { openSpansOn } from '../../contacts/open-spans.ts';
import { DAY_MS, type Span } from '../../zone.ts';

const DAYS_BACK = 370;

/**
 * The last instant up to `untilMs` at which a contact may be called; null: none within a year.
 * @param zones the contact may be in; all must be open
 */
export function lastOpenUpTo(
  window: CallingWindow | null,
  zones: readonly string[],
  untilMs: number,
): number | null {
  if (window === null) return untilMs;
  const { ringMarginMs } = window;
  // Spans that open later do not matter, but the end of the current one does, because of the ring margin.
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
