import type { CountedCalls, StatisticsStore } from '../../../statistics/statistics-store.ts';
import type { Database, Params } from '../../engine/tx.ts';
import { countersWhere, SELECT_SUMS, toCounts, type BucketRow } from '../../rows/call-buckets.ts';

/** `inOrder`: columns in which the counters are summed first. */
const GROUPS = {
  // Campaigns of a quarter of an hour stand beside each other.
  campaign: { column: 'campaign_id', table: 'campaigns', inOrder: 'bucket_ms, campaign_id' },
  agent: { column: 'agent_id', table: 'agents', inOrder: 'agent_id' },
} as const;

export function statisticsStore(
  db: Database,
): Pick<StatisticsStore, 'callsByQuarter' | 'callsByGroup'> {
  return {
    async callsByQuarter(which) {
      const { counted, params } = countedCalls(which, 'bucket_ms');
      const rows = await db.all<BucketRow & { bucketMs: number }>(
        `SELECT bucket_ms, ${SELECT_SUMS} FROM ${counted}
         GROUP BY bucket_ms HAVING sum(calls) <> 0 ORDER BY bucket_ms`,
        params,
      );
      return rows.map((row) => ({ fromMs: row.bucketMs, counts: toCounts(row) }));
    },

    async callsByGroup({ by, limit, ...which }) {
      const { column, table, inOrder } = GROUPS[by];
      const { counted, params } = countedCalls(which, inOrder);
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
  };
}

/** Only the conditions that are asked for, so that an index serves. */
function countedCalls(
  { fromMs, toMs, campaignId, agentId }: CountedCalls,
  by: string,
): { counted: string; params: Params } {
  const conditions = ['bucket_ms >= :fromMs AND bucket_ms < :toMs'];
  if (campaignId !== undefined) conditions.push('campaign_id = :campaignId');
  if (agentId !== undefined) conditions.push('agent_id = :agentId');
  return {
    counted: countersWhere(by, conditions.join(' AND ')),
    params: {
      fromMs,
      toMs,
      ...(campaignId !== undefined && { campaignId }),
      ...(agentId !== undefined && { agentId }),
    },
  };
}
