/** Which agents a campaign leaves to others that want them too (`domain/campaigns/fair-share`). */
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../../engine/sql-list.ts';
import {
  afterCall,
  compareTurns,
  isNext,
  rejoining,
  type FairShare,
  type Passes,
} from '../../../../domain/campaigns/fair-share.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import {
  lockCampaigns,
  policyOf,
  WANTS_AGENTS,
  type CampaignRow,
} from '../../rows/campaign-rows.ts';
import { isInPool } from '../../../../domain/agents/agent.ts';
import type { Tx } from '../../engine/tx.ts';

/** If the dispatcher of a campaign dies, its wish keeps agents from the others for this long. */
const WANTS_AGENTS_FOR_MS = 3_000;

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

/** Campaigns that wanted an agent in their last round. */
export const campaignsWantingAgents = (tx: Tx, nowMs: number): Promise<CampaignRow[]> =>
  tx.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE ${WANTS_AGENTS} AND state IN (${sqlList(DIALLING_STATES)})`,
    { nowMs },
  );

const sharesOfOthers = (rows: readonly CampaignRow[], id: CampaignId): FairShare[] =>
  rows.filter((row) => row.id !== id).map(shareOf);

const othersWanting = async (tx: Tx, id: CampaignId, nowMs: number): Promise<FairShare[]> =>
  sharesOfOthers(await campaignsWantingAgents(tx, nowMs), id);

/** The campaigns that may use an agent in these pools, in the order of their turns. */
export function inTurn(rows: readonly CampaignRow[], pools: readonly string[]): CampaignRow[] {
  return rows
    .map((row) => ({ row, share: shareOf(row) }))
    .filter(({ share }) => isInPool({ pools }, share.pool))
    .toSorted((one, other) => compareTurns(one.share, other.share, pools))
    .map(({ row }) => row);
}

function shareAmong(row: CampaignRow, others: readonly FairShare[], nowMs: number): FairShare {
  const share = shareOf(row);
  return row.wantsAgentsUntilMs > nowMs ? share : rejoining(share, others);
}

/** The turns of one campaign among those that want agents now. */
export class ClaimTurns {
  readonly #others: readonly FairShare[];
  readonly #nowMs: number;
  #now: FairShare;

  private constructor(row: CampaignRow, others: readonly FairShare[], nowMs: number) {
    this.#others = others;
    this.#nowMs = nowMs;
    this.#now = shareAmong(row, others, nowMs);
  }

  static async of(tx: Tx, row: CampaignRow, nowMs: number): Promise<ClaimTurns> {
    return ClaimTurns.among(await campaignsWantingAgents(tx, nowMs), row, nowMs);
  }

  /** @param wanting the campaigns that want agents, with or without this one */
  static among(wanting: readonly CampaignRow[], row: CampaignRow, nowMs: number): ClaimTurns {
    return new ClaimTurns(row, sharesOfOthers(wanting, row.id), nowMs);
  }

  /** Whether an agent of the campaign, who is in these pools, is not left to another campaign. */
  mayTake(pools: readonly string[]): boolean {
    return isNext(this.#now, this.#others, pools);
  }

  took(pools: readonly string[]): void {
    this.#now = afterCall(this.#now, this.#others, pools);
  }

  /**
   * The passes after one call for each of these agents' pools. Calls that others claimed for the campaign meanwhile count too, so
   * it has its next turn later: it is ahead by as many calls at most as were claimed at one moment.
   * @param locked the campaign's row, which nobody else changes any more
   */
  passesAfter(locked: CampaignRow, calls: readonly (readonly string[])[]): Passes {
    const before = shareAmong(locked, this.#others, this.#nowMs);
    return calls.reduce((share, pools) => afterCall(share, this.#others, pools), before).passes;
  }
}

/** Stores that the campaign wants no agent, so that others do not wait for it. */
export async function noteWantsNoAgent(tx: Tx, id: CampaignId): Promise<void> {
  tx.send('UPDATE campaigns SET wants_agents_until_ms = 0 WHERE id = :id', { id });
}

/**
 * Stores whether the campaign would have taken another agent.
 * @param untilMs when its dispatcher tries again; null: in its next round
 */
export async function noteWantsAgents(
  tx: Tx,
  row: CampaignRow,
  { wantsAgents, untilMs, nowMs }: { wantsAgents: boolean; untilMs: number | null; nowMs: number },
): Promise<void> {
  if (!wantsAgents) {
    if (row.wantsAgentsUntilMs !== 0) await noteWantsNoAgent(tx, row.id);
    return;
  }
  const wantsAgentsUntilMs = Math.max(nowMs, untilMs ?? 0) + WANTS_AGENTS_FOR_MS;
  // Not written in every round, because each write is a flush of the disk.
  if (wantsAgentsUntilMs - row.wantsAgentsUntilMs < WANTS_AGENTS_FOR_MS / 2) return;
  if (row.wantsAgentsUntilMs <= nowMs) await rejoin(tx, row.id, nowMs);
  tx.send('UPDATE campaigns SET wants_agents_until_ms = :wantsAgentsUntilMs WHERE id = :id', {
    id: row.id,
    wantsAgentsUntilMs,
  });
}

/** From the row as it is when it is locked: ends of calls may have claimed for the campaign since it was read. */
async function rejoin(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  const locked = (await lockCampaigns(tx, [id])).get(id)!;
  const { passes } = rejoining(shareOf(locked), await othersWanting(tx, id, nowMs));
  tx.send('UPDATE campaigns SET passes = :passes WHERE id = :id', {
    id,
    passes: JSON.stringify(passes),
  });
}
