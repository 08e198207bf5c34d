import type { TimedEvent } from '../../../../domain/calls/call-times.ts';
import type { PlacementKey } from '../../../../domain/ids.ts';
import type { Tx } from '../../engine/tx.ts';
import { keyOf } from '../../rows/placement-rows.ts';

export type PlacementEvent = TimedEvent & { carrierCallId: string | null };

export const eventsOf = (tx: Tx, key: PlacementKey): Promise<PlacementEvent[]> =>
  tx.all<PlacementEvent>(
    `SELECT seq, name, occurred_at, received_at_ms, carrier_call_id
     FROM inbox
     WHERE ref = :ref AND placement = :placement AND seq IS NOT NULL`,
    keyOf(key),
  );

/**
 * The events of a bound placement. Events with another call's id (foreign events) are no
 * evidence any more. They become pokes: the body is kept for people, and the seq is free for the real event.
 */
export function ownEvents(
  tx: Tx,
  key: PlacementKey,
  { events, carrierCallId }: { events: readonly PlacementEvent[]; carrierCallId: string },
): { own: TimedEvent[]; areForeign: boolean } {
  const own = events.filter((event) => event.carrierCallId === carrierCallId);
  const areForeign = own.length < events.length;
  if (areForeign) {
    tx.send(
      `UPDATE inbox SET seq = NULL, name = 'poke', relayed = coalesce(relayed, 'late')
       WHERE id IN (SELECT id FROM inbox
                    WHERE ref = :ref AND placement = :placement AND seq IS NOT NULL
                      AND carrier_call_id IS DISTINCT FROM :carrierCallId
                    ORDER BY id ${tx.sql.forUpdate()})`,
      { ...keyOf(key), carrierCallId },
    );
  }
  return { own, areForeign };
}
