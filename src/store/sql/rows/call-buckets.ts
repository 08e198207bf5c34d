/** Counters of calls by quarter of an hour, campaign and agent. */
import { DISPOSITIONS, type Disposition } from '../../../domain/calls/disposition.ts';
import { MONEY_DECIMALS } from '../../../domain/money.ts';
import type { CallCounts } from '../../../domain/statistics/call-counts.ts';

export const BUCKET_KEY = ['bucket_ms', 'campaign_id', 'agent_id'] as const;

const COUNTS = [
  'calls',
  'answered',
  'customer_rang',
  'bridged',
  'agent_ring_ms',
  'customer_ring_ms',
  'talk_ms',
] as const;
const MONEY = ['cost_whole', 'cost_rest'] as const;

/** The column that counts a disposition. */
const columnOf = (disposition: Disposition): string => disposition.replaceAll('-', '_');

export const BUCKET_SUMS: readonly string[] = [...COUNTS, ...MONEY, ...DISPOSITIONS.map(columnOf)];

export type BucketRow = Record<(typeof COUNTS)[number], number> &
  Record<(typeof MONEY)[number], string> &
  Record<string, unknown>;

/** The sums of a query. Fractions of money may exceed 2^53, so money is read as text. */
export const SELECT_SUMS = [
  ...[...COUNTS, ...DISPOSITIONS.map(columnOf)].map(
    (name) => `CAST(sum(${name}) AS BIGINT) AS ${name}`,
  ),
  ...MONEY.map((name) => `CAST(sum(${name}) AS TEXT) AS ${name}`),
].join(', ');

const WHOLE = 10n ** BigInt(MONEY_DECIMALS);

export function toCounts(row: BucketRow): CallCounts {
  const dispositions = DISPOSITIONS.map((each) => [each, row[columnOf(each)]]);
  return {
    calls: row.calls,
    answered: row.answered,
    customerRang: row.customer_rang,
    bridged: row.bridged,
    agentRingMs: row.agent_ring_ms,
    customerRingMs: row.customer_ring_ms,
    talkMs: row.talk_ms,
    cost: BigInt(row.cost_whole) * WHOLE + BigInt(row.cost_rest),
    dispositions: Object.fromEntries(dispositions) as CallCounts['dispositions'],
  };
}
