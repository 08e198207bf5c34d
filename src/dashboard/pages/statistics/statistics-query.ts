/** What the page of statistics asks for, from its address. */
import type { Schemas } from '../../../client/client.ts';
import type { SpreadsheetForm } from '../../format/files/spreadsheet.ts';

const SIZES = ['15m', 'hour', 'day'] as const;
export type Size = (typeof SIZES)[number];

export const sizeOf = (text: string | null): Size => SIZES.find((size) => size === text) ?? 'hour';

type Bucket = Pick<
  Schemas['StatisticsBucket'],
  'local_from' | 'calls' | 'placed' | 'bridged' | 'asr' | 'talk_seconds' | 'cost' | 'agent_time'
>;

type Value = number | string | null | undefined;
const FIGURES: Record<string, (bucket: Bucket) => Value> = {
  calls: ({ calls }) => calls,
  placed: ({ placed }) => placed,
  talks: ({ bridged }) => bridged,
  asr: ({ asr }) => asr,
  talk_seconds: (bucket) => bucket.talk_seconds,
  busy_seconds: ({ agent_time: time }) => time?.busy_seconds,
  idle_seconds: ({ agent_time: time }) => time?.ready_seconds,
  paused_seconds: ({ agent_time: time }) => time?.paused_seconds,
  cost: ({ cost }) => cost,
};

/** The buckets as CSV (RFC 4180), for the spreadsheet of the reader: none of the fields needs quotes. */
export function bucketsAsCsv(
  buckets: readonly Bucket[],
  { delimiter }: Pick<SpreadsheetForm, 'delimiter'>,
): string {
  const [between, mark] = delimiter === 'semicolon' ? [';', ','] : [',', '.'];
  const number = (value: Value) => String(value ?? '').replace('.', mark);
  const lines = buckets.map((bucket) => [
    bucket.local_from,
    ...Object.values(FIGURES).map((figure) => number(figure(bucket))),
  ]);
  const head = ['from', ...Object.keys(FIGURES)];
  return [...[head, ...lines].map((line) => line.join(between)), ''].join('\r\n');
}

/** `statistics-CAMPAIGN-2026-11-01-to-2026-11-25.csv`, with the days of its first and last bucket. */
export function statisticsFileName(
  buckets: readonly Pick<Bucket, 'local_from'>[],
  campaignId: string | null,
): string {
  const days = [buckets[0], buckets.at(-1)].flatMap(
    (bucket) => bucket?.local_from.slice(0, 10) ?? [],
  );
  const parts = ['statistics', ...(campaignId === null ? [] : [campaignId])];
  return `${[...parts, [...new Set(days)].join('-to-')].join('-')}.csv`;
}

/** What the page is about. Its sections are about the same span, campaign and agent. */
export interface StatisticsSpan {
  /** Instants. */
  from: string;
  to: string;
  zone: string;
  campaign?: string;
  agent?: string;
}
