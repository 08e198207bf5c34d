/** Calls per second of a campaign and of the account, as slots that are taken in the intent's transaction. */
import { afterLastPost, slotsWithin, takeSlot, type PacedBy } from '../../domain/pace.ts';
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
  for (const [index, pace] of paces.entries()) pace.write('next_slot_ms', next[index]!);
  const atMs = Math.ceil(slotMs);
  db.run('UPDATE calls SET slot_ms = :atMs WHERE ref = :ref', { ref, atMs });
  return atMs;
}

/** A POST leaves now. */
export function notePost(db: Connection, whose: Whose, nowMs: number): void {
  for (const pace of pacesOf(db, whose)) pace.write('last_post_ms', nowMs);
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
  write(column: 'next_slot_ms' | 'last_post_ms', value: number): void;
}

function pacesOf(db: Connection, { campaign, policy }: Whose): PaceRow[] {
  const paces: PaceRow[] = [];
  const account = accountPace(db);
  if (account) {
    const write: PaceRow['write'] = (column, value) =>
      db.run(`UPDATE account SET ${column} = :value`, { value });
    paces.push({ pace: account, write });
  }
  if (policy.callsPerSecond !== null) {
    const { next_slot_ms: nextSlotMs, last_post_ms: lastPostMs } = campaign;
    const write: PaceRow['write'] = (column, value) =>
      db.run(`UPDATE campaigns SET ${column} = :value WHERE id = :id`, { id: campaign.id, value });
    paces.push({ pace: { perSecond: policy.callsPerSecond, nextSlotMs, lastPostMs }, write });
  }
  return paces;
}
