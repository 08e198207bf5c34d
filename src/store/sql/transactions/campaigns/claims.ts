import { mayDial } from '../../../../domain/campaigns/campaign-state.ts';
import type { DialTime } from '../../../../domain/contacts/dial-time.ts';
import { mayProbeAtMs } from '../../../../domain/account/hold.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { isSpent } from '../../../../domain/calls/redial.ts';
import { callRef, type CallRef, type CampaignId } from '../../../../domain/ids.ts';
import type { CampaignStore, Claim } from '../../../campaigns/campaign-store.ts';
import { CONTACTS_PER_BATCH } from '../../../campaigns/contact-job-store.ts';
import { accountRow, roomOfAccount } from '../../rows/account-row.ts';
import { freeAgent, takeAgent } from '../../rows/agent-rows.ts';
import {
  AGENT_FREE,
  campaignStanding,
  DUE_NOW,
  NUMBER_FREE,
  rememberWaiting,
  type Standing,
} from '../../steps/campaigns/campaign-facts.ts';
import {
  campaignRow,
  deadlineOf,
  moveByItself,
  policyOf,
  type CampaignRow,
} from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { tallyOf } from '../../steps/campaigns/contact-moves.ts';
import { closeContacts } from './contact-jobs.ts';
import { DIAL_WHO, dialTimeOf, type DialWho } from '../../steps/campaigns/eligibility.ts';
import { endHoldInTime } from '../../steps/hold.ts';
import { timeOutBehindHold } from '../hold-timeouts.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { roomOfPace } from '../../steps/campaigns/pacing.ts';
import { noteWants, fairShareOf } from '../../steps/campaigns/fair-share.ts';
import { askSpending } from '../../steps/campaigns/spending.ts';
import { isSuppressed, pauseForMissingLists } from '../../steps/campaigns/suppressing.ts';

export function claimStore(db: Database): Pick<CampaignStore, 'claim' | 'markStarted'> {
  return {
    async claim({ id, limit, nowMs }) {
      return db.write(async (tx) => {
        await endHoldInTime(tx, nowMs);
        await startWhenDue(tx, id, nowMs);
        await timeOutBehindHold(tx, await campaignRow(tx, id), nowMs);
        await openToOthers(tx, id, nowMs);
        await pauseForMissingLists(tx, await campaignRow(tx, id), nowMs);
        const unstarted = await unstartedClaims(tx, id);
        const claims: Claim[] = [];
        const room = await roomToClaim(tx, id, { limit, nowMs });
        const round = { id, nowMs, scansLeft: MOST_SCANNED };
        while (claims.length < room) {
          const ref = await claimNext(tx, round);
          if (ref === undefined) break;
          claims.push({ ref });
        }
        const filled = room > 0 && claims.length === room;
        const wants = !filled && room > 0 && (await wantsMore(tx, round));
        const { facts, next } = await settleStanding(tx, id, nowMs);
        const untilMs = next.kind === 'wait' ? next.waitingFor.untilMs : null;
        // A full claim does not show whether more agents are wanted. The next claim will.
        if (!filled) await noteWants(tx, await campaignRow(tx, id), { wants, untilMs, nowMs });
        return { claims: [...unstarted, ...claims], facts };
      });
    },

    async markStarted(refs, nowMs) {
      await db.write(async (tx) => {
        for (const ref of refs) {
          await tx.run(
            `UPDATE calls SET started_at_ms = :nowMs, touched_at_ms = :nowMs
             WHERE ref = :ref AND started_at_ms IS NULL`,
            { ref, nowMs },
          );
        }
      });
    },
  };
}

async function unstartedClaims(tx: Tx, id: CampaignId): Promise<Claim[]> {
  return (
    await tx.all<Claim>(
      `SELECT ref FROM calls INDEXED BY calls_unstarted
       WHERE campaign_id = :id AND started_at_ms IS NULL AND state <> 'ended'
       ORDER BY created_at_ms, id`,
      { id },
    )
  ).map(({ ref }) => ({ ref }));
}

