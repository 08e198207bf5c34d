/** Changes of a call's row before its end. */
import {
  deeper,
  foldEvents,
  isLiveState,
  type CallEvent,
  type LiveState,
} from '../../../../domain/calls/call-state.ts';
import type { CallRef, PlacementKey } from '../../../../domain/ids.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { keyOf } from '../../rows/placement-rows.ts';

export async function setWaiting(
  tx: Tx,
  ref: CallRef,
  waiting: { reason: string; untilMs: number; nowMs: number },
): Promise<void> {
  await tx.run(
    `UPDATE calls
     SET state = 'waiting', waiting_reason = :reason, waiting_until_ms = :untilMs,
         started_at_ms = coalesce(started_at_ms, :nowMs), touched_at_ms = :nowMs
     WHERE ref = :ref`,
    { ref, reason: waiting.reason, untilMs: waiting.untilMs, nowMs: waiting.nowMs },
  );
}

/** The deepest state that the events of one placement show. */
export async function deepestOfEvents(tx: Tx, key: PlacementKey): Promise<LiveState> {
  const events = await tx.all<CallEvent>(
    `SELECT seq, name FROM inbox
     WHERE ref = :ref AND placement = :placement AND seq IS NOT NULL`,
    keyOf(key),
  );
  return foldEvents(events).deepest;
}

/**
 * Moves the row forward by evidence of a live state, if the carrier is known to have the call or its POST is under way.
 * An unknown call stays unknown until GET has confirmed its id.
 */
export async function advance(
  tx: Tx,
  call: CallRow,
  seen: LiveState,
  nowMs: number,
): Promise<void> {
  // After the end `deepest` stays what the disposition was derived from. Later evidence is compared with it.
  if (call.state !== 'placing' && !isLiveState(call.state)) return;
  const deepest = call.deepest === null ? seen : deeper(call.deepest, seen);
  await tx.run(
    `UPDATE calls
     SET deepest = :deepest, touched_at_ms = :nowMs, state = :deepest
     WHERE ref = :ref`,
    { ref: call.ref, deepest, nowMs },
  );
}
