import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** For a bridged call: its recording is expected, or its link has already arrived. Undefined: it stays as it is. */
export async function expectedRecording(
  tx: Tx,
  call: CallRow,
  { collectRecordings }: Policy,
): Promise<'expected' | 'delivered' | undefined> {
  const { ref, carrierCallId, recording, erasedAtMs } = call;
  if (!collectRecordings || recording !== 'none' || erasedAtMs !== null) return undefined;
  const delivery = await tx.get(
    `SELECT 1 FROM recording_deliveries
     WHERE url IS NOT NULL
       AND (ref = :ref AND (carrier_call_id IS NULL OR carrier_call_id = :carrierCallId)
            OR ref IS NULL AND carrier_call_id = :carrierCallId) LIMIT 1`,
    { ref, carrierCallId },
  );
  return delivery ? 'delivered' : 'expected';
}
