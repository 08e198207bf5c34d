/** Counters of ended calls by quarter of an hour, campaign, agent and disposition; and live calls in the same form. */
import { AGENT_RANG, DISPOSITIONS, type Disposition } from '../../../domain/calls/disposition.ts';
import { MONEY_DECIMALS } from '../../../domain/money.ts';
import type { CallCounts } from '../../../domain/statistics/call-counts.ts';
import { QUARTER_MS } from '../../../domain/statistics/time-buckets.ts';
import type { Dialect } from '../engine/dialect.ts';
import { columnOf } from '../engine/row-names.ts';
import { sqlList } from '../engine/sql-list.ts';

export const BUCKET_KEY = ['bucketMs', 'campaignId', 'agentId', 'disposition'] as const;

const COUNTS = [
  'calls',
  'answered',
  'customerRang',
  'bridged',
  'agentRingMs',
  'customerRingMs',
  'talkMs',
] as const;
const MONEY = ['costWhole', 'costRest'] as const;

export const BUCKET_SUMS: readonly string[] = [...COUNTS, ...MONEY];

const WHOLE = 10n ** BigInt(MONEY_DECIMALS);

const sumsOf = (figures: readonly string[]): string =>
  figures.map((name) => `sum(${columnOf(name)}) AS ${columnOf(name)}`).join(', ');
const ENDS = DISPOSITIONS.map(
  (each) => `coalesce(sum(calls) FILTER (WHERE disposition = '${each}'), 0) AS "${each}"`,
).join(', ');

/** What is counted in `table`, in a row for each combination of the columns `by`. */
const counted = (table: string, { by, groupBy, where }: Required<Counted>): string =>
  `SELECT ${by}, ${sumsOf(BUCKET_SUMS)}, ${ENDS} FROM ${table} WHERE ${where} GROUP BY ${groupBy}`;

/**
 * SQL, of counters and of calls that were placed: the call rang its agent's phone, so that it is a call of the agent (`agentRang`). A
 * live one rings it first.
 */
export const RANG_AGENT = `coalesce(disposition, '') IN ('', ${sqlList(AGENT_RANG)})`;

/** SQL: a call that waits after a refusal, or for its first POST, is not with the carrier. */
export const IS_WITH_CARRIER = `state NOT IN ('claimed', 'waiting')`;

interface Counted {
  by: string;
  /** Where `by` is an expression with a name: the expression. */
  groupBy?: string;
  /** Conditions on the columns of the key. */
  where: string;
}

/** No index has these expressions, so that the one of live calls is read, which are few. A call that was not placed has no bucket. */
const liveCalls = (sql: Dialect): string => `(
  SELECT placed_at_ms - placed_at_ms % ${QUARTER_MS} AS bucket_ms, coalesce(campaign_id, '') AS campaign_id,
    coalesce(agent_id, '') AS agent_id, '' AS disposition, 1 AS calls, answered, customer_rang, bridged, coalesce(agent_ring_ms, 0) AS agent_ring_ms,
    coalesce(customer_ring_ms, 0) AS customer_ring_ms, coalesce(talk_ms, 0) AS talk_ms,
    coalesce(cost, 0) / ${WHOLE} AS cost_whole, coalesce(cost, 0) % ${WHOLE} AS cost_rest
  FROM calls
  WHERE ${sql.live()} AND disposition IS NULL AND ${IS_WITH_CARRIER}) AS live`;

/**
 * A query of the counters, of their changes that are not folded yet, and of the live calls that were placed: up to three rows for
 * each combination of the columns `by`. The counters are summed before they are joined: what SQLite reads in the order of a key it
 * does not sort.
 */
export const countersWhere = (sql: Dialect, { by, groupBy = by, where }: Counted): string =>
  `(${['call_buckets', 'call_bucket_deltas', liveCalls(sql)]
    .map((table) => counted(table, { by, groupBy, where }))
    .join(' UNION ALL ')}) AS parts`;

export type BucketRow = Record<(typeof COUNTS)[number], number> &
  Record<(typeof MONEY)[number], string> &
  Record<Disposition, number>;

const sumAs = (column: string, type: string): string =>
  `CAST(sum("${column}") AS ${type}) AS "${column}"`;

/** The sums of a query. Fractions of money may exceed 2^53, so money is read as text. */
export const SELECT_SUMS = [
  ...[...COUNTS, ...DISPOSITIONS].map((name) => sumAs(columnOf(name), 'BIGINT')),
  ...MONEY.map((name) => sumAs(columnOf(name), 'TEXT')),
].join(', ');

export function toCounts(row: BucketRow): CallCounts {
  const dispositions = DISPOSITIONS.map((each) => [each, row[each]]);
  return {
    calls: row.calls,
    answered: row.answered,
    customerRang: row.customerRang,
    bridged: row.bridged,
    agentRingMs: row.agentRingMs,
    customerRingMs: row.customerRingMs,
    talkMs: row.talkMs,
    cost: BigInt(row.costWhole) * WHOLE + BigInt(row.costRest),
    dispositions: Object.fromEntries(dispositions) as CallCounts['dispositions'],
  };
}
