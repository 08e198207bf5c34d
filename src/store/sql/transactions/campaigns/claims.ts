import type { CampaignId } from '../../../../domain/ids.ts';
import type {
  CampaignStore,
  Claim,
  ClaimRound,
  NextCall,
} from '../../../campaigns/campaign-store.ts';
import { CONTACTS_PER_BATCH } from '../../../campaigns/contact-job-store.ts';
import { accountRow, type AccountRow } from '../../rows/account-row.ts';
import {
  campaignStatus,
  rememberWaiting,
  statusOf,
  type CampaignStatus,
} from '../../steps/campaigns/campaign-facts.ts';
import {
  campaignRow,
  deadlineOf,
  moveByItself,
  policyOf,
  type CampaignRow,
} from '../../rows/campaign-rows.ts';
import { lockFreedAgent } from '../../rows/agent-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { takeForAgent } from '../../steps/claims/claim-for-agent.ts';
import { takeForCampaign } from '../../steps/claims/claim-for-campaign.ts';
import { closeContacts } from './contact-jobs.ts';
import { endHoldInTime } from '../../steps/hold.ts';
import { timeOutBehindHold } from '../hold-timeouts.ts';
import { claimsAllowed } from '../../steps/claims/claims-allowed.ts';
import { campaignsWantingAgents, noteWantsAgents } from '../../steps/claims/fair-share.ts';
import { wantsAnotherAgent } from '../../steps/claims/take-calls.ts';
import { pauseForLists } from '../../steps/campaigns/suppressing.ts';

export function claimStore(
  db: Database,
): Pick<CampaignStore, 'claim' | 'claimForAgent' | 'markStarted'> {
  return {
    async claim({ id, limit, nowMs }) {
      return db.write((tx) => claim(tx, { id, limit, nowMs }), 'by-rows');
    },

    async claimForAgent(agentId, nowMs) {
      return db.write((tx) => claimForAgent(tx, agentId, nowMs), 'by-rows');
    },

    async markStarted(refs, nowMs) {
      await db.write(
        async (tx) =>
          tx.send(
            `UPDATE calls SET started_at_ms = :nowMs, touched_at_ms = :nowMs
             WHERE ref IN (SELECT ref FROM calls
                           WHERE ref IN (SELECT value FROM ${tx.sql.texts(':refs')}) AND started_at_ms IS NULL
                           ORDER BY ref ${tx.sql.forUpdate()})`,
            { refs: JSON.stringify(refs), nowMs },
          ),
        'by-rows',
      );
    },
  };
}

async function claim(
  tx: Tx,
  { id, limit, nowMs }: { id: CampaignId; limit: number; nowMs: number },
): Promise<ClaimRound> {
  const [known, first, unstarted, campaigns] = await Promise.all([
    accountRow(tx),
    campaignRow(tx, id),
    unstartedClaims(tx, id),
    campaignsWantingAgents(tx, nowMs),
  ]);
  const account = await endHoldInTime(tx, nowMs, known);
  const found = account === known ? first : await campaignRow(tx, id);
  const campaign = await inForce(tx, found, account, nowMs);
  const wanting = campaign === first ? campaigns : await campaignsWantingAgents(tx, nowMs);
  await openToOthers(tx, id, nowMs);
  const claimant = { campaign, policy: policyOf(campaign), account };
  const most = await claimsAllowed(tx, claimant, { limit, nowMs });
  const taken = await takeForCampaign(tx, claimant, { most, wanting, nowMs });
  const claim = await taken.lock();
  const claims = (await claim.commit()).map((next) => next.claim);
  const isFilled = claims.length === most;
  const now = await campaignRow(tx, id);
  const wantsAgents =
    !isFilled && (await wantsAnotherAgent(tx, { ...claimant, campaign: now }, nowMs));
  const { facts, next } = await settleStatus(tx, { campaign: now, account }, nowMs);
  const untilMs = next.kind === 'wait' ? next.waitingFor.untilMs : null;
  // A full claim does not show whether more agents are wanted. The next claim will.
  if (most === 0 || !isFilled) await noteWantsAgents(tx, now, { wantsAgents, untilMs, nowMs });
  return { claims: [...unstarted, ...claims], campaignName: now.name, facts };
}

async function claimForAgent(tx: Tx, id: string, nowMs: number): Promise<NextCall | null> {
  const agent = await lockFreedAgent(tx, id, nowMs);
  const taken = await takeForAgent(tx, agent, { ended: null, nowMs });
  const claim = await taken.lock();
  const [next = null] = await claim.commit();
  return next;
}

/** The campaign, after the moves that it makes by itself at this time. */
async function inForce(
  tx: Tx,
  found: CampaignRow,
  account: AccountRow,
  nowMs: number,
): Promise<CampaignRow> {
  const { id } = found;
  let row = found;
  if (await startWhenDue(tx, row, nowMs)) row = await campaignRow(tx, id);
  if (await timeOutBehindHold(tx, row, account, nowMs)) row = await campaignRow(tx, id);
  if (await pauseForLists(tx, row, account, nowMs)) row = await campaignRow(tx, id);
  return row;
}

const unstartedClaims = (tx: Tx, id: CampaignId): Promise<Claim[]> =>
  tx.all<Claim>(
    `SELECT ref, agent_id, created_at_ms AS claimed_at_ms FROM calls ${tx.sql.indexedBy('calls_unstarted')}
     WHERE campaign_id = :id AND started_at_ms IS NULL AND ${tx.sql.live()}
     ORDER BY created_at_ms, id`,
    { id },
  );

/**
 * Opens contacts to all agents once the time of their own agent is over, a bounded number, the longest over first. One
 * claim needs far fewer, and the next claim opens more.
 */
async function openToOthers(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE contacts SET agent_id = NULL, agent_alone_until_ms = NULL
     WHERE campaign_id = :id AND position IN (
       SELECT position FROM contacts ${tx.sql.indexedBy('contacts_alone')}
       WHERE campaign_id = :id AND state = 'due' AND agent_alone_until_ms IS NOT NULL
         AND agent_alone_until_ms <= :nowMs
       ORDER BY agent_alone_until_ms, position LIMIT :most ${tx.sql.forUpdateOfUnlocked()})`,
    { id, nowMs, most: CONTACTS_PER_BATCH },
  );
}

async function startWhenDue(
  tx: Tx,
  { id, state, startsAtMs }: CampaignRow,
  nowMs: number,
): Promise<boolean> {
  if (state !== 'scheduled' || startsAtMs === null || startsAtMs > nowMs) return false;
  await moveByItself(tx, id, 'running', { nowMs });
  return true;
}

/** Completes the campaign if nothing is left. Contacts cannot be added meanwhile: a move has the database for itself. */
async function settleStatus(
  tx: Tx,
  rows: { campaign: CampaignRow; account: AccountRow },
  nowMs: number,
): Promise<CampaignStatus> {
  const { id } = rows.campaign;
  let status = await statusOf(tx, rows, nowMs);
  if (status.next.kind === 'complete') {
    await complete(tx, rows.campaign, nowMs);
    status = await campaignStatus(tx, id, nowMs);
  }
  await rememberWaiting(tx, id, status);
  return status;
}

async function complete(tx: Tx, campaign: CampaignRow, nowMs: number): Promise<void> {
  const { id } = campaign;
  const late = deadlineOf(campaign, nowMs)?.passed === true;
  await moveByItself(tx, id, 'completed', { nowMs });
  // A draining campaign may end before its redials are due.
  await closeContacts(tx, id, { why: late ? 'too-late' : null, nowMs });
}
