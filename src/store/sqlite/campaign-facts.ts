import {
  campaignNext,
  type CampaignFacts,
  type CampaignNext,
} from '../../domain/campaign-progress.ts';
import { mayProbeAtMs } from '../../domain/hold.ts';
import type { CampaignId } from '../../domain/ids.ts';
import { accountRow } from './account-row.ts';
import { campaignRow, type CampaignRow } from './campaign-rows.ts';
import type { Connection } from './connection.ts';

/** Counting all of them would cost every claim their number. */
const DUE_COUNTED_AT_MOST = 1_000;

function campaignFacts(db: Connection, row: CampaignRow, nowMs: number): CampaignFacts {
  const { stopped, hold } = accountRow(db);
  const due = db.get<{ now: number; next: number | null }>(
    `SELECT
       (SELECT count(*) FROM (
          SELECT 1 FROM contacts
          WHERE campaign_id = :id AND state = 'due' AND due_at_ms <= :nowMs LIMIT :most)) AS now,
       (SELECT min(due_at_ms) FROM contacts
        WHERE campaign_id = :id AND state = 'due' AND due_at_ms > :nowMs) AS next`,
    { id: row.id, nowMs, most: DUE_COUNTED_AT_MOST },
  )!;
  const { free } = db.get<{ free: number }>(
    `SELECT count(*) AS free FROM agents WHERE state = 'ready' AND on_call IS NULL`,
  )!;
  return {
    state: row.state,
    keepOpen: row.keep_open === 1,
    accountStopped: stopped !== null,
    hold: hold?.open ? { reason: hold.reason, untilMs: mayProbeAtMs(hold) } : undefined,
    dueNow: due.now,
    nextDueAtMs: due.next,
    liveCalls: row.live_calls,
    freeAgents: free,
  };
}

export interface Standing {
  facts: CampaignFacts;
  next: CampaignNext;
  /** Since when the campaign waits for the reason it waits for; null while it does not wait. */
  waitingSinceMs: number | null;
  /** The reason is written down already. */
  remembered: boolean;
}

export function campaignStanding(db: Connection, id: CampaignId, nowMs: number): Standing {
  const row = campaignRow(db, id);
  const facts = campaignFacts(db, row, nowMs);
  const next = campaignNext(facts);
  const reason = next.kind === 'wait' ? next.waitingFor.reason : null;
  const remembered = row.waiting_reason === reason;
  const sinceMs = remembered ? row.waiting_since_ms : nowMs;
  return { facts, next, waitingSinceMs: reason === null ? null : sinceMs, remembered };
}

/** Writes down what the campaign waits for, where that has changed. */
export function rememberWaiting(db: Connection, id: CampaignId, standing: Standing): void {
  const { next, waitingSinceMs, remembered } = standing;
  if (remembered) return;
  db.run(
    `UPDATE campaigns SET waiting_reason = :reason, waiting_since_ms = :sinceMs
     WHERE id = :id`,
    {
      id,
      reason: next.kind === 'wait' ? next.waitingFor.reason : null,
      sinceMs: waitingSinceMs,
    },
  );
}
