/** What must have a workflow. */
import { OVER_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import type { CampaignId, ReconciliationId } from '../../../../domain/ids.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Tx } from '../../engine/tx.ts';

interface Page {
  limit: number;
  /** Serial of the last one before the page. */
  after: number;
}

export const runningCampaigns = (
  tx: Tx,
  { limit, after }: Page,
): Promise<{ id: CampaignId; serial: number }[]> =>
  tx.all(
    `SELECT id, serial FROM campaigns
     WHERE state NOT IN (${sqlList(['draft', ...OVER_STATES])}) AND serial > :after
     ORDER BY serial LIMIT :limit`,
    { limit, after },
  );

export const openReconciliations = (
  tx: Tx,
  { beforeMs, limit, after }: Page & { beforeMs: number },
): Promise<{ id: ReconciliationId; serial: number }[]> =>
  tx.all(
    `SELECT id, serial FROM reconciliations
     WHERE state = 'open' AND asked_at_ms <= :beforeMs AND serial > :after
     ORDER BY serial LIMIT :limit`,
    { beforeMs, limit, after },
  );

/** Only recordings that are due now. Later ones would wake the desk in vain every minute. */
export async function isDeskWanted(tx: Tx, nowMs: number): Promise<boolean> {
  const due = `SELECT 1 FROM calls WHERE recording = 'wanted' AND recording_due_at_ms <= :nowMs LIMIT 1`;
  return (await tx.get(due, { nowMs })) !== undefined;
}

export const enabledEndpoints = (tx: Pick<Tx, 'all'>): Promise<{ id: string }[]> =>
  tx.all(`SELECT id FROM webhook_endpoints WHERE state = 'enabled' ORDER BY serial`);
