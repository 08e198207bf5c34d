/** The claim of calls for all free agents that a campaign may use. */
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { TakenClaim } from './claim.ts';
import type { Claimant } from './claims-allowed.ts';
import { ClaimTurns } from './fair-share.ts';
import { FreeAgents } from './free-agents.ts';
import { takeCalls } from './take-calls.ts';

/** @param wanting the campaigns that want agents */
export async function takeForCampaign(
  tx: Tx,
  claimant: Claimant,
  { most, wanting, nowMs }: { most: number; wanting: readonly CampaignRow[]; nowMs: number },
): Promise<TakenClaim> {
  if (most === 0) return new TakenClaim(tx, { taken: null });
  const { campaign, policy } = claimant;
  const turns = ClaimTurns.among(wanting, campaign, nowMs);
  const agents = new FreeAgents(tx, { pool: policy.agents.pool, turns, nowMs });
  const taken = await takeCalls(tx, claimant, agents, { most, nowMs });
  return new TakenClaim(tx, { taken: typeof taken === 'string' ? null : taken });
}
