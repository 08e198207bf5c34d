/** Removes what calls, and what belongs to them, hold of a person. The calls themselves stay, for costs and counts. */
import type { CallRef } from '../../../../domain/ids.ts';
import { ERASED, scrubbed, scrubbedJson } from '../../../../domain/privacy/erasure.ts';
import type { ErasedCounts } from '../../../privacy-store.ts';
import type { Tx } from '../../engine/tx.ts';

export interface Person {
  numbers: readonly string[];
  /** Name and row key of a contact. */
  others: readonly string[];
}

interface ErasableCall {
  ref: CallRef;
  carrier_call_id: string | null;
  reason: string | null;
  recording: string;
  recording_file: string | null;
  recording_bytes: number | null;
}

export const RECORDING_ERASED = 'the person was erased';

/** Of calls that are over. Returns how many of each kind. */
export async function eraseCalls(
  tx: Tx,
  contact: { campaignId: string; position: number },
  person: Person,
  nowMs: number,
): Promise<ErasedCounts> {
  const calls = await tx.all<ErasableCall>(
    `SELECT ref, carrier_call_id, reason, recording, recording_file, recording_bytes FROM calls
     WHERE campaign_id = :campaignId AND contact = :position AND erased_at_ms IS NULL`,
    contact,
  );
  const counts: ErasedCounts = {};
  for (const call of calls) addCounts(counts, await eraseCall(tx, call, person, nowMs));
  return counts;
}

export function addCounts(to: ErasedCounts, counts: ErasedCounts): void {
  for (const [kind, count] of Object.entries(counts)) {
    if (count > 0) to[kind] = (to[kind] ?? 0) + count;
  }
}

async function eraseCall(
  tx: Tx,
  call: ErasableCall,
  person: Person,
  nowMs: number,
): Promise<ErasedCounts> {
  const { ref, carrier_call_id: carrierCallId } = call;
  const of = { ref };
  const recordings = await eraseRecording(tx, call);
  await tx.run(
    `UPDATE calls SET number = '${ERASED}', erased_at_ms = :nowMs, reason = :reason WHERE ref = :ref`,
    { ...of, nowMs, reason: call.reason && scrubbed(call.reason, person) },
  );
  return {
    calls: 1,
    recordings,
    refusal_details: await erasePlacements(tx, ref, person),
    inbox_bodies: await tx.run(
      'UPDATE inbox SET body = NULL WHERE ref = :ref AND body IS NOT NULL',
      of,
    ),
    unreadable_webhooks: await tx.run('DELETE FROM unreadable_webhooks WHERE ref = :ref', of),
    recording_deliveries: await tx.run(
      `UPDATE recording_deliveries SET url = NULL, body = NULL
       WHERE id IN (SELECT id FROM recording_deliveries WHERE ref = :ref
                    UNION SELECT id FROM recording_deliveries WHERE carrier_call_id = :carrierCallId)
         AND (url IS NOT NULL OR body IS NOT NULL)`,
      { ...of, carrierCallId },
    ),
    timeline: await eraseTimeline(tx, ref, person),
    dials: await tx.run('DELETE FROM dials WHERE ref = :ref', of),
    live_numbers: await tx.run('DELETE FROM live_numbers WHERE ref = :ref', of),
  };
}

/** A recording that is still to come is removed when it is stored: its workflow goes on as it would have. */
async function eraseRecording(tx: Tx, call: ErasableCall): Promise<number> {
  const { ref, recording, recording_file: file, recording_bytes: bytes } = call;
  if (recording !== 'stored' || file === null) return 0;
  await removeRecording(tx, { ref, file, bytes }, RECORDING_ERASED);
  return 1;
}

export interface StoredFile {
  ref: CallRef;
  file: string;
  bytes: number | null;
}

export async function removeRecording(
  tx: Tx,
  { ref, file, bytes }: StoredFile,
  why: string,
): Promise<void> {
  await removeFileLater(tx, file);
  await tx.run(
    `UPDATE calls SET recording = 'missing', recording_reason = :why, recording_file = NULL,
                      recording_sha256 = NULL, recording_bytes = NULL, recording_type = NULL
     WHERE ref = :ref`,
    { ref, why },
  );
  await tx.run('UPDATE desk SET stored_bytes = stored_bytes - :bytes', { bytes: bytes ?? 0 });
}

/** The archive is no part of the transaction; a server removes the file after it. */
export async function removeFileLater(tx: Tx, file: string): Promise<void> {
  await tx.run(
    'INSERT INTO recording_removals (file) VALUES (:file) ON CONFLICT (file) DO NOTHING',
    {
      file,
    },
  );
}

/** Details may quote numbers. The other texts are kept as far as they say nothing of the person. */
async function erasePlacements(tx: Tx, ref: CallRef, person: Person): Promise<number> {
  const rows = await tx.all<{
    placement: number;
    details: string | null;
    why: string | null;
    verdict: string | null;
  }>('SELECT placement, details, why, verdict FROM placements WHERE ref = :ref', { ref });
  let erased = 0;
  for (const { placement, details, ...texts } of rows) {
    const why = texts.why && scrubbed(texts.why, person);
    const verdict =
      texts.verdict && JSON.stringify(scrubbedJson(JSON.parse(texts.verdict), person));
    if (details === null && why === texts.why && verdict === texts.verdict) continue;
    erased += await tx.run(
      `UPDATE placements SET details = NULL, why = :why, verdict = :verdict
       WHERE ref = :ref AND placement = :placement`,
      { ref, placement, why, verdict },
    );
  }
  return erased;
}

async function eraseTimeline(tx: Tx, ref: CallRef, person: Person): Promise<number> {
  const rows = await tx.all<{ id: number; text: string }>(
    'SELECT id, text FROM timeline WHERE ref = :ref',
    { ref },
  );
  let erased = 0;
  for (const { id, text: before } of rows) {
    const text = scrubbed(before, person);
    if (text === before) continue;
    erased += await tx.run('UPDATE timeline SET text = :text WHERE id = :id', { id, text });
  }
  return erased;
}
