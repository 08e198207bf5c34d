/** Spans of time by the clock of a zone. Counters are kept by quarter of an hour, so every boundary must fall on one. */
import { DAY_MS, instantOf, localTimeAt, offsetMsAt, type Span } from '../zone.ts';
import { unreachable } from '../unreachable.ts';

/** The span of one counter. */
export const QUARTER_MS = 900_000;
export const HOUR_MS = 3_600_000;

export const BUCKET_SIZES = ['15m', 'hour', 'day', 'month'] as const;
export type BucketSize = (typeof BUCKET_SIZES)[number];

/** The most buckets of one answer: a month of hours, or two years of days. */
export const MOST_BUCKETS = 750;
/** The longest span of one answer, because its counters are all read. */
export const LONGEST_SPAN_MS = 750 * DAY_MS;

export type Buckets =
  | { kind: 'buckets'; spans: Span[] }
  /** `from` is not before `to`. */
  | { kind: 'empty' }
  | { kind: 'too-many' }
  /** A boundary is within a counter, so the zone cannot be served. */
  | { kind: 'uneven-zone' };

/**
 * The buckets of a span, in order and without gaps. The span is widened to whole quarters of an hour; the first and the
 * last bucket are cut at its ends.
 */
export function bucketsOf(span: Span, size: BucketSize, zone: string): Buckets {
  const fromMs = Math.floor(span.fromMs / QUARTER_MS) * QUARTER_MS;
  const toMs = Math.ceil(span.toMs / QUARTER_MS) * QUARTER_MS;
  if (span.fromMs >= span.toMs) return { kind: 'empty' };
  if (toMs - fromMs > LONGEST_SPAN_MS) return { kind: 'too-many' };
  const spans: Span[] = [];
  for (let atMs = fromMs; atMs < toMs;) {
    const nextMs = Math.min(nextBoundary(atMs, size, zone), toMs);
    if (nextMs % QUARTER_MS !== 0) return { kind: 'uneven-zone' };
    if (spans.length === MOST_BUCKETS) return { kind: 'too-many' };
    spans.push({ fromMs: atMs, toMs: nextMs });
    atMs = nextMs;
  }
  return { kind: 'buckets', spans };
}

function nextBoundary(atMs: number, size: BucketSize, zone: string): number {
  switch (size) {
    case '15m':
      return atMs + QUARTER_MS - positiveRest(atMs + offsetMsAt(zone, atMs), QUARTER_MS);
    case 'hour':
      return atMs + HOUR_MS - positiveRest(atMs + offsetMsAt(zone, atMs), HOUR_MS);
    case 'day':
      return instantOf(zone, { day: localTimeAt(zone, atMs).day + 1, minuteOfDay: 0 });
    case 'month':
      return instantOf(zone, { day: nextMonth(localTimeAt(zone, atMs).day), minuteOfDay: 0 });
    default:
      return unreachable(size);
  }
}

const positiveRest = (value: number, by: number): number => ((value % by) + by) % by;

/** The first day of the month after that of `day`. */
export function nextMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
}

/** The first day of the month of `day`. */
export function firstOfMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}
