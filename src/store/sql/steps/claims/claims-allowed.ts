/** How many calls a campaign may claim: what its state, the account, the budget, the hold and the pace leave. */
import { mayProbeAtMs } from '../../../../domain/account/hold.ts';
import { retryAfterAt } from '../../../../domain/account/retry-after.ts';
import { mayDial } from '../../../../domain/campaigns/campaign-state.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { liveCallsLeftOfAccount, type AccountRow } from '../../rows/account-row.ts';
import { deadlineOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { pacesOf, slotsOfPaces } from '../campaigns/pacing.ts';
import { askSpending } from '../campaigns/spending.ts';

/** Claimed calls hold their agents until their slot, so slots are given out only this far ahead. */
const SLOTS_AHEAD_MS = 1_000;

/** The campaign that claims, with its rules and its account. */
export interface Claimant {
  campaign: CampaignRow;
  policy: Policy;
  account: AccountRow;
}

/** How many calls the campaign may claim now, apart from its own limit of live calls. */
export async function claimsAllowed(
  tx: Tx,
  claimant: Claimant,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<number> {
  const { campaign, policy, account } = claimant;
  const { stopped, hold } = account;
  if (!mayDial(campaign.state) || stopped !== null) return 0;
  if (retryAfterAt(account.retryAfter, nowMs)) return 0;
  if (deadlineOf(campaign, nowMs)?.passed === true) return 0;
  if ((await askSpending(tx, campaign, policy, nowMs)).kind === 'closed') return 0;
  const most = Math.min(limit, await liveCallsLeftOfAccount(tx, account));
  if (!hold?.open) return Math.min(most, Math.max(0, await slotsLeft(tx, claimant, nowMs)));
  const probeAtMs = mayProbeAtMs(hold);
  if (probeAtMs === null || probeAtMs > nowMs) return 0;
  // One call of one campaign is the probe.
  tx.alone();
  return (await somebodyWillAsk(tx)) ? 0 : Math.min(1, most);
}

/**
 * How many slots of the pace no claimed call will take; Infinity without a pace. Claimed calls that have no slot yet will
 * each take one. Below 0: there are more of them than slots.
 */
export async function slotsLeft(tx: Tx, claimant: Claimant, nowMs: number): Promise<number> {
  const { id } = claimant.campaign;
  const slots = slotsOfPaces(pacesOf(tx, claimant), nowMs, SLOTS_AHEAD_MS);
  if (slots === Infinity) return slots;
  const { claimed } = (await tx.get<{ claimed: number }>(
    `SELECT count(*) AS claimed FROM calls ${tx.sql.indexedBy('calls_live')}
     WHERE campaign_id = :id AND ${tx.sql.live()} AND state = 'claimed' AND slot_ms IS NULL`,
    { id },
  ))!;
  return slots - claimed;
}

/** Whether a claimed call is on its way to admission. It will be the next probe. */
async function somebodyWillAsk(tx: Tx): Promise<boolean> {
  const sql = `SELECT 1 FROM calls WHERE ${tx.sql.live()} AND state = 'claimed' LIMIT 1`;
  return (await tx.get(sql)) !== undefined;
}
