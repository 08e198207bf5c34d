import { holdAfterAcceptance } from '../../../../domain/account/hold.ts';
import { changeHold } from '../hold.ts';
import { callBoundTo, callRow, type CallRow } from '../../rows/call-rows.ts';
import { advance, deepestOfEvents } from './call-moves.ts';
import type { Tx } from '../../engine/tx.ts';
import { disownForeignEvents } from './foreign-events.ts';
import { reclaimContact } from '../campaigns/contact-moves.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { writeResult, type PlacementRow } from '../../rows/placement-rows.ts';

export interface Acceptance {
  call: CallRow;
  placement: PlacementRow;
  carrierCallId: string;
  /** Status of the answer to the POST; undefined: a webhook or a call record is the evidence. */
  status: number | undefined;
  /** The evidence is a call record, maybe hours old, so it does not reset the campaign's refusals in a row. */
  byRecord?: boolean;
  nowMs: number;
}

/**
 * Binds the carrier's id to a placement whose outcome was open. False: the id or the call is bound to another. Then
 * only a line is added to the timeline.
 */
export async function accept(tx: Tx, acceptance: Acceptance): Promise<boolean> {
  const { call, placement, carrierCallId, status, nowMs } = acceptance;
  if (await isBoundOtherwise(tx, call, carrierCallId)) {
    await noteMismatch(tx, acceptance);
    return false;
  }
  await writeResult(tx, placement, { state: 'accepted', carrierCallId, status, nowMs });
  await tx.run(
    `UPDATE calls
     SET carrier_call_id = :carrierCallId, waiting_reason = NULL, waiting_until_ms = NULL,
         settlement = CASE settlement WHEN 'none' THEN 'open' ELSE settlement END
     WHERE ref = :ref`,
    { ref: call.ref, carrierCallId },
  );
  if (call.disposition === 'unknown') await reopen(tx, call);
  if (call.state === 'unknown' || call.disposition === 'unknown') {
    await tx.run(`UPDATE calls SET state = 'accepted' WHERE ref = :ref`, { ref: call.ref });
  }
  await disownForeignEvents(tx, placement, carrierCallId);
  await advance(tx, await callRow(tx, call.ref), await deepestOfEvents(tx, placement), nowMs);
  await writeTimeline(tx, call.ref, {
    kind: 'placement',
    text: `placement ${placement.placement}: accepted`,
    placement: placement.placement,
    nowMs,
  });
  if (!acceptance.byRecord) {
    await tx.run('UPDATE campaigns SET refusals_in_a_row = 0 WHERE id = :id', {
      id: call.campaign_id,
    });
  }
  await changeHold(tx, (hold) => holdAfterAcceptance(hold, placement.intent_at_ms, nowMs), {
    nowMs,
  });
  return true;
}

export async function noteMismatch(
  tx: Tx,
  { call, placement, nowMs }: Pick<Acceptance, 'call' | 'placement' | 'nowMs'>,
): Promise<void> {
  await writeTimeline(tx, call.ref, {
    kind: 'note',
    text: 'id-mismatch: the bound id is another one, or the id from the carrier is bound to another call',
    placement: placement.placement,
    nowMs,
  });
}

async function isBoundOtherwise(tx: Tx, call: CallRow, carrierCallId: string): Promise<boolean> {
  if (call.carrier_call_id !== null) return call.carrier_call_id !== carrierCallId;
  return (await callBoundTo(tx, carrierCallId)) !== undefined;
}

// The call kept its number, and its contact was locked. Its agent may be on another call by now.
async function reopen(tx: Tx, call: CallRow): Promise<void> {
  await tx.run(
    `UPDATE calls
     SET disposition = NULL, reason = NULL, confirmed = NULL, spent_attempt = 0, ended_at_ms = NULL
     WHERE ref = :ref`,
    { ref: call.ref },
  );
  await tx.run('UPDATE campaigns SET live_calls = live_calls + 1 WHERE id = :id', {
    id: call.campaign_id,
  });
  await reclaimContact(tx, call);
}
