import type { CallRef } from '../../../../domain/ids.ts';
import type { Tx } from '../../engine/tx.ts';

/** For a bridged call: its recording is expected, or its link has already arrived. */
export async function expectRecording(tx: Tx, ref: CallRef): Promise<void> {
  await tx.run(
    `UPDATE calls SET recording = CASE
       WHEN EXISTS (SELECT 1 FROM recording_deliveries AS delivery
                    WHERE url IS NOT NULL
                      AND (delivery.ref = calls.ref
                           OR delivery.carrier_call_id = calls.carrier_call_id))
       THEN 'delivered' ELSE 'expected' END
     WHERE ref = :ref AND recording = 'none' AND erased_at_ms IS NULL`,
    { ref },
  );
}
