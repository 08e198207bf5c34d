/** Writes what a restored database has forgotten of a call, as its history in Temporal shows it. */
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import { parseCallRef, type CallRef } from '../../../../domain/ids.ts';
import type { ForgottenCall, RestoredOutcome } from '../../../restore-store.ts';
import type { Tx } from '../../engine/tx.ts';
import { callRow, changeCall, findCallRow, withFacts, type CallRow } from '../../rows/call-rows.ts';
import { findCampaignRow } from '../../rows/campaign-rows.ts';
import {
  insertPlacement,
  isUnanswered,
  placementRows,
  writeResult,
  type PlacementRow,
} from '../../rows/placement-rows.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { countDial } from '../campaigns/eligibility.ts';
import { parkOthersOf } from '../campaigns/other-numbers.ts';
import { accept, LIVE_AGAIN } from './acceptance.ts';
import { dueNow, endLiveCall, notDialled } from './call-endings.ts';

const WHY = 'the database was restored from a copy that did not know of it';

/** The placements that the database knows of the call, by their number. */
interface KnownRows {
  known: ReadonlyMap<number, PlacementRow>;
}

export async function writeForgottenCall(
  tx: Tx,
  forgotten: ForgottenCall,
  nowMs: number,
): Promise<RestoredOutcome> {
  const { ref, seen } = forgotten;
  const isNew = (await findCallRow(tx, ref)) === undefined;
  if (isNew && !(await insertCall(tx, forgotten, nowMs))) return 'lost';
  const call = await callRow(tx, ref);
  const known = new Map((await placementRows(tx, ref)).map((row) => [row.placement, row]));
  await writeClosedPlacements(tx, { ref, seen, known }, nowMs);
  if (seen.open)
    return writeOpenPlacement(tx, await liveAgain(tx, call), { ...forgotten, known }, nowMs);
  if (isNew) await endLiveCall(tx, call, notDialled(WHY, dueNow(nowMs), nowMs));
  return 'not-dialled';
}

/** As a claim writes it, but without an agent. False: its contact is not in the database. */
async function insertCall(tx: Tx, { ref, posted }: ForgottenCall, nowMs: number): Promise<boolean> {
  const parts = parseCallRef(ref);
  const campaign = parts && (await findCampaignRow(tx, parts.campaignId));
  if (!campaign) return false;
  const contact = await tx.get<{ number: string }>(
    'SELECT number FROM contacts WHERE campaign_id = :campaignId AND position = :contact',
    { campaignId: parts.campaignId, contact: parts.contact },
  );
  if (!contact || contact.number === ERASED) return false;
  const { number } = contact;
  tx.send(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, agent_id, state, policy_version,
                        created_at_ms, started_at_ms, touched_at_ms)
     VALUES (:ref, :campaignId, :contact, :ordinal, :number, (SELECT id FROM agents WHERE id = :agentId),
             'claimed', :version, :atMs, :atMs, :nowMs)`,
    {
      ...parts,
      ref,
      number,
      agentId: posted?.agentId ?? null,
      version: campaign.policyVersion,
      atMs: posted?.atMs ?? nowMs,
      nowMs,
    },
  );
  // Of the contact's attempts a later one may have been found before.
  tx.send(
    `UPDATE contacts SET calls = :ordinal
     WHERE campaign_id = :campaignId AND position = :contact AND calls < :ordinal`,
    { ...parts },
  );
  await makeLive(tx, await callRow(tx, ref));
  return true;
}

/** A call that the restored database has ended as not dialled meanwhile, because the account is stopped. */
async function liveAgain(tx: Tx, call: CallRow): Promise<CallRow> {
  if (call.state !== 'ended') return call;
  await changeCall(tx, call.ref, withFacts(call, { ...LIVE_AGAIN, state: 'claimed' }));
  await makeLive(tx, call);
  return callRow(tx, call.ref);
}

/** What the end of a call gives back. Its number may be on another call by now. */
async function makeLive(tx: Tx, { ref, number, campaignId: id, ...call }: CallRow): Promise<void> {
  tx.send(
    'INSERT INTO live_numbers (number, ref) VALUES (:number, :ref) ON CONFLICT (number) DO NOTHING',
    { number, ref },
  );
  tx.send('UPDATE campaigns SET live_calls = live_calls + 1 WHERE id = :id', { id });
  tx.send(
    `UPDATE contacts SET state = 'claimed'
     WHERE campaign_id = :id AND position = :contact AND calls = :ordinal`,
    { id, contact: call.contact, ordinal: call.ordinal },
  );
  // The copy may have another number of the person in turn.
  await parkOthersOf(tx, { campaignId: id, position: call.contact });
}

/** Their POSTs were refused or not sent. Their rows keep a late worker from placing them again. */
async function writeClosedPlacements(
  tx: Tx,
  { ref, seen, known }: Pick<ForgottenCall, 'ref' | 'seen'> & KnownRows,
  nowMs: number,
): Promise<void> {
  for (let placement = 1; placement <= seen.made; placement++) {
    if (placement === seen.open?.placement) continue;
    const found = known.get(placement);
    // One that the copy knew without its answer was answered by a refusal: another was made after it.
    if (found && !isUnanswered(found)) continue;
    const row = found ?? (await insertPlacement(tx, { ref, placement }, { state: 'void', nowMs }));
    await writeResult(tx, row, { state: 'void', why: WHY, nowMs });
  }
}

async function writeOpenPlacement(
  tx: Tx,
  call: CallRow,
  { ref, seen, posted, known }: ForgottenCall & KnownRows,
  nowMs: number,
): Promise<RestoredOutcome> {
  const { placement, carrierCallId } = seen.open!;
  const found = known.get(placement);
  const atMs = found?.intentAtMs ?? posted?.atMs ?? nowMs;
  const row =
    found ?? (await insertPlacement(tx, { ref, placement }, { state: 'intent', nowMs: atMs }));
  await writeResult(tx, row, { state: 'unknown', why: WHY, nowMs });
  const change = {
    state: 'unknown',
    placement,
    placedAtMs: atMs,
    startedAtMs: atMs,
    waitingReason: null,
    waitingUntilMs: null,
    touchedAtMs: nowMs,
  } as const;
  await changeCall(tx, ref, withFacts(call, change));
  if (!found) await countDial(tx, call, { atMs, nowMs });
  await writeTimeline(tx, ref, {
    kind: 'placement',
    text: `placement ${placement}: found in Temporal; ${WHY}`,
    placement,
    nowMs,
  });
  if (carrierCallId === null) return 'unknown';
  const evidence = { carrierCallId, status: undefined, byRecord: true };
  const isBound = await accept(tx, {
    call: await callRow(tx, ref),
    placement: row,
    ...evidence,
    nowMs,
  });
  return isBound ? 'followed' : 'unknown';
}

/** Counted by call, so that reading Temporal twice counts nothing twice. */
export async function keepOutcome(
  tx: Tx,
  row: { restoreId: number; ref: CallRef; outcome: RestoredOutcome; carrierCallId: string | null },
): Promise<void> {
  tx.send(
    `INSERT INTO restored_calls (restore_id, ref, outcome, carrier_call_id)
     VALUES (:restoreId, :ref, :outcome, :carrierCallId)
     ON CONFLICT (restore_id, ref) DO UPDATE SET outcome = excluded.outcome`,
    row,
  );
}
