import type { PlacementKey } from '../../../../domain/ids.ts';
import type { Connection } from '../../engine/connection.ts';

/**
 * Once a placement is bound, what came before and names another call is no evidence any more. Its body stays
 * for people, its seq is free for the event it belongs to.
 */
export function disownForeignEvents(
  db: Connection,
  key: PlacementKey,
  carrierCallId: string,
): void {
  const disowned = db.run(
    `UPDATE inbox SET seq = NULL, name = 'poke', relayed = coalesce(relayed, 'late')
     WHERE ref = :ref AND placement = :placement AND seq IS NOT NULL
       AND carrier_call_id IS NOT :carrierCallId`,
    { ref: key.ref, placement: key.placement, carrierCallId },
  );
  if (disowned === 0) return;
  // What they moved while the POST was under way moves back.
  const moved = `UPDATE calls SET deepest = NULL, state = 'accepted'
                 WHERE ref = :ref AND state <> 'ended'`;
  db.run(moved, { ref: key.ref });
}
