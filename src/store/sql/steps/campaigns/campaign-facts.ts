import {
  campaignNext,
  type CampaignFacts,
  type CampaignNext,
} from '../../../../domain/campaigns/campaign-progress.ts';
import type { TimeReason } from '../../../../domain/contacts/dial-time.ts';
import { holdTimeoutAtMs, mayProbeAtMs, type Hold } from '../../../../domain/account/hold.ts';
import { retryAfterAt } from '../../../../domain/account/retry-after.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { startOfNextDay } from '../../../../domain/zone.ts';
import { accountRow, type AccountRow } from '../../rows/account-row.ts';
import { campaignRow, deadlineOf, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { inPool, MAY_TAKE } from '../../rows/agent-rows.ts';
import { ClaimTurns } from '../claims/fair-share.ts';
import { AGENT_FREE, FreeAgents } from '../claims/free-agents.ts';
import { NOT_ON_CALL } from '../claims/live-persons.ts';
import { askSpending } from './spending.ts';

/** SQL: contacts of campaign `:id` that are due at `:nowMs`. */
export const DUE_NOW = `campaign_id = :id AND state = 'due' AND due_at_ms <= :nowMs`;

/** A bound, because counting all due contacts would make every claim slower with their number. */
const DUE_COUNTED_AT_MOST = 1_000;
/** An import without progress for longer than this does not keep the campaign from ending. */
const IMPORT_STANDS_MS = 10 * 60_000;

interface Rows {
  campaign: CampaignRow;
  account: AccountRow;
}

async function campaignFacts(
  tx: Tx,
  { campaign: row, account: { stopped, hold, retryAfter } }: Rows,
  nowMs: number,
): Promise<CampaignFacts> {
  const policy = policyOf(row);
  const [due, agents] = await Promise.all([dueOf(tx, row, nowMs), agentsOf(tx, policy, nowMs)]);
  const [free, nextDueReason, budget, isAgentLeft] = await Promise.all([
    due.now === 0 ? ('some' as const) : dueAndFree(tx, row.id, nowMs),
    due.next === null ? null : reasonOfNext(tx, row.id, due.next),
    askSpending(tx, row, policy, nowMs),
    agents.free > 0 && agentLeft(tx, row, nowMs),
  ]);
  return {
    state: row.state,
    stateReason: row.stateReason,
    keepOpen: row.keepOpen === 1 || due.importing === 1,
    copying: due.copying === 1,
    startsAtMs: row.startsAtMs,
    deadline: deadlineOf(row, nowMs),
    accountStopped: stopped !== null,
    hold: hold?.open ? holdFacts(hold, row) : undefined,
    retryAfter: retryAfterAt(retryAfter, nowMs),
    dueNow: due.now,
    nextDueAtMs: due.next,
    nextDueReason,
    budget,
    nextDayAtMs: startOfNextDay(policy.zone, nowMs),
    dueAndFree: free,
    agentAloneUntilMs: free === 'no-agent' ? await agentAloneUntil(tx, row.id, nowMs) : null,
    liveCalls: row.liveCalls,
    freeAgents: agents.free,
    othersFirst: agents.free > 0 && !isAgentLeft,
    agentsOnCall: agents.onCall,
    wrapUpUntilMs: agents.wrapUp,
    pausedUntilMs: agents.paused,
  };
}

interface Due {
  now: number;
  next: number | null;
  importing: number;
  copying: number;
}

async function dueOf(tx: Tx, row: CampaignRow, nowMs: number): Promise<Due> {
  return (await tx.get<Due>(
    `SELECT
       (SELECT count(*) FROM (
          SELECT 1 FROM contacts WHERE ${DUE_NOW} LIMIT :most) AS due) AS now,
       (SELECT min(due_at_ms) FROM contacts
        WHERE campaign_id = :id AND state = 'due' AND due_at_ms > :nowMs) AS next,
       EXISTS (SELECT 1 FROM imports ${tx.sql.indexedBy('imports_open')}
               WHERE campaign_id = :id AND state = 'open' AND touched_at_ms > :importedSinceMs) AS importing,
       EXISTS (SELECT 1 FROM contact_jobs WHERE campaign_id = :id AND kind = 'copy') AS copying`,
    { id: row.id, nowMs, most: DUE_COUNTED_AT_MOST, importedSinceMs: nowMs - IMPORT_STANDS_MS },
  ))!;
}

interface AgentsOfCampaign {
  free: number;
  onCall: number;
  wrapUp: number | null;
  paused: number | null;
}

async function agentsOf(tx: Tx, policy: Policy, nowMs: number): Promise<AgentsOfCampaign> {
  return (await tx.get<AgentsOfCampaign>(
    `SELECT count(*) FILTER (WHERE ${MAY_TAKE}) AS free, CAST(coalesce(sum(live), 0) AS BIGINT) AS on_call,
            min(wrap_up_until_ms) FILTER (WHERE state = 'ready' AND wrap_up_until_ms > :nowMs
                                            AND paused_until_ms <= :nowMs) AS wrap_up,
            min(paused_until_ms) FILTER (WHERE state = 'ready' AND paused_until_ms > :nowMs) AS paused
     FROM agents WHERE ${inPool(tx.sql)}`,
    { nowMs, pool: policy.agents.pool },
  ))!;
}

function holdFacts(hold: Hold, row: CampaignRow): CampaignFacts['hold'] {
  const { holdTimeout } = policyOf(row);
  const atMs = holdTimeoutAtMs(hold, holdTimeout, row.stateChangedAtMs);
  const timeout = holdTimeout && atMs !== null ? { atMs, action: holdTimeout.action } : null;
  return { reason: hold.reason, untilMs: mayProbeAtMs(hold), timeout };
}

/** Whether a free agent is left for the campaign after those that come first. */
async function agentLeft(tx: Tx, row: CampaignRow, nowMs: number): Promise<boolean> {
  const { pool } = policyOf(row).agents;
  const turns = await ClaimTurns.of(tx, row, nowMs);
  const agents = new FreeAgents(tx, { pool, turns, nowMs });
  return (await agents.idleForLongest()) !== undefined;
}

async function reasonOfNext(tx: Tx, id: CampaignId, dueAtMs: number): Promise<TimeReason | null> {
  return (await tx.get<{ reason: TimeReason | null }>(
    `SELECT due_reason AS reason FROM contacts ${tx.sql.indexedBy('contacts_due')}
     WHERE campaign_id = :id AND state = 'due' AND due_at_ms = :dueAtMs ORDER BY position LIMIT 1`,
    { id, dueAtMs },
  ))!.reason;
}

async function dueAndFree(
  tx: Tx,
  id: CampaignId,
  nowMs: number,
): Promise<CampaignFacts['dueAndFree']> {
  const some = (needs: string) =>
    tx.get(`SELECT 1 FROM contacts WHERE ${DUE_NOW} AND ${needs} LIMIT 1`, { id, nowMs });
  if (await some(`${NOT_ON_CALL} AND ${AGENT_FREE}`)) return 'some';
  return (await some(NOT_ON_CALL)) ? 'no-agent' : 'no-number';
}

async function agentAloneUntil(tx: Tx, id: CampaignId, nowMs: number): Promise<number | null> {
  return (await tx.get<{ untilMs: number | null }>(
    `SELECT min(agent_alone_until_ms) AS until_ms FROM contacts ${tx.sql.indexedBy('contacts_alone')}
     WHERE ${DUE_NOW} AND agent_alone_until_ms IS NOT NULL`,
    { id, nowMs },
  ))!.untilMs;
}

export interface CampaignStatus {
  facts: CampaignFacts;
  next: CampaignNext;
  /** Since when the campaign has waited for the same reason; null: it does not wait. */
  waitingSinceMs: number | null;
  /** The reason is stored already. */
  remembered: boolean;
}

export async function campaignStatus(
  tx: Tx,
  id: CampaignId,
  nowMs: number,
): Promise<CampaignStatus> {
  return statusOf(
    tx,
    { campaign: await campaignRow(tx, id), account: await accountRow(tx) },
    nowMs,
  );
}

export async function statusOf(tx: Tx, rows: Rows, nowMs: number): Promise<CampaignStatus> {
  const row = rows.campaign;
  const facts = await campaignFacts(tx, rows, nowMs);
  const next = campaignNext(facts);
  const reason = next.kind === 'wait' ? next.waitingFor.reason : null;
  const remembered = row.waitingReason === reason;
  const sinceMs = remembered ? row.waitingSinceMs : nowMs;
  return { facts, next, waitingSinceMs: reason === null ? null : sinceMs, remembered };
}

/** Stores what the campaign waits for, if that has changed. */
export async function rememberWaiting(
  tx: Tx,
  id: CampaignId,
  status: CampaignStatus,
): Promise<void> {
  const { next, waitingSinceMs, remembered } = status;
  if (remembered) return;
  tx.send(
    `UPDATE campaigns SET waiting_reason = :reason, waiting_since_ms = :sinceMs
     WHERE id = :id`,
    {
      id,
      reason: next.kind === 'wait' ? next.waitingFor.reason : null,
      sinceMs: waitingSinceMs,
    },
  );
}

export const isBeingCopied = async (tx: Tx, campaignId: CampaignId): Promise<boolean> =>
  (await tx.get(`SELECT 1 FROM contact_jobs WHERE campaign_id = :campaignId AND kind = 'copy'`, {
    campaignId,
  })) !== undefined;
