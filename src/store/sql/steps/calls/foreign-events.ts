import type { PlacementKey } from '../../../../domain/ids.ts';
import type { Tx } from '../../engine/tx.ts';

/**
 * Once a placement is bound, earlier events with another call's id (foreign events) are no evidence. They become pokes:
 * the body is kept for people, and the seq is free for the real event.
 */
export async function disownForeignEvents(
  tx: Tx,
  key: PlacementKey,
  carrierCallId: string,
): Promise<void> {
  const disowned = await tx.run(
    `UPDATE inbox SET seq = NULL, name = 'poke', relayed = coalesce(relayed, 'late')
     WHERE ref = :ref AND placement = :placement AND seq IS NOT NULL
       AND carrier_call_id IS DISTINCT FROM :carrierCallId`,
    { ref: key.ref, placement: key.placement, carrierCallId },
  );
  if (disowned === 0) return;
  // Undo the state changes that they caused while the POST was under way.
  const moved = `UPDATE calls SET deepest = NULL, state = 'accepted'
                 WHERE ref = :ref AND state <> 'ended'`;
  await tx.run(moved, { ref: key.ref });
}
