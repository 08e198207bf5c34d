/**
 * The claim of one agent's next call, in the transaction that frees the agent. It is a claim with one agent, of the
 * campaign whose turn it is in the agent's group.
 */
import { retryAfterAt } from '../../../../domain/account/retry-after.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { accountRow, type AccountRow } from '../../rows/account-row.ts';
import type { FreedAgent } from '../../rows/agent-rows.ts';
import { policyOf } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { whyListsCannotBeUsed } from '../campaigns/suppressing.ts';
import { TakenClaim } from './claim.ts';
import { claimsAllowed, type Claimant } from './claims-allowed.ts';
import { campaignsWantingAgents, ClaimTurns, inTurn } from './fair-share.ts';
import { FreeAgents } from './free-agents.ts';
import { takeCalls, type Taken } from './take-calls.ts';

/** A bound for the transaction. The rounds of the dispatchers ask the others. */
const MOST_ASKED = 3;

/**
 * Offers the agent to the campaigns that wanted one in their last round. Before the campaigns' rows in the order of locks
 * (docs/decisions/0030).
 * @param agent undefined: none is free
 * @param ended the campaign of the call that has ended and is still counted as live; null: none
 */
export async function takeForAgent(
  tx: Tx,
  agent: FreedAgent | undefined,
  { ended, nowMs }: { ended: CampaignId | null; nowMs: number },
): Promise<TakenClaim> {
  if (!agent?.mayTake || !agent.wanted) return new TakenClaim(tx, { taken: null });
  const [account, campaigns] = await Promise.all([
    accountRow(tx),
    campaignsWantingAgents(tx, nowMs),
  ]);
  if (!mayClaim(account, nowMs)) return new TakenClaim(tx, { taken: null });
  let wanting = campaigns;
  const declined: CampaignId[] = [];
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const [row] = inTurn(wanting, agent.pools);
    if (!row) break;
    const campaign = row.id === ended ? { ...row, liveCalls: row.liveCalls - 1 } : row;
    const turns = ClaimTurns.among(wanting, row, nowMs);
    const agents = FreeAgents.only(tx, agent, { turns, nowMs });
    const taken = await takeOne(tx, { campaign, policy: policyOf(row), account }, agents, nowMs);
    // Its next contact is asked for, because it still wants the agent.
    if (taken === 'lost') continue;
    if (taken !== 'none') return new TakenClaim(tx, { taken, declined });
    declined.push(row.id);
    wanting = wanting.filter(({ id }) => id !== row.id);
  }
  return new TakenClaim(tx, { taken: null, declined });
}

/** A hold's probe is left to the dispatchers, because it is one call of one campaign. */
const mayClaim = ({ stopped, hold, retryAfter }: AccountRow, nowMs: number): boolean =>
  stopped === null && !hold?.open && !retryAfterAt(retryAfter, nowMs);

async function takeOne(
  tx: Tx,
  claimant: Claimant,
  agents: FreeAgents,
  nowMs: number,
): Promise<Taken> {
  const most = await claimsAllowed(tx, claimant, { limit: 1, nowMs });
  const { policy, account } = claimant;
  if (most === 0 || (await whyListsCannotBeUsed(tx, policy, account, nowMs)) !== undefined)
    return 'none';
  return takeCalls(tx, claimant, agents, { most, nowMs });
}
