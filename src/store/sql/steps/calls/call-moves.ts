/** Changes of a call's row before its end. */
import { deeper, isLiveState, type LiveState } from '../../../../domain/calls/call-state.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { Tx } from '../../engine/tx.ts';

export async function setWaiting(
  tx: Tx,
  ref: CallRef,
  waiting: { reason: string; untilMs: number; nowMs: number },
): Promise<void> {
  tx.send(
    `UPDATE calls
     SET state = 'waiting', waiting_reason = :reason, waiting_until_ms = :untilMs,
         started_at_ms = coalesce(started_at_ms, :nowMs), touched_at_ms = :nowMs
     WHERE ref = :ref`,
    { ref, reason: waiting.reason, untilMs: waiting.untilMs, nowMs: waiting.nowMs },
  );
}

/**
 * The columns of a call after evidence of a live state: it moves forward if the carrier is known to have the call or
 * its POST is under way. An unknown call stays unknown until GET has confirmed its id.
 */
export function advanced(
  { state, deepest }: Pick<CallRow, 'state' | 'deepest'>,
  seen: LiveState,
): { state?: LiveState; deepest?: LiveState } {
  // After the end `deepest` stays what the disposition was derived from. Later evidence is compared with it.
  if (state !== 'placing' && !isLiveState(state)) return {};
  const reached = deepest === null ? seen : deeper(deepest, seen);
  return { state: reached, deepest: reached };
}
