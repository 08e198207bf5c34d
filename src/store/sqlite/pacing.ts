/** Calls per second of a campaign and of the account, as slots that are taken in the intent's transaction. */
import { afterLastPost, slotsWithin, takeSlot, type PacedBy } from '../../domain/pace.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/policy.ts';
import { accountPace } from './account-row.ts';
import type { CallRow } from './call-rows.ts';
import type { CampaignRow } from './campaign-rows.ts';
import type { Connection } from './connection.ts';

interface Whose {
  campaign: CampaignRow;
  policy: Policy;
}

/** A slot that was missed by more is gone: many late ones must not leave together. */
const LATE_MS = 500;

/** The instant from which the POST of a call may leave; its slot is taken once. */
export function slotOf(db: Connection, call: CallRow, whose: Whose, nowMs: number): number {
  const paces = pacesOf(db, whose);
  if (paces.length === 0) return nowMs;
  const keeps = call.slot_ms !== null && call.slot_ms > nowMs - LATE_MS;
  const slotMs = keeps ? call.slot_ms! : takeNextSlot(db, call, paces, nowMs);
  return Math.ceil(
    afterLastPost(
      paces.map(({ pace }) => pace),
      slotMs,
    ),
  );
}

function takeNextSlot(db: Connection, { ref }: CallRow, paces: PaceRow[], nowMs: number): number {
  const { slotMs, next } = takeSlot(
    paces.map(({ pace }) => pace),
    nowMs,
  );
  for (const [index, pace] of paces.entries()) pace.keepNextSlot(next[index]!);
  const atMs = Math.ceil(slotMs);
  db.run('UPDATE calls SET slot_ms = :atMs WHERE ref = :ref', { ref, atMs });
  return atMs;
}

/** A POST leaves now. Noted without a pace too: one may be set before the next. */
export function notePost(db: Connection, id: CampaignId, nowMs: number): void {
  db.run('UPDATE account SET last_post_ms = :nowMs', { nowMs });
  db.run('UPDATE campaigns SET last_post_ms = :nowMs WHERE id = :id', { id, nowMs });
}

/** How many calls may be claimed now, so that none waits long for its slot with its agent taken. */
export function roomOfPace(db: Connection, whose: Whose, nowMs: number, spanMs: number): number {
  return Math.min(
    Infinity,
    ...pacesOf(db, whose).map(({ pace }) => slotsWithin(pace, nowMs, spanMs)),
  );
}

interface PaceRow {
  pace: PacedBy;
  keepNextSlot(slotMs: number): void;
}

function pacesOf(db: Connection, { campaign, policy }: Whose): PaceRow[] {
  const paces: PaceRow[] = [];
  const account = accountPace(db);
  if (account) {
    const keepNextSlot = (slotMs: number) =>
      db.run('UPDATE account SET next_slot_ms = :slotMs', { slotMs });
    paces.push({ pace: account, keepNextSlot });
  }
  if (policy.callsPerSecond !== null) {
    const { next_slot_ms: nextSlotMs, last_post_ms: lastPostMs } = campaign;
    const keepNextSlot = (slotMs: number) =>
      db.run('UPDATE campaigns SET next_slot_ms = :slotMs WHERE id = :id', {
        id: campaign.id,
        slotMs,
      });
    paces.push({
      pace: { perSecond: policy.callsPerSecond, nextSlotMs, lastPostMs },
      keepNextSlot,
    });
  }
  return paces;
}
