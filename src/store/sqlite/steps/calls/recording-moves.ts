import type { CallRef } from '../../../../domain/ids.ts';
import type { Connection } from '../../engine/connection.ts';

/** The call was bridged: a recording will come, or its link has come before. */
export function expectRecording(db: Connection, ref: CallRef): void {
  db.run(
    `UPDATE calls SET recording = CASE
       WHEN EXISTS (SELECT 1 FROM recording_deliveries AS delivery
                    WHERE url IS NOT NULL
                      AND (delivery.ref = calls.ref
                           OR delivery.carrier_call_id = calls.carrier_call_id))
       THEN 'delivered' ELSE 'expected' END
     WHERE ref = :ref AND recording = 'none'`,
    { ref },
  );
}
