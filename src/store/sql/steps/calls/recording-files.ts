/** Files of recordings that are being written or must be removed. The archive is no part of a transaction. */
import type { CallRef } from '../../../../domain/ids.ts';
import { recordingFileOf } from '../../../../domain/recordings/recording-file.ts';
import type { RecordingRefusal } from '../../../calls/recording-store.ts';
import type { Tx } from '../../engine/tx.ts';
import { lockCall, type CallRow } from '../../rows/call-rows.ts';

/** Of a transaction `by-rows`. */
export async function beginWrite(
  tx: Tx,
  ref: CallRef,
  untilMs: number,
): Promise<RecordingRefusal | undefined> {
  const refusal = await refusalOfWrite(tx, await lockCall(tx, ref));
  if (refusal !== undefined) return refusal;
  tx.send(
    `UPDATE calls SET recording_writes = recording_writes + 1,
       recording_write_until_ms = CASE WHEN recording_write_until_ms > :untilMs
         THEN recording_write_until_ms ELSE CAST(:untilMs AS BIGINT) END
     WHERE ref = :ref`,
    { ref, untilMs },
  );
  return undefined;
}

export async function endWrite(tx: Tx, ref: CallRef): Promise<void> {
  tx.send(
    'UPDATE calls SET recording_writes = recording_writes - 1 WHERE ref = :ref AND recording_writes > 0',
    { ref },
  );
}

export async function refusalOfWrite(
  tx: Tx,
  { ref, erasedAtMs }: CallRow,
): Promise<RecordingRefusal | undefined> {
  if (erasedAtMs !== null) return 'erased';
  const removal = await tx.get('SELECT 1 FROM recording_removals WHERE file = :file LIMIT 1', {
    file: recordingFileOf(ref),
  });
  return removal === undefined ? undefined : 'being-removed';
}

interface Removal {
  file: string;
  /** Not before. */
  dueAtMs: number;
  /** With unfinished writes of the file. */
  unfinished?: boolean;
}

/** A server removes the file after the transaction. */
export async function removeFileLater(
  tx: Tx,
  { file, dueAtMs, unfinished = false }: Removal,
): Promise<void> {
  tx.send(
    `INSERT INTO recording_removals (file, due_at_ms, unfinished)
     VALUES (:file, :dueAtMs, :unfinished)`,
    { file, dueAtMs, unfinished: Number(unfinished) },
  );
}

/** The last write that could bring the file back is over, so the removal after its end need not be waited for. */
export async function removeNoLater(tx: Tx, ref: CallRef, nowMs: number): Promise<void> {
  tx.send(
    `DELETE FROM recording_removals WHERE file = :file AND due_at_ms > :nowMs
       AND EXISTS (SELECT 1 FROM calls WHERE ref = :ref AND recording_writes = 0)`,
    { ref, file: recordingFileOf(ref), nowMs },
  );
}
