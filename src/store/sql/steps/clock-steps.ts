/** What a clock that was ahead has written, once the clock is right again. */
import { OVER_STATES } from '../../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../../domain/ids.ts';
import { CLOCKS_DIFFER_MS } from '../../../domain/timing.ts';
import { CONTACTS_PER_BATCH } from '../../campaigns/contact-job-store.ts';
import type { DueTimesCursor, SweepStore } from '../../sweep-store.ts';
import { sqlList } from '../engine/sql-list.ts';
import type { Tx } from '../engine/tx.ts';
import { lastSweepMs } from './workflows/processes.ts';

/** Sweeps are a little late where there is much to do. */
const LATE_SWEEPS = 2;

export async function mendTimes(
  tx: Tx,
  { nowMs, sweepMs }: Parameters<SweepStore['mendTimes']>[0],
): Promise<{ clockSet: boolean; setBack: boolean }> {
  const sweptMs = (await lastSweepMs(tx)) ?? nowMs;
  const setBack = nowMs < sweptMs;
  const clockSet = setBack || nowMs - sweptMs > LATE_SWEEPS * sweepMs;
  const aheadMs = nowMs + CLOCKS_DIFFER_MS;
  // The distance to the last POST is kept from now on. A new slot is given to each call that asks for one.
  for (const table of ['account', 'campaigns'])
    tx.send(
      `UPDATE ${table}
       SET next_slot_ms = 0, last_post_ms = CASE WHEN last_post_ms > :aheadMs THEN :nowMs ELSE last_post_ms END
       WHERE next_slot_ms > :aheadMs OR last_post_ms > :aheadMs`,
      { nowMs, aheadMs },
    );
  tx.send(`UPDATE calls SET slot_ms = NULL WHERE ${tx.sql.live()} AND slot_ms > :aheadMs`, {
    aheadMs,
  });
  // A wrap-up counts from the end of the call. An agent that was paused is idle from the end of its pause on.
  tx.send(
    `UPDATE agents SET idle_since_ms = :nowMs, wrap_up_until_ms = 0
     WHERE idle_since_ms > :aheadMs AND idle_since_ms <> paused_until_ms`,
    { nowMs, aheadMs },
  );
  return { clockSet, setBack };
}

/** SQL of a contact: its last call has ended in the future, so it was written before the clock was set back. */
const LAST_CALL = `FROM calls WHERE calls.campaign_id = contacts.campaign_id AND calls.contact = contacts.position
  AND calls.ordinal = contacts.calls AND calls.ended_at_ms > :nowMs`;

/**
 * Never too early: the delay of a redial is counted from now, and its call has ended before now. A number that waits for the redial
 * of another one of its person keeps its time. Windows and caps are judged again by the claim; a dial in the future counts for
 * them as one of now.
 */
export async function mendDueTimes(
  tx: Tx,
  { nowMs, after = { campaign: 0, position: 0 } }: Parameters<SweepStore['mendDueTimes']>[0],
): Promise<DueTimesCursor | undefined> {
  const campaign = await tx.get<{ id: CampaignId; serial: number }>(
    `SELECT id, serial FROM campaigns
     WHERE state NOT IN (${sqlList(OVER_STATES)}) AND (serial > :campaign OR (serial = :campaign AND contacts > :position))
     ORDER BY serial LIMIT 1`,
    { ...after },
  );
  if (!campaign) return undefined;
  const from = campaign.serial === after.campaign ? after.position : 0;
  const to = from + CONTACTS_PER_BATCH;
  const span = { id: campaign.id, from, to, nowMs, aheadMs: nowMs + CLOCKS_DIFFER_MS };
  tx.send(
    `UPDATE dials SET at_ms = :nowMs
     WHERE at_ms > :aheadMs AND number IN (
       SELECT number FROM contacts WHERE campaign_id = :id AND position > :from AND position <= :to AND calls > 0)`,
    span,
  );
  tx.send(
    `UPDATE contacts
     SET due_at_ms = :nowMs + coalesce((SELECT contacts.due_at_ms - calls.ended_at_ms ${LAST_CALL}), 0)
     WHERE campaign_id = :id AND position > :from AND position <= :to
       AND state = 'due' AND due_at_ms > :aheadMs
       AND ((calls = 0 AND due_reason IS NULL AND person IS NULL) OR EXISTS (SELECT 1 ${LAST_CALL}))`,
    span,
  );
  return { campaign: campaign.serial, position: to };
}
