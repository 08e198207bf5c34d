import type { HourSample } from '../../../../domain/statistics/answers-by-place.ts';
import { HOUR_MS } from '../../../../domain/statistics/time-buckets.ts';
import {
  ANSWERS_READ,
  type CountedCalls,
  type StatisticsStore,
} from '../../../statistics/statistics-store.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Database, Params } from '../../engine/tx.ts';
import {
  countersWhere,
  IS_WITH_CARRIER,
  RANG_AGENT,
  SELECT_SUMS,
  toCounts,
  type BucketRow,
} from '../../rows/call-buckets.ts';
import { NOT_PLACED } from '../../../../domain/calls/disposition.ts';
import { sqlList } from '../../engine/sql-list.ts';

/** What did not ring an agent's phone is no agent's call. */
const AGENT_OF_CALL = `CASE WHEN ${RANG_AGENT} THEN agent_id ELSE '' END`;

/** `inOrder`: columns in which the counters are summed first. */
const GROUPS = {
  // Campaigns of a quarter of an hour stand beside each other.
  campaign: {
    column: 'campaign_id',
    table: 'campaigns',
    inOrder: { by: 'bucket_ms, campaign_id' },
  },
  agent: {
    column: 'agent_of_call',
    table: 'agents',
    inOrder: { by: `${AGENT_OF_CALL} AS agent_of_call`, groupBy: AGENT_OF_CALL },
  },
} as const;

export function statisticsStore(
  db: Database,
): Pick<StatisticsStore, 'callsByQuarter' | 'callsByGroup' | 'callsPlacedSince' | 'answersByHour'> {
  return {
    async callsByQuarter(which) {
      const { counted, params } = countedCalls(db.sql, which, { by: 'bucket_ms' });
      const rows = await db.all<BucketRow & { bucketMs: number }>(
        `SELECT bucket_ms, ${SELECT_SUMS} FROM ${counted}
         GROUP BY bucket_ms HAVING sum(calls) <> 0 ORDER BY bucket_ms`,
        params,
      );
      return rows.map((row) => ({ fromMs: row.bucketMs, counts: toCounts(row) }));
    },

    async callsByGroup({ by, limit, ...which }) {
      const { column, table, inOrder } = GROUPS[by];
      const { counted, params } = countedCalls(db.sql, which, inOrder);
      const rows = await db.all<BucketRow & { id: string; name: string | null }>(
        `SELECT sums.*, names.name AS name
         FROM (SELECT ${column} AS id, ${SELECT_SUMS} FROM ${counted}
               GROUP BY ${column} HAVING sum(calls) <> 0
               ORDER BY sum(calls) DESC, ${column} LIMIT :limit) AS sums
         LEFT JOIN ${table} AS names ON names.id = sums.id
         ORDER BY sums.calls DESC, sums.id`,
        { ...params, limit },
      );
      return rows.map((row) => ({ id: row.id, name: row.name, counts: toCounts(row) }));
    },

    async callsPlacedSince({ fromMs, toMs, campaignId, agentId }) {
      const conditions = [
        'placed_at_ms >= :fromMs AND placed_at_ms < :toMs',
        `(disposition IS NULL OR disposition NOT IN (${sqlList(NOT_PLACED)}))`,
        IS_WITH_CARRIER,
        ...(campaignId === undefined ? [] : ['campaign_id = :campaignId']),
        ...(agentId === undefined ? [] : ['agent_id = :agentId', RANG_AGENT]),
      ];
      const [row] = await db.all<{ calls: number }>(
        `SELECT count(*) AS calls FROM calls WHERE ${conditions.join(' AND ')}`,
        {
          fromMs,
          toMs,
          ...(campaignId !== undefined && { campaignId }),
          ...(agentId !== undefined && { agentId }),
        },
      );
      return row!.calls;
    },

    async answersByHour(which) {
      return answersByHour(db, which);
    },
  };
}

export async function answersByHour(
  db: Pick<Database, 'all'>,
  { by, fromMs, toMs, campaignId }: Parameters<StatisticsStore['answersByHour']>[0],
): Promise<HourSample[]> {
  const ofCampaign = campaignId === undefined ? '' : 'AND campaign_id = :campaignId';
  return db.all<HourSample>(
    `SELECT ${ANSWER_KEYS[by]} AS key, placed_at_ms - placed_at_ms % ${HOUR_MS} AS hour_ms,
            count(*) AS tried, CAST(sum(bridged) AS BIGINT) AS answered
     FROM (SELECT campaign_id, contact, number, placed_at_ms, bridged FROM calls
           WHERE placed_at_ms >= :fromMs AND placed_at_ms < :toMs AND answered = 1 ${ofCampaign}
           ORDER BY placed_at_ms DESC LIMIT ${ANSWERS_READ}) AS placed
     GROUP BY 1, 2`,
    { fromMs, toMs, ...(campaignId !== undefined && { campaignId }) },
  );
}

/** SQL of what the calls `placed` are grouped by. Erased numbers have no prefix. */
const ANSWER_KEYS = {
  area: `(SELECT area FROM contacts WHERE contacts.campaign_id = placed.campaign_id AND contacts.position = placed.contact)`,
  prefix: `CASE WHEN number LIKE '+%' THEN substr(number, 1, length(number) - 4) END`,
} as const;

/** Only the conditions that are asked for, so that an index serves. */
function countedCalls(
  sql: Dialect,
  { fromMs, toMs, campaignId, agentId }: CountedCalls,
  by: { by: string; groupBy?: string },
): { counted: string; params: Params } {
  const conditions = ['bucket_ms >= :fromMs AND bucket_ms < :toMs'];
  if (campaignId !== undefined) conditions.push('campaign_id = :campaignId');
  if (agentId !== undefined) conditions.push('agent_id = :agentId', RANG_AGENT);
  return {
    counted: countersWhere(sql, { ...by, where: conditions.join(' AND ') }),
    params: {
      fromMs,
      toMs,
      ...(campaignId !== undefined && { campaignId }),
      ...(agentId !== undefined && { agentId }),
    },
  };
}
