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

/** The turns of one campaign among those that want agents now. */
export class ClaimTurns {
  readonly #first: FairShare;
  readonly #others: readonly FairShare[];
  readonly #wants: boolean;

  private constructor(first: FairShare, others: readonly FairShare[], wants: boolean) {
    this.#first = first;
    this.#others = others;
    this.#wants = wants;
  }

  static async of(tx: Tx, row: CampaignRow, nowMs: number): Promise<ClaimTurns> {
    const others = await othersWanting(tx, row.id, nowMs);
    return new ClaimTurns(shareOf(row), others, row.wants_until_ms > nowMs);
  }

  /** The agents that are left to others after so many calls of this round. */
  leftAfter(calls: number): LeftToOthers {
    return leftToOthers(this.#wishing(this.#after(calls)), this.#others);
  }

  passAfter(calls: number): number {
    return this.#after(calls).pass;
  }

  #after(calls: number): FairShare {
    let share = this.#first;
    for (let call = 0; call < calls; call++) share = afterCall(this.#wishing(share));
    return share;
  }

  #wishing(share: FairShare): FairShare {
    return this.#wants ? share : rejoining(share, this.#others);
  }
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
