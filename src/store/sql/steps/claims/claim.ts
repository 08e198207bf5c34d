/**
 * A claim, in three steps that must come in this order (docs/decisions/0030), so each returns the object that has the next:
 *
 * - take (`takeForCampaign`, `takeForAgent`): locks contacts and agents, and writes the calls;
 * - lock: locks the campaigns that the claim changes;
 * - commit: changes them, and tells which calls were claimed.
 */
import type { CampaignId } from '../../../../domain/ids.ts';
import type { NextCall } from '../../../campaigns/campaign-store.ts';
import { liveCallsOfAccount, lockAccount } from '../../rows/account-row.ts';
import { lockCampaigns, type CampaignRow } from '../../rows/campaign-rows.ts';
import { ReadIsOutdated, type Tx } from '../../engine/tx.ts';
import { slotsLeft } from './claims-allowed.ts';
import { noteWantsNoAgent } from './fair-share.ts';
import type { TakenCalls } from './take-calls.ts';

interface Changes {
  taken: TakenCalls | null;
  /** Campaigns that had nothing to dial for the agent that was offered to them. */
  declined: readonly CampaignId[];
}

/** What was taken. It must be locked and committed in the same transaction, also where nothing was taken. */
export class TakenClaim {
  readonly #tx: Tx;
  readonly #changes: Changes;

  constructor(tx: Tx, { taken, declined = [] }: Partial<Changes> & Pick<Changes, 'taken'>) {
    this.#tx = tx;
    this.#changes = { taken, declined };
  }

  /** @param own a campaign that the transaction changes before `commit`; it is locked too, if any other is */
  async lock(own: CampaignId | null = null): Promise<LockedClaim> {
    const { taken, declined } = this.#changes;
    const ids = taken ? [...declined, taken.claimant.campaign.id] : declined;
    if (ids.length === 0) return new LockedClaim(this.#tx, this.#changes, new Map());
    const rows = await lockCampaigns(this.#tx, own === null ? ids : [own, ...ids]);
    return new LockedClaim(this.#tx, this.#changes, rows);
  }
}

class LockedClaim {
  readonly #tx: Tx;
  readonly #changes: Changes;
  readonly #rows: ReadonlyMap<CampaignId, CampaignRow>;

  constructor(tx: Tx, changes: Changes, rows: ReadonlyMap<CampaignId, CampaignRow>) {
    this.#tx = tx;
    this.#changes = changes;
    this.#rows = rows;
  }

  /**
   * @param ended the campaign of which the transaction has ended a call since `lock`
   * @throws ReadIsOutdated where others have claimed meanwhile, and limits allow fewer calls than were taken
   */
  async commit(ended: CampaignId | null = null): Promise<NextCall[]> {
    const { taken, declined } = this.#changes;
    for (const id of declined) await noteWantsNoAgent(this.#tx, id);
    if (!taken) return [];
    const locked = this.#rows.get(taken.claimant.campaign.id)!;
    const liveCalls = locked.liveCalls - Number(locked.id === ended);
    const campaign = { ...locked, liveCalls };
    await countCalls(this.#tx, taken, campaign);
    return taken.calls.map(({ ref, agentId }) => ({
      claim: { ref, agentId, claimedAtMs: taken.nowMs },
      campaignName: campaign.name,
    }));
  }
}

async function countCalls(
  tx: Tx,
  { claimant, calls, turns, nowMs }: TakenCalls,
  campaign: CampaignRow,
): Promise<void> {
  const { policy, account } = claimant;
  const passes = turns.passesAfter(
    campaign,
    calls.map(({ pools }) => pools),
  );
  if (campaign.liveCalls + calls.length > (policy.maxLiveCalls ?? Infinity))
    throw new ReadIsOutdated('the campaign has more live calls by now');
  tx.send(
    `UPDATE campaigns SET live_calls = live_calls + :calls, passes = :passes WHERE id = :id`,
    { id: campaign.id, calls: calls.length, passes: JSON.stringify(passes) },
  );
  // The probe of a hold is one call, whatever the pace.
  if (!account.hold?.open && (await slotsLeft(tx, { ...claimant, campaign }, nowMs)) < 0)
    throw new ReadIsOutdated('the slots of the pace are given out by now');
  const most = account.limits.maxLiveCalls;
  if (most === null) return;
  await lockAccount(tx);
  if ((await liveCallsOfAccount(tx)) > most)
    throw new ReadIsOutdated('the account has more live calls by now');
}
