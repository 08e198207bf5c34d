/** Which agents a campaign leaves to others that want them too (`domain/campaigns/fair-share`). */
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../../engine/sql-list.ts';
import {
  afterCall,
  isNext,
  rejoining,
  type FairShare,
  type Passes,
} from '../../../../domain/campaigns/fair-share.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** If the dispatcher of a campaign dies, its wish keeps agents from the others for this long. */
const WANTS_FOR_MS = 3_000;

function shareOf(row: CampaignRow): FairShare {
  const { priority, weight, agents } = policyOf(row);
  return {
    serial: row.serial,
    priority,
    weight,
    passes: JSON.parse(row.passes) as Passes,
    pool: agents.pool,
  };
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
  #now: FairShare;

  private constructor(first: FairShare, others: readonly FairShare[]) {
    this.#first = first;
    this.#others = others;
    this.#now = first;
  }

  static async of(tx: Tx, row: CampaignRow, nowMs: number): Promise<ClaimTurns> {
    const others = await othersWanting(tx, row.id, nowMs);
    const share = shareOf(row);
    return new ClaimTurns(row.wants_until_ms > nowMs ? share : rejoining(share, others), others);
  }

  /** Whether an agent of the campaign, who is in these pools, is not left to another campaign. */
  mayTake(pools: readonly string[]): boolean {
    return isNext(this.#now, this.#others, pools);
  }

  took(pools: readonly string[]): void {
    this.#now = afterCall(this.#now, this.#others, pools);
  }

  /** The passes after one call of this round for each of these agents' pools. */
  passesAfter(calls: readonly (readonly string[])[]): Passes {
    const after = (share: FairShare, pools: readonly string[]) =>
      afterCall(share, this.#others, pools);
    return calls.reduce(after, this.#first).passes;
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
  const { passes } = begins ? rejoining(known, await othersWanting(tx, row.id, nowMs)) : known;
  await tx.run(
    'UPDATE campaigns SET passes = :passes, wants_until_ms = :wantsUntilMs WHERE id = :id',
    { id: row.id, passes: JSON.stringify(passes), wantsUntilMs },
  );
}
