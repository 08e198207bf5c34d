/** Removes what calls, and what belongs to them, hold of a person. The calls themselves stay, for costs and counts. */
import type { CallRef } from '../../../../domain/ids.ts';
import {
  ERASED,
  RECORDING_ERASED,
  scrubbed,
  scrubbedJson,
} from '../../../../domain/privacy/erasure.ts';
import { recordingFileOf } from '../../../../domain/recordings/recording-file.ts';
import type { ErasedCounts } from '../../../privacy/privacy-store.ts';
import type { Tx } from '../../engine/tx.ts';
import { removeFileLater } from '../calls/recording-files.ts';

export interface Person {
  numbers: readonly string[];
  /** Name and row key of a contact. */
  others: readonly string[];
}

interface ErasableCall {
  ref: CallRef;
  carrierCallId: string | null;
  reason: string | null;
  recording: string;
  recordingFile: string | null;
  recordingBytes: number | null;
  recordingWrites: number;
  recordingWriteUntilMs: number | null;
}

/** Of calls that are over. Returns how many of each kind. */
export async function eraseCalls(
  tx: Tx,
  contact: { campaignId: string; position: number },
  person: Person,
  nowMs: number,
): Promise<ErasedCounts> {
  const calls = await tx.all<ErasableCall>(
    `SELECT ref, carrier_call_id, reason, recording, recording_file, recording_bytes, recording_writes,
            recording_write_until_ms
     FROM calls
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
  const { ref, carrierCallId } = call;
  const of = { ref };
  const recordings = await eraseRecording(tx, call, nowMs);
  tx.send(
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

/**
 * The desk and the workflow look for it no more. A worker may be writing the file now, or may have been killed: then the
 * file is removed again when the write is over in any case.
 */
async function eraseRecording(tx: Tx, call: ErasableCall, nowMs: number): Promise<number> {
  const { ref, recording, recordingWrites: writes, recordingWriteUntilMs: untilMs } = call;
  if (recording === 'none') return 0;
  const file = call.recordingFile ?? recordingFileOf(ref);
  const unfinished = writes > 0;
  const lastAtMs = unfinished && untilMs !== null ? untilMs : nowMs;
  for (const dueAtMs of new Set([nowMs, Math.max(nowMs, lastAtMs)])) {
    await removeFileLater(tx, { file, dueAtMs, unfinished });
  }
  await forgetRecording(tx, { ref, bytes: call.recordingBytes }, RECORDING_ERASED);
  return Number(recording === 'stored');
}

export interface StoredFile {
  ref: CallRef;
  file: string;
  bytes: number | null;
}

export async function removeRecording(
  tx: Tx,
  { file, ...call }: StoredFile,
  { why, nowMs }: { why: string; nowMs: number },
): Promise<void> {
  await removeFileLater(tx, { file, dueAtMs: nowMs });
  await forgetRecording(tx, call, why);
}

async function forgetRecording(
  tx: Tx,
  { ref, bytes }: Pick<StoredFile, 'ref' | 'bytes'>,
  why: string,
): Promise<void> {
  tx.send(
    `UPDATE calls SET recording = 'missing', recording_reason = :why, recording_due_at_ms = NULL, recording_file = NULL,
                      recording_sha256 = NULL, recording_bytes = NULL, recording_type = NULL
     WHERE ref = :ref`,
    { ref, why },
  );
  if (bytes === null) return;
  tx.send('UPDATE desk SET stored_bytes = stored_bytes - :bytes', { bytes });
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