async function roomToClaim(
  tx: Tx,
  id: CampaignId,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<number> {
  const { stopped, hold } = await accountRow(tx);
  const campaign = await campaignRow(tx, id);
  const policy = policyOf(campaign);
  if (!mayDial(campaign.state) || stopped !== null) return 0;
  if (deadlineOf(campaign, nowMs)?.passed === true) return 0;
  if ((await askSpending(tx, campaign, policy, nowMs)).kind === 'closed') return 0;
  const room = Math.min(limit, await roomOfAccount(tx));
  if (!hold?.open) return Math.min(room, await roomOfSlots(tx, { campaign, policy }, nowMs));
  const probeAtMs = mayProbeAtMs(hold);
  const probeDue = probeAtMs !== null && probeAtMs <= nowMs && !(await somebodyWillAsk(tx));
  return probeDue ? Math.min(1, room) : 0;
}

/** Claimed calls that have no slot yet will each take one. */
async function roomOfSlots(
  tx: Tx,
  whose: { campaign: CampaignRow; policy: Policy },
  nowMs: number,
): Promise<number> {
  const slots = await roomOfPace(tx, whose, nowMs, SLOTS_AHEAD_MS);
  if (slots === Infinity) return slots;
  const { claimed } = (await tx.get<{ claimed: number }>(
    `SELECT count(*) AS claimed FROM calls INDEXED BY calls_live
     WHERE campaign_id = :id AND state <> 'ended' AND state = 'claimed' AND slot_ms IS NULL`,
    { id: whose.campaign.id },
  ))!;
  return Math.max(0, slots - claimed);
}

/** Whether a claimed call is on its way to admission. It will be the next probe. */
async function somebodyWillAsk(tx: Tx): Promise<boolean> {
  const sql = `SELECT 1 FROM calls WHERE state <> 'ended' AND state = 'claimed' LIMIT 1`;
  return (await tx.get(sql)) !== undefined;
}

/**
 * Constraints of the database are the guards, and not what this function has read: the campaign's count of live calls,
 * the row of the number, and the agent's count of calls. A violation rolls back the whole claim.
 */
async function claimNext(tx: Tx, round: Round): Promise<CallRef | undefined> {
  const { id, nowMs } = round;
  const campaign = await campaignRow(tx, id);
  const policy = policyOf(campaign);
  const { pool } = policy.agents;
  const { left, noteCall: noteServed } = await fairShareOf(tx, campaign, nowMs);
  if (isAtCap(campaign, policy)) return undefined;
  if (!(await freeAgent(tx, { only: null, pool, left }, nowMs))) return undefined;
  const contact = await nextContact(tx, round, { campaign, policy }, AGENT_FREE);
  const agent = contact && (await freeAgent(tx, { only: contact.agentId, pool, left }, nowMs));
  if (!contact || !agent) return undefined;
  await noteServed();
  await tx.run('UPDATE campaigns SET live_calls = live_calls + 1 WHERE id = :id', { id });
  const ordinal = contact.calls + 1;
  const ref = callRef({ campaignId: id, contact: contact.position, ordinal });
  await tx.run(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, policy_version, created_at_ms,
                        touched_at_ms, ready_at_ms)
     VALUES (:ref, :id, :contact, :ordinal, :number, 'claimed', :version, :nowMs, :nowMs, :readyAtMs)`,
    {
      ref,
      id,
      contact: contact.position,
      ordinal,
      number: contact.number,
      version: campaign.policy_version,
      nowMs,
      readyAtMs: await readyAtMs(tx, agent.id, contact.dueAtMs, campaign),
    },
  );
  await tx.run('INSERT INTO live_numbers (number, ref) VALUES (:number, :ref)', {
    number: contact.number,
    ref,
  });
  await takeAgent(tx, agent.id, ref);
  await tx.run(
    `UPDATE contacts SET state = 'claimed', calls = :ordinal
     WHERE campaign_id = :id AND position = :position`,
    { id, position: contact.position, ordinal },
  );
  await writeTimeline(tx, ref, { kind: 'claimed', text: 'claimed, with an agent', nowMs });
  return ref;
}

/** Null for an agent with several calls, because its idle time is not defined. */
async function readyAtMs(
  tx: Tx,
  agentId: string,
  dueAtMs: number,
  { state_changed_at_ms: goesSinceMs }: CampaignRow,
): Promise<number | null> {
  const agent = await tx.get<{ freeAtMs: number }>(
    `SELECT CASE WHEN idle_since_ms > wrap_up_until_ms THEN idle_since_ms
                 ELSE wrap_up_until_ms END AS freeAtMs FROM agents
     WHERE id = :agentId AND capacity = 1`,
    { agentId },
  );
  return agent ? Math.max(agent.freeAtMs, dueAtMs, goesSinceMs) : null;
}

const isAtCap = (campaign: CampaignRow, { maxLiveCalls }: Policy): boolean =>
  maxLiveCalls !== null && campaign.live_calls >= maxLiveCalls;

/** Whether the campaign could use one more agent of any kind. */
async function wantsMore(tx: Tx, round: Round): Promise<boolean> {
  const campaign = await campaignRow(tx, round.id);
  const policy = policyOf(campaign);
  if (isAtCap(campaign, policy)) return false;
  return (await nextContact(tx, round, { campaign, policy }, 'agent_id IS NULL')) !== undefined;
}

/** The scan of due contacts in one claim. */
interface Round {
  id: CampaignId;
  nowMs: number;
  /** Contacts that may still be scanned. A closed window may delay many, and the transaction must stay short. */
  scansLeft: number;
}

const MOST_SCANNED = 500;
/** Claimed calls hold their agents until their slot, so slots are given out only this far ahead. */
const SLOTS_AHEAD_MS = 1_000;

interface DueContact extends DialWho {
  position: number;
  dueAtMs: number;
  agentId: string | null;
  calls: number;
}

/** The first due contact that all rules allow. Those before it are delayed until their rule allows them. */
async function nextContact(
  tx: Tx,
  round: Round,
  whose: { campaign: CampaignRow; policy: Policy },
  condition: string,
): Promise<DueContact | undefined> {
  const { id, nowMs } = round;
  for (; round.scansLeft > 0; round.scansLeft -= 1) {
    const contact = await tx.get<DueContact>(
      `SELECT position, due_at_ms AS dueAtMs, ${DIAL_WHO}, agent_id AS agentId, calls FROM contacts
       WHERE ${DUE_NOW} AND ${NUMBER_FREE} AND ${condition}
       ORDER BY due_at_ms, position LIMIT 1`,
      { id, nowMs },
    );
    if (!contact) return undefined;
    const verdict = await judge(tx, contact, whose, nowMs);
    if (verdict.kind === 'now') return contact;
    await putOff(tx, id, contact.position, verdict);
  }
  return undefined;
}

async function judge(
  tx: Tx,
  contact: DueContact,
  whose: { campaign: CampaignRow; policy: Policy },
  nowMs: number,
): Promise<DialTime | NotNow> {
  const { number, position, calls } = contact;
  if (await isSuppressed(tx, number, whose.policy, nowMs))
    return { kind: 'never', reason: 'suppressed' };
  const key = { campaignId: whose.campaign.id, contact: position };
  // The rules may have been edited since its last call.
  if (calls > 0 && isSpent(await tallyOf(tx, key), whose.policy.redial)) {
    return { kind: 'never', reason: null };
  }
  return dialTimeOf(tx, contact, whose, nowMs);
}

/** `reason` null: the disposition of its last call is the reason. */
type NotNow = Exclude<DialTime, { kind: 'now' }> | { kind: 'never'; reason: 'suppressed' | null };

async function putOff(tx: Tx, id: CampaignId, position: number, time: NotNow): Promise<void> {
  await tx.run(
    `UPDATE contacts
     SET state = :state, due_at_ms = coalesce(:atMs, due_at_ms), due_reason = :reason,
         disposition = CASE :state WHEN 'final' THEN coalesce(disposition, 'not-dialled')
                                   ELSE disposition END
     WHERE campaign_id = :id AND position = :position`,
    {
      id,
      position,
      state: time.kind === 'later' ? 'due' : 'final',
      atMs: time.kind === 'later' ? time.atMs : null,
      reason: time.reason,
    },
  );
}

/**
 * Opens contacts to all agents once the time of their own agent is over, a bounded number, the longest over first. One
 * claim needs far fewer, and the next claim opens more.
 */
async function openToOthers(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE contacts SET agent_id = NULL, agent_alone_until_ms = NULL
     WHERE campaign_id = :id AND position IN (
       SELECT position FROM contacts INDEXED BY contacts_alone
       WHERE campaign_id = :id AND state = 'due' AND agent_alone_until_ms IS NOT NULL
         AND agent_alone_until_ms <= :nowMs
       ORDER BY agent_alone_until_ms, position LIMIT :most)`,
    { id, nowMs, most: CONTACTS_PER_BATCH },
  );
}

async function startWhenDue(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  const { state, starts_at_ms: startsAtMs } = await campaignRow(tx, id);
  if (state !== 'scheduled' || startsAtMs === null || startsAtMs > nowMs) return;
  await moveByItself(tx, id, 'running', { nowMs });
}

/** Completes the campaign if nothing is left. Contacts cannot be added meanwhile, because that takes the same lock. */
async function settleStanding(tx: Tx, id: CampaignId, nowMs: number): Promise<Standing> {
  let standing = await campaignStanding(tx, id, nowMs);
  if (standing.next.kind === 'complete') {
    await complete(tx, id, nowMs);
    standing = await campaignStanding(tx, id, nowMs);
  }
  await rememberWaiting(tx, id, standing);
  return standing;
}

async function complete(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  const late = deadlineOf(await campaignRow(tx, id), nowMs)?.passed === true;
  await moveByItself(tx, id, 'completed', { nowMs });
  // A draining campaign may end before its redials are due.
  await closeContacts(tx, id, { why: late ? 'too-late' : null, nowMs });
}
