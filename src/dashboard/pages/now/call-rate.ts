interface Bucket {
  from: string;
  to: string;
  placed: number;
}

export interface CallRate {
  perMinute: number;
  /** Of which it is the mean. */
  seconds: number;
}

/** Shorter spans say little. */
const LEAST_MINUTES = 1;

/**
 * Calls placed in the running quarter of an hour and the one before it. The API counts by quarters.
 * @returns undefined while nothing is known
 */
export function callRate(buckets: readonly Bucket[], nowMs: number): CallRate | undefined {
  const past = buckets.filter(({ from }) => Date.parse(from) <= nowMs);
  const last = past.slice(-2);
  if (last.length === 0) return undefined;
  const end = Math.min(nowMs, Date.parse(last.at(-1)!.to));
  const minutes = Math.max(LEAST_MINUTES, (end - Date.parse(last[0]!.from)) / 60_000);
  const placed = last.reduce((sum, bucket) => sum + bucket.placed, 0);
  return { perMinute: placed / minutes, seconds: minutes * 60 };
}

const HOUR_MS = 3_600_000;

/** From when the calls are needed for the rate. It changes once an hour, so that the same request is repeated. */
export const rateSince = (nowMs: number): string =>
  new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS).toISOString();

/** Fewer bars look like a fault of the chart. */
const LEAST_BUCKETS = 12;

/** Without the empty night before the first call. */
export function sinceFirstCall<Each extends Bucket>(buckets: readonly Each[]): Each[] {
  const first = buckets.findIndex(({ placed }) => placed > 0);
  const most = Math.max(0, buckets.length - LEAST_BUCKETS);
  return buckets.slice(first === -1 ? most : Math.min(first, most));
}
