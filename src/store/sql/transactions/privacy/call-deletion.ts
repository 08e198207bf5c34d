/** Deletes calls with all that belongs to them. What others still count of them is kept first. */
import type { CampaignId } from '../../../../domain/ids.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import type { FinishedCall } from '../../steps/privacy/finished-calls.ts';
import { digestOf, type SealedRow } from '../decisions/sealed-placement.ts';

export async function deleteCalls(tx: Tx, calls: readonly FinishedCall[]): Promise<void> {
  await keepSums(tx, calls);
  await keepDigests(tx, calls);
  const refs = rowsAsJson(calls.map(({ ref }) => ref));
  const ids = rowsAsJson(calls.flatMap(({ carrierCallId }) => carrierCallId ?? []));
  const ofRefs = `IN (SELECT value FROM ${tx.sql.texts(':refs')})`;
  tx.send(
    `DELETE FROM recording_deliveries WHERE id IN (
       SELECT id FROM recording_deliveries WHERE ref ${ofRefs}
       UNION SELECT id FROM recording_deliveries
             WHERE carrier_call_id IN (SELECT value FROM ${tx.sql.texts(':ids')}))`,
    { refs, ids },
  );
  for (const table of ['unreadable_webhooks', 'inbox', 'timeline', 'dials', 'placements'])
    tx.send(`DELETE FROM ${table} WHERE ref ${ofRefs}`, { refs });
  tx.send(`UPDATE callbacks SET call_ref = NULL WHERE call_ref ${ofRefs}`, { refs });
  tx.send(`DELETE FROM calls WHERE ref ${ofRefs}`, { refs });
  tx.send(`UPDATE installation SET deleted_to_ms = :toMs WHERE deleted_to_ms < :toMs`, {
    toMs: Math.max(...calls.map(endOf)) + 1,
  });
}

/** When its agent was ready again, and its end is over. */
const endOf = ({ endedAtMs, agentFreedAtMs, wrapUpMs }: FinishedCall): number =>
  Math.max(endedAtMs ?? 0, agentFreedAtMs ?? 0) + wrapUpMs;

/** Money is split as in the tallies, whose sums it explains. */
async function keepSums(tx: Tx, calls: readonly FinishedCall[]): Promise<void> {
  tx.send(
    `INSERT INTO archived_calls (campaign_id, calls, cost_whole, cost_rest, first_placed_at_ms)
     SELECT campaign_id, count(*), sum(coalesce(cost, 0) / 10000000000), sum(coalesce(cost, 0) % 10000000000),
            min(placed_at_ms) FILTER (WHERE disposition <> 'not-dialled')
     FROM calls WHERE ref IN (SELECT value FROM ${tx.sql.texts(':refs')}) GROUP BY campaign_id
     ON CONFLICT (campaign_id) DO UPDATE SET calls = archived_calls.calls + excluded.calls,
       cost_whole = archived_calls.cost_whole + excluded.cost_whole,
       cost_rest = archived_calls.cost_rest + excluded.cost_rest,
       first_placed_at_ms = CASE WHEN excluded.first_placed_at_ms >= archived_calls.first_placed_at_ms
         THEN archived_calls.first_placed_at_ms
         ELSE coalesce(excluded.first_placed_at_ms, archived_calls.first_placed_at_ms) END`,
    { refs: rowsAsJson(calls.map(({ ref }) => ref)) },
  );
}

async function keepDigests(tx: Tx, calls: readonly FinishedCall[]): Promise<void> {
  const rows = await tx.all<SealedRow & { campaignId: CampaignId }>(
    `SELECT placements.id, placements.ref, placements.placement, intent_at_ms, zone_rules, decision, campaign_id
     FROM placements JOIN calls ON calls.ref = placements.ref
     WHERE placements.ref IN (SELECT value FROM ${tx.sql.texts(':refs')})`,
    { refs: rowsAsJson(calls.map(({ ref }) => ref)) },
  );
  const digests = rows.map((row) => ({
    id: row.id,
    campaign: row.campaignId,
    digest: digestOf(row),
  }));
  tx.send(
    `INSERT INTO archived_placements (id, campaign_id, digest)
     SELECT CAST(value ->> 'id' AS BIGINT), value ->> 'campaign', value ->> 'digest'
     FROM ${tx.sql.objects(':digests')}`,
    { digests: rowsAsJson(digests) },
  );
}
