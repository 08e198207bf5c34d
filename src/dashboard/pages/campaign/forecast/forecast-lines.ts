/** The calls of a campaign over time: what the forecast expected, and what really happened. */
import type { Schemas } from '../../../../client/client.ts';

type Forecast = NonNullable<Schemas['Forecast']['forecast']>;
type Bucket = Pick<Schemas['StatisticsBucket'], 'from' | 'to' | 'placed'>;

export interface ForecastLines {
  atMs: number[];
  low: number[];
  median: number[];
  high: number[];
  /** Null: later than now, or than the end of the campaign. */
  actual: (number | null)[];
}

/** Points of a forecast that goes on behind the last figures. */
const STEPS_AHEAD = 24;

/**
 * The forecast names its begin, its end and the calls in all. Between them it is drawn as straight lines: the low one ends
 * late with few calls, the high one early with many.
 */
export function forecastLines(
  forecast: Pick<Forecast, 'start_at' | 'first_dial_at' | 'finished_at' | 'calls'>,
  buckets: readonly Bucket[],
  nowMs: number,
): ForecastLines | null {
  const { first_dial_at: first, start_at: start, finished_at: end, calls } = forecast;
  if (!end) return null;
  const beginMs = Date.parse(first ?? start);
  const endMs = Date.parse(end.high);
  const past = cumulated(buckets, { beginMs: Date.parse(start), nowMs });
  const fromMs = Math.min(beginMs, past.at(0)?.atMs ?? beginMs);
  const lastMs = past.at(-1)?.atMs ?? fromMs;
  const behindMs = Math.max(lastMs, fromMs);
  const ahead = Array.from(
    { length: STEPS_AHEAD },
    (_, step) => behindMs + ((endMs - behindMs) * (step + 1)) / STEPS_AHEAD,
  ).filter((atMs) => atMs > behindMs);
  const atMs = [...past.map((point) => point.atMs), ...ahead];
  if (past.length === 0) atMs.unshift(fromMs);
  const line = (total: number, doneAt: string) => {
    const lengthMs = Math.max(1, Date.parse(doneAt) - beginMs);
    return atMs.map((ms) => total * Math.min(1, Math.max(0, (ms - beginMs) / lengthMs)));
  };
  return {
    atMs,
    low: line(calls.low, end.high),
    median: line(calls.median, end.median),
    high: line(calls.high, end.low),
    actual: atMs.map((_ms, index) => past[index]?.calls ?? null),
  };
}

/** From the bucket before the first call on, at the ends of buckets. */
function cumulated(
  buckets: readonly Bucket[],
  { beginMs, nowMs }: { beginMs: number; nowMs: number },
) {
  const first = buckets.findIndex(({ placed }) => placed > 0);
  if (first === -1) return [];
  const { from, to } = buckets[first]!;
  // The campaign may have been started within the first bucket.
  const startMs = Math.max(Date.parse(from), beginMs);
  const points = [
    { atMs: startMs < Math.min(nowMs, Date.parse(to)) ? startMs : Date.parse(from), calls: 0 },
  ];
  for (const { to: end, placed } of buckets.slice(first)) {
    const last = points.at(-1)!;
    points.push({ atMs: Math.min(nowMs, Date.parse(end)), calls: last.calls + placed });
  }
  return points;
}
