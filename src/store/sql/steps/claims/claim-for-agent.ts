/**
 * The claim of one agent's next call, in the transaction that frees the agent. It is a claim round with one agent, of the
 * campaign whose turn it is in the agent's group.
 */
import { retryAfterAt } from '../../../../domain/account/retry-after.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import type { NextCall } from '../../../campaigns/campaign-store.ts';
import { accountRow } from '../../rows/account-row.ts';
import type { FreedAgent } from '../../rows/agent-rows.ts';
import { lockCampaigns, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { countClaims, takeContactFor, type Round, type Taken } from './claim-round.ts';
import { roomToClaim } from './claim-room.ts';
import { campaignsWanting, ClaimTurns, inTurn, noteSated } from './fair-share.ts';
import { listsMissing } from '../campaigns/suppressing.ts';

/** A bound for the transaction. The rounds of the dispatchers ask the others. */
const MOST_ASKED = 3;

/** A claim that is written except for the campaigns' rows. */
export interface TakenForAgent {
  taken: { round: Round; taken: Taken } | null;
  /** Campaigns that had nothing to dial for the agent. */
  sated: CampaignId[];
}

export const NOTHING: TakenForAgent = { taken: null, sated: [] };

/**
 * Asks the campaigns that wanted an agent in their last round. Before the campaigns' rows in the order of locks
 * (docs/decisions/0030).
 * @param ended the campaign of the call that has ended and is still counted as live; null: none
 */
export async function takeForAgent(
  tx: Tx,
  agent: FreedAgent,
  { ended, nowMs }: { ended: CampaignId | null; nowMs: number },
): Promise<TakenForAgent> {
  if (!agent.mayTake || !agent.wanted) return NOTHING;
  const account = await accountRow(tx);
  // A hold's probe is left to the dispatchers, because it is one call of one campaign.
  if (account.stopped !== null || account.hold?.open) return NOTHING;
  if (retryAfterAt(account.retryAfter, nowMs)) return NOTHING;
  let wanting = await campaignsWanting(tx, nowMs);
  const sated: CampaignId[] = [];
  for (const row of inTurn(wanting, agent.pools).slice(0, MOST_ASKED)) {
    const campaign = row.id === ended ? { ...row, live_calls: row.live_calls - 1 } : row;
    const whose = { campaign, policy: policyOf(row), account };
    const turns = ClaimTurns.among(wanting, row, nowMs);
    const room = await roomToClaim(tx, whose, { limit: 1, nowMs });
    const round = { ...whose, room, nowMs };
    if (room > 0 && (await listsMissing(tx, whose.policy)).length === 0) {
      const taken = await takeContactFor(tx, agent, round, turns);
      if (taken.claims.length > 0) return { taken: { round, taken }, sated };
    }
    sated.push(row.id);
    wanting = wanting.filter(({ id }) => id !== row.id);
  }
  return { taken: null, sated };
}

/** Locks the campaigns that `countForAgent` changes. @param own the campaign that the same transaction changes before */
export async function lockForAgent(
  tx: Tx,
  { taken, sated }: TakenForAgent,
  own: CampaignId | null,
): Promise<LockedCampaigns> {
  const ids = taken ? [...sated, taken.round.campaign.id] : sated;
  return ids.length === 0 ? new Map() : lockCampaigns(tx, own === null ? ids : [own, ...ids]);
}

type LockedCampaigns = ReadonlyMap<CampaignId, CampaignRow>;

/** Must follow `takeForAgent`. */
export async function countForAgent(
  tx: Tx,
  { taken, sated }: TakenForAgent,
  locked: LockedCampaigns,
): Promise<NextCall | null> {
  for (const id of sated) await noteSated(tx, id);
  if (!taken) return null;
  const row = locked.get(taken.round.campaign.id)!;
  await countClaims(tx, { ...taken, locked: row });
  return { claim: taken.taken.claims[0]!, campaignName: row.name };
}
