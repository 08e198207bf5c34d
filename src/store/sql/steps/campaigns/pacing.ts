/** Calls per second of a campaign and of the account. Slots are taken in the transaction of the intent. */
import {
  afterLastPost,
  departureOf,
  nextSlotAfter,
  slotsWithin,
  takeSlot,
  type PacedBy,
} from '../../../../domain/account/pace.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { accountPace } from '../../rows/account-row.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

interface Whose {
  campaign: CampaignRow;
  policy: Policy;
}

/** A slot missed by more than this is lost, so that many late POSTs do not leave together. */
const LATE_MS = 500;

/** The earliest instant for the POST of a call. The call takes its slot once. */
export async function slotOf(tx: Tx, call: CallRow, whose: Whose, nowMs: number): Promise<number> {
  const paces = await pacesOf(tx, whose);
  if (paces.length === 0) return nowMs;
  const keeps = call.slot_ms !== null && call.slot_ms > nowMs - LATE_MS;
  const slotMs = keeps ? call.slot_ms! : await takeNextSlot(tx, call, paces, nowMs);
  return Math.ceil(
    afterLastPost(
      paces.map(({ pace }) => pace),
      slotMs,
    ),
  );
}

async function takeNextSlot(
  tx: Tx,
  { ref }: CallRow,
  paces: PaceRow[],
  nowMs: number,
): Promise<number> {
  const { slotMs, next } = takeSlot(
    paces.map(({ pace }) => pace),
    nowMs,
  );
  for (const [index, pace] of paces.entries()) await pace.keepNextSlot(next[index]!);
  const atMs = Math.ceil(slotMs);
  await tx.run('UPDATE calls SET slot_ms = :atMs WHERE ref = :ref', { ref, atMs });
  return atMs;
}

/** Stores when a POST leaves. Also without a limit, because one may be set before the next POST. */
export async function notePost(tx: Tx, call: CallRow, whose: Whose, atMs: number): Promise<void> {
  const { id } = whose.campaign;
  const paces = await pacesOf(tx, whose);
  await tx.run('UPDATE account SET last_post_ms = :atMs', { atMs });
  await tx.run('UPDATE campaigns SET last_post_ms = :atMs WHERE id = :id', { id, atMs });
  for (const { pace, of, ...row } of paces) {
    await row.keepLastPost(departureOf(pace, atMs));
    await row.keepNextSlot(nextSlotAfter(pace, atMs, await waitingForSlots(tx, call, of)));
  }
}

/** The number of other calls that have a slot and have not left. */
async function waitingForSlots(tx: Tx, { ref }: CallRow, of: CampaignId | null): Promise<number> {
  return (await tx.get<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM calls INDEXED BY calls_live
     WHERE state <> 'ended' AND slot_ms IS NOT NULL AND ref <> :ref
       AND (campaign_id = :of OR :of IS NULL)`,
    { ref, of },
  ))!.waiting;
}

/** How many calls may be claimed now. More would wait too long for their slots and hold their agents. */
export async function roomOfPace(
  tx: Tx,
  whose: Whose,
  nowMs: number,
  spanMs: number,
): Promise<number> {
  return Math.min(
    Infinity,
    ...(await pacesOf(tx, whose)).map(({ pace }) => slotsWithin(pace, nowMs, spanMs)),
  );
}

interface PaceRow {
  pace: PacedBy;
  /** Null: the account's pace. */
  of: CampaignId | null;
  keepNextSlot(slotMs: number): Promise<unknown>;
  keepLastPost(postMs: number): Promise<unknown>;
}

async function pacesOf(tx: Tx, { campaign, policy }: Whose): Promise<PaceRow[]> {
  const paces: PaceRow[] = [];
  const account = await accountPace(tx);
  if (account) {
    paces.push({
      pace: account,
      of: null,
      keepNextSlot: (slotMs) => tx.run('UPDATE account SET next_slot_ms = :slotMs', { slotMs }),
      keepLastPost: (postMs) => tx.run('UPDATE account SET last_post_ms = :postMs', { postMs }),
    });
  }
  if (policy.callsPerSecond !== null) {
    const { id, next_slot_ms: nextSlotMs, last_post_ms: lastPostMs } = campaign;
    const keep = (column: string) => (atMs: number) =>
      tx.run(`UPDATE campaigns SET ${column} = :atMs WHERE id = :id`, { id, atMs });
    paces.push({
      pace: { perSecond: policy.callsPerSecond, nextSlotMs, lastPostMs },
      of: id,
      keepNextSlot: keep('next_slot_ms'),
      keepLastPost: keep('last_post_ms'),
    });
  }
  return paces;
}
