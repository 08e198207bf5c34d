/** Which buckets a chart shows: those from the first to the last in which something happened. */

/** Fewer bars look like a fault of the chart. */
const LEAST = 4;

/**
 * @param happened whether something did in a bucket
 * @param end `now`: up to the last bucket, also if nothing happened in it
 */
export function withoutEmptyEnds<Bucket>(
  buckets: readonly Bucket[],
  happened: (bucket: Bucket) => boolean,
  end: 'data' | 'now' = 'data',
): Bucket[] {
  const first = buckets.findIndex(happened);
  if (first === -1) return buckets.slice(-LEAST);
  const until = end === 'now' ? buckets.length : buckets.findLastIndex(happened) + 1;
  const from = Math.max(0, Math.min(first, until - LEAST));
  return buckets.slice(from, Math.max(until, Math.min(buckets.length, from + LEAST)));
}
