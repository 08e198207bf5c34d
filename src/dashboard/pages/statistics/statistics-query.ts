/** What the page of statistics asks for, from its address. */
import type { Schemas } from '../../../client/client.ts';
import type { FigureName } from '../../../domain/figures/figures.ts';
import { EXCEL_FORMS, type ExcelName } from '../../../domain/spreadsheets/excel-forms.ts';
import { fileWord } from '../../../domain/spreadsheets/file-word.ts';

const SIZES = ['15m', 'hour', 'day'] as const;
export type Size = (typeof SIZES)[number];

export const sizeOf = (text: string | null): Size => SIZES.find((size) => size === text) ?? 'hour';

type Bucket = Pick<
  Schemas['StatisticsBucket'],
  | 'local_from'
  | 'calls'
  | 'placed'
  | 'agent_rang'
  | 'answered'
  | 'customer_rang'
  | 'bridged'
  | 'asr'
  | 'talk_seconds'
  | 'cost'
  | 'agent_time'
>;

type Value = number | string | null | undefined;
/** By the names that the API and the reports have. */
const COLUMNS: Partial<Record<FigureName, (bucket: Bucket) => Value>> = {
  calls: ({ calls }) => calls,
  placed: ({ placed }) => placed,
  agent_rang: (bucket) => bucket.agent_rang,
  answered: ({ answered }) => answered,
  customer_rang: (bucket) => bucket.customer_rang,
  bridged: ({ bridged }) => bridged,
  asr: ({ asr }) => asr,
  talk_seconds: (bucket) => bucket.talk_seconds,
  busy_seconds: ({ agent_time: time }) => time?.busy_seconds,
  ready_seconds: ({ agent_time: time }) => time?.ready_seconds,
  paused_seconds: ({ agent_time: time }) => time?.paused_seconds,
  cost: ({ cost }) => cost,
};

/** The buckets as CSV (RFC 4180) for Excel, which knows UTF-8 by a first mark: none of the fields needs quotes. */
export function bucketsAsCsv(buckets: readonly Bucket[], excel: ExcelName): string {
  const { delimiter, decimal } = EXCEL_FORMS[excel];
  const between = delimiter === 'semicolon' ? ';' : ',';
  const mark = decimal === 'comma' ? ',' : '.';
  const number = (value: Value) => String(value ?? '').replace('.', mark);
  const lines = buckets.map((bucket) => [
    bucket.local_from.replace('T', ' '),
    ...Object.values(COLUMNS).map((figure) => number(figure(bucket))),
  ]);
  const head = ['from', ...Object.keys(COLUMNS)];
  return `\uFEFF${[...[head, ...lines].map((line) => line.join(between)), ''].join('\r\n')}`;
}

/** `statistics-Spring-offers-2026-11-01-to-2026-11-25.csv`, with the days of its first and last bucket. */
export function statisticsFileName(
  buckets: readonly Pick<Bucket, 'local_from'>[],
  campaign: string | null,
): string {
  const days = [buckets[0], buckets.at(-1)].flatMap(
    (bucket) => bucket?.local_from.slice(0, 10) ?? [],
  );
  const parts = ['statistics', fileWord(campaign ?? ''), [...new Set(days)].join('-to-')];
  return `${parts.filter((part) => part !== '').join('-')}.csv`;
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
