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
import type { AccountRow } from '../../rows/account-row.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

interface Paced {
  campaign: CampaignRow;
  policy: Policy;
  account: AccountRow;
}

/** A slot missed by more than this is lost, so that many late POSTs do not leave together. */
const LATE_MS = 500;

/** The earliest instant for the POST of a call. The call takes its slot once. */
export async function slotOf(
  tx: Tx,
  call: CallRow,
  paces: readonly PaceRow[],
  nowMs: number,
): Promise<number> {
  if (paces.length === 0) return nowMs;
  const keeps = call.slotMs !== null && call.slotMs > nowMs - LATE_MS;
  const slotMs = keeps ? call.slotMs! : await takeNextSlot(tx, call, paces, nowMs);
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
  paces: readonly PaceRow[],
  nowMs: number,
): Promise<number> {
  const { slotMs, next } = takeSlot(
    paces.map(({ pace }) => pace),
    nowMs,
  );
  for (const [index, row] of paces.entries()) {
    row.pace = { ...row.pace, nextSlotMs: next[index]! };
    await row.keep();
  }
  const atMs = Math.ceil(slotMs);
  tx.send('UPDATE calls SET slot_ms = :atMs WHERE ref = :ref', { ref, atMs });
  return atMs;
}

/** Stores when a POST leaves. */
export async function notePost(
  tx: Tx,
  call: CallRow,
  paces: readonly PaceRow[],
  atMs: number,
): Promise<void> {
  for (const row of paces) {
    const { pace } = row;
    const nextSlotMs = nextSlotAfter(pace, atMs, await waitingForSlots(tx, call, row.of));
    row.pace = { ...pace, lastPostMs: departureOf(pace, atMs), nextSlotMs };
    await row.keep();
  }
}

/** For a campaign that got its pace after this call was claimed. The next calls keep their distance from it. */
export async function noteLastPost(tx: Tx, id: CampaignId, atMs: number): Promise<void> {
  tx.send('UPDATE campaigns SET last_post_ms = :atMs WHERE id = :id', { id, atMs });
}

/**
 * For a pace where there was none: the next POST keeps its distance from the last one. Without a pace nobody notes
 * when a POST leaves, because all calls would change the same row.
 */
export async function countPaceFromLastPost(
  tx: Tx,
  perSecond: number | null,
  nowMs: number,
  id: CampaignId | null = null,
): Promise<void> {
  if (perSecond === null) return;
  const last = await tx.get<{ atMs: number }>(
    `SELECT placed_at_ms AS at_ms FROM calls ${tx.sql.indexedBy('calls_by_placing')}
     WHERE placed_at_ms IS NOT NULL AND placed_at_ms > :sinceMs AND (campaign_id = :id OR :id IS NULL)
     ORDER BY placed_at_ms DESC LIMIT 1`,
    { id, sinceMs: Math.floor(nowMs - 1_000 / perSecond) },
  );
  await keepPace(tx, id, { lastPostMs: last?.atMs ?? 0, nextSlotMs: 0 });
}

/** The number of other calls that have a slot and have not left. */
async function waitingForSlots(tx: Tx, { ref }: CallRow, of: CampaignId | null): Promise<number> {
  return (await tx.get<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM calls ${tx.sql.indexedBy('calls_live')}
     WHERE ${tx.sql.live()} AND slot_ms IS NOT NULL AND ref <> :ref
       AND (campaign_id = :of OR :of IS NULL)`,
    { ref, of },
  ))!.waiting;
}

/** How many calls may be claimed now. More would wait too long for their slots and hold their agents. */
export function slotsOfPaces(paces: readonly PaceRow[], nowMs: number, spanMs: number): number {
  return Math.min(Infinity, ...paces.map(({ pace }) => slotsWithin(pace, nowMs, spanMs)));
}

/** A pace, with its changes in this transaction. */
export interface PaceRow {
  pace: PacedBy;
  /** Null: the account's pace. */
  of: CampaignId | null;
  keep(): Promise<void>;
}

/** The paces that a call must keep. Empty: it may leave at once. */
export function pacesOf(tx: Tx, { campaign, policy, account }: Paced): PaceRow[] {
  const paces: PaceRow[] = [];
  const add = (of: CampaignId | null, pace: PacedBy) => {
    const row: PaceRow = { pace, of, keep: () => keepPace(tx, of, row.pace) };
    paces.push(row);
  };
  if (account.pace) add(null, account.pace);
  const { callsPerSecond: perSecond } = policy;
  const { id, nextSlotMs, lastPostMs } = campaign;
  if (perSecond !== null) add(id, { perSecond, nextSlotMs, lastPostMs });
  return paces;
}

async function keepPace(
  tx: Tx,
  of: CampaignId | null,
  { nextSlotMs, lastPostMs }: Pick<PacedBy, 'nextSlotMs' | 'lastPostMs'>,
): Promise<void> {
  const set = 'SET next_slot_ms = :nextSlotMs, last_post_ms = :lastPostMs';
  if (of === null) tx.send(`UPDATE account ${set}`, { nextSlotMs, lastPostMs });
  else tx.send(`UPDATE campaigns ${set} WHERE id = :of`, { of, nextSlotMs, lastPostMs });
}
