/** Which workflows must run: what a worker looks at in its turns. */
import { OVER_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type { WatchedWork, WorkflowStore } from '../../../workflows/workflow-store.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { UNTOUCHED } from '../../rows/call-rows.ts';
import {
  enabledEndpoints,
  isDeskWanted,
  openReconciliations,
  runningCampaigns,
} from '../../steps/workflows/workflow-lists.ts';

type Turn = Parameters<WorkflowStore['takeWatchTurn']>[0];

export function watchedWorkStore(
  db: Database,
): Pick<WorkflowStore, 'takeWatchTurn' | 'unfinishedAmong'> {
  return {
    async takeWatchTurn(turn) {
      if (!(await db.read((tx) => isFree(tx, turn)))) return undefined;
      const calls = await db.write(async (tx) => {
        if (!(await isFree(tx, turn))) return undefined;
        await forgetUnneeded(tx);
        const page = await nextCalls(tx, turn);
        tx.send('UPDATE installation SET watched_at_ms = :nowMs, watched_to = :to', {
          nowMs: turn.nowMs,
          to: page.length < turn.limit ? 0 : page.at(-1)!.id,
        });
        return page.map(({ ref }) => ref);
      });
      return calls && db.read((tx) => workOf(tx, turn, calls));
    },

    async unfinishedAmong(refs) {
      if (refs.length === 0) return [];
      const found = await db.all<{ ref: CallRef }>(
        `SELECT ref FROM calls WHERE ref IN (SELECT value FROM ${db.sql.texts(':refs')}) AND unfinished`,
        { refs: JSON.stringify(refs) },
      );
      return found.map(({ ref }) => ref);
    },
  };
}

async function isFree(tx: Tx, { nowMs, everyMs }: Turn): Promise<boolean> {
  const { atMs } = (await tx.get<{ atMs: number | null }>(
    'SELECT watched_at_ms AS at_ms FROM installation',
  ))!;
  // A clock that was set back must not end all turns.
  return atMs === null || nowMs - atMs >= everyMs || atMs > nowMs;
}

/** Behind the last one of the turn before; from the first one after the last page. */
function nextCalls(
  tx: Tx,
  { nowMs, graceMs, limit }: Turn,
): Promise<{ id: number; ref: CallRef }[]> {
  return tx.all(
    `SELECT id, ref FROM calls
     WHERE unfinished AND started_at_ms IS NOT NULL AND ${UNTOUCHED}
       AND id > (SELECT watched_to FROM installation)
     ORDER BY id LIMIT :limit`,
    { beforeMs: nowMs - graceMs, limit },
  );
}

/** A broken workflow whose work is done, or was called off, concerns nobody any more. */
async function forgetUnneeded(tx: Tx): Promise<void> {
  tx.send(
    `UPDATE broken_workflows SET is_broken = 0 WHERE is_broken = 1 AND (
       substr(workflow_id, 1, 5) = 'call.' AND NOT EXISTS (
         SELECT 1 FROM calls WHERE ref = substr(workflow_id, 6) AND unfinished)
       OR substr(workflow_id, 1, 9) = 'campaign.' AND NOT EXISTS (
         SELECT 1 FROM campaigns WHERE id = substr(workflow_id, 10)
           AND state NOT IN (${sqlList(['draft', ...OVER_STATES])}))
       OR substr(workflow_id, 1, 17) = 'webhook-endpoint.' AND NOT EXISTS (
         SELECT 1 FROM webhook_endpoints WHERE id = substr(workflow_id, 18) AND state = 'enabled')
       OR substr(workflow_id, 1, 15) = 'reconciliation.' AND NOT EXISTS (
         SELECT 1 FROM reconciliations WHERE id = substr(workflow_id, 16) AND state = 'open'))`,
  );
}

async function workOf(
  tx: Tx,
  { nowMs, graceMs, limit }: Turn,
  calls: CallRef[],
): Promise<WatchedWork> {
  const page = { limit, after: 0 };
  const beforeMs = nowMs - graceMs;
  const ids = <Id>(rows: readonly { id: Id }[]) => rows.map(({ id }) => id);
  return {
    calls,
    campaigns: ids(await runningCampaigns(tx, page)),
    reconciliations: ids(await openReconciliations(tx, { ...page, beforeMs })),
    endpoints: ids(await enabledEndpoints(tx)),
    deskWanted: await isDeskWanted(tx, nowMs),
  };
}
