/** Which agents a campaign leaves to others that want them too (`domain/campaigns/fair-share`). */
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../../engine/sql-list.ts';
import {
  rejoining,
  leftToOthers,
  afterCall,
  type LeftToOthers,
  type FairShare,
} from '../../../../domain/campaigns/fair-share.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** If the dispatcher of a campaign dies, its wish keeps agents from the others for this long. */
const WANTS_FOR_MS = 3_000;

function shareOf(row: CampaignRow): FairShare {
  const { priority, weight, agents } = policyOf(row);
  return { serial: row.serial, priority, weight, pass: row.pass, pool: agents.pool };
}

/** Other campaigns that wanted an agent in their last round. */
async function othersWanting(tx: Tx, id: CampaignId, nowMs: number): Promise<FairShare[]> {
  return (
    await tx.all<CampaignRow>(
      `SELECT * FROM campaigns
       WHERE wants_until_ms > 0 AND wants_until_ms > :nowMs
         AND state IN (${sqlList(DIALLING_STATES)}) AND id <> :id`,
      { id, nowMs },
    )
  ).map(shareOf);
}

export interface ClaimTurn {
  left: LeftToOthers;
  /** Must be called for each claimed call. */
  noteCall: () => Promise<void>;
}

/** The share of a campaign among those that want agents now. */
export async function fairShareOf(tx: Tx, row: CampaignRow, nowMs: number): Promise<ClaimTurn> {
  const others = await othersWanting(tx, row.id, nowMs);
  const known = shareOf(row);
  const share = row.wants_until_ms > nowMs ? known : rejoining(known, others);
  return {
    left: leftToOthers(share, others),
    noteCall: async () => {
      const { pass } = afterCall(share);
      await tx.run('UPDATE campaigns SET pass = :pass WHERE id = :id', { id: row.id, pass });
    },
  };
}

/**
 * Stores whether the campaign would have taken another agent.
 * @param untilMs when its dispatcher tries again; null: in its next round
 */
export async function noteWants(
  tx: Tx,
  row: CampaignRow,
  { wants, untilMs, nowMs }: { wants: boolean; untilMs: number | null; nowMs: number },
): Promise<void> {
  if (!wants) {
    if (row.wants_until_ms === 0) return;
    await tx.run('UPDATE campaigns SET wants_until_ms = 0 WHERE id = :id', { id: row.id });
    return;
  }
  const known = shareOf(row);
  const wantsUntilMs = Math.max(nowMs, untilMs ?? 0) + WANTS_FOR_MS;
  // Not written in every round, because each write is a flush of the disk.
  if (wantsUntilMs - row.wants_until_ms < WANTS_FOR_MS / 2) return;
  const begins = row.wants_until_ms <= nowMs;
  const { pass } = begins ? rejoining(known, await othersWanting(tx, row.id, nowMs)) : known;
  await tx.run('UPDATE campaigns SET pass = :pass, wants_until_ms = :wantsUntilMs WHERE id = :id', {
    id: row.id,
    pass,
    wantsUntilMs,
  });
}
