/** When contacts may be called, in their local time. */
import { openSpansOn, type OpenTimes } from './open-spans.ts';
import { DAY_MS, type Span } from '../zone.ts';

export interface CallingWindow extends OpenTimes {
  /** No POST leaves within this time before closing, because the customer's phone rings only after the agent's. */
  ringMarginMs: number;
}

export type WindowVerdict =
  | { kind: 'open' }
  /** `opensAtMs`: the next instant at which it is open; null: never within a year. */
  | { kind: 'closed'; opensAtMs: number | null };

/** Far enough to find a window that is open on one weekday only, even after closed dates. */
const DAYS_AHEAD = 370;

/**
 * Whether a contact may be called now, and when next. An instant is open if the local times of all zones are within
 * open hours. Local times that occur twice in autumn are open twice. Open spans that touch, also at midnight, are one
 * span, and the ring margin counts back from its end.
 * @param zones IANA names of the zones the contact may be in; all must be open
 */
export function askWindow(
  window: CallingWindow,
  zones: readonly string[],
  nowMs: number,
): WindowVerdict {
  const today = Math.floor(nowMs / DAY_MS);
  let span: Span | undefined;
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    for (const { fromMs, toMs } of openSpansOn(window, zones, day)) {
      if (toMs <= nowMs) continue;
      span = { fromMs: span?.toMs === fromMs ? span.fromMs : Math.max(fromMs, nowMs), toMs };
      // `fromMs` is now or later: what is left of the window must be longer than the margin.
      if (span.toMs - span.fromMs <= window.ringMarginMs) continue;
      return span.fromMs === nowMs ? { kind: 'open' } : { kind: 'closed', opensAtMs: span.fromMs };
    }
  }
  return { kind: 'closed', opensAtMs: null };
}

/**
 * The open span around an instant; undefined: it is closed. Null: the span reaches further than the day before or the
 * day after, in UTC.
 */
export function openSpanAt(
  window: CallingWindow,
  zones: readonly string[],
  atMs: number,
): { opensAtMs: number | null; closesAtMs: number | null } | undefined {
  const first = Math.floor(atMs / DAY_MS) - 1;
  const spans = [first, first + 1, first + 2].flatMap((day) => openSpansOn(window, zones, day));
  const at = spans.findIndex(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  if (at === -1) return undefined;
  let [from, to] = [at, at];
  while (from > 0 && spans[from - 1]!.toMs === spans[from]!.fromMs) from -= 1;
  while (to < spans.length - 1 && spans[to + 1]!.fromMs === spans[to]!.toMs) to += 1;
  const { fromMs } = spans[from]!;
  const { toMs } = spans[to]!;
  return {
    opensAtMs: fromMs === first * DAY_MS ? null : fromMs,
    closesAtMs: toMs === (first + 3) * DAY_MS ? null : toMs,
  };
}

/** `HH:MM`, also `24:00`, as minutes since midnight; undefined for anything else. */
export function parseClock(text: string): number | undefined {
  const parts = /^(\d\d):(\d\d)$/.exec(text);
  if (!parts) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2])];
  const minute = hours * 60 + minutes;
  return minutes < 60 && minute <= 24 * 60 ? minute : undefined;
}

export const formatClock = (minuteOfDay: number): string => {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minuteOfDay / 60))}:${pad(minuteOfDay % 60)}`;
};
