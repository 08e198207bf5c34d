/** Calls per second of a campaign and of the account, as slots that are taken in the intent's transaction. */
import { slotsWithin, takeSlot, type PacedBy } from '../../domain/pace.ts';
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

/** The instant from which the POST of a call may leave: its own slot, taken once. */
export function slotOf(db: Connection, call: CallRow, whose: Whose, nowMs: number): number {
  if (call.slot_ms !== null && call.slot_ms > nowMs - LATE_MS) return call.slot_ms;
  const campaign = campaignPace(whose);
  const account = accountPace(db);
  const paces = [campaign, account].filter((pace) => pace !== undefined);
  if (paces.length === 0) return nowMs;
  const { slotMs, next } = takeSlot(paces, nowMs);
  for (const [index, pace] of paces.entries()) {
    const table = pace === campaign ? 'campaigns' : 'account';
    const where = pace === campaign ? 'id = :id' : ':id IS NOT NULL';
    db.run(`UPDATE ${table} SET next_slot_ms = :next WHERE ${where}`, {
      id: whose.campaign.id,
      next: next[index]!,
    });
  }
  const atMs = Math.ceil(slotMs);
  db.run('UPDATE calls SET slot_ms = :atMs WHERE ref = :ref', { ref: call.ref, atMs });
  return atMs;
}

/** How many calls may be claimed now, so that none waits long for its slot with its agent taken. */
export function roomOfPace(db: Connection, whose: Whose, nowMs: number, spanMs: number): number {
  const paces = [campaignPace(whose), accountPace(db)].filter((pace) => pace !== undefined);
  return Math.min(Infinity, ...paces.map((pace) => slotsWithin(pace, nowMs, spanMs)));
}

function campaignPace({ campaign, policy }: Whose): PacedBy | undefined {
  const { callsPerSecond: perSecond } = policy;
  return perSecond === null ? undefined : { perSecond, nextSlotMs: campaign.next_slot_ms };
}
