/** What the page of statistics asks for, from its address. */
import type { Schemas } from '../../../client/client.ts';

export const SIZES = ['15m', 'hour', 'day'] as const;
export type Size = (typeof SIZES)[number];

export const sizeOf = (text: string | null): Size => SIZES.find((size) => size === text) ?? 'hour';

type Bucket = Pick<
  Schemas['StatisticsBucket'],
  'local_from' | 'calls' | 'placed' | 'bridged' | 'asr' | 'talk_seconds' | 'cost' | 'agent_time'
>;

const HEAD =
  'from,calls,placed,talks,asr,talk_seconds,busy_seconds,idle_seconds,paused_seconds,cost';

/** The buckets as CSV (RFC 4180): none of the fields needs quotes. */
export function bucketsAsCsv(buckets: readonly Bucket[]): string {
  const lines = buckets.map(({ agent_time: time, ...bucket }) =>
    [
      bucket.local_from,
      bucket.calls,
      bucket.placed,
      bucket.bridged,
      bucket.asr ?? '',
      bucket.talk_seconds,
      time?.busy_seconds ?? '',
      time?.ready_seconds ?? '',
      time?.paused_seconds ?? '',
      bucket.cost,
    ].join(','),
  );
  return [HEAD, ...lines, ''].join('\r\n');
}
