import type { CallRef } from '../../../../domain/ids.ts';
import type { RecordingState } from '../../../calls/call-store.ts';
import type {
  RecordingRefusal,
  RecordingStore,
  StoredRecording,
} from '../../../calls/recording-store.ts';
import { callBoundTo, callRow, lockCall } from '../../rows/call-rows.ts';
import {
  beginWrite,
  endWrite,
  refusalOfWrite,
  removeFileLater,
  removeNoLater,
} from '../../steps/calls/recording-files.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { closeDesk, deskView, earliestLookup, endLookup, takeTurn } from './desk.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { keepDelivery, notKept, pruneDeliveries, addresseeOf } from './recording-deliveries.ts';

export function recordingStore(db: Database): RecordingStore {
  return {
    async callOfCarrierId(carrierCallId) {
      return db.read((tx) => callBoundTo(tx, carrierCallId));
    },

    async keepRecordingDelivery(delivery) {
      const known = await db.read((tx) => addresseeOf(tx, delivery));
      // Repeats of known deliveries need no write, even in a flood.
      if (known.why !== 'new') return notKept(known);
      return db.write((tx) => keepDelivery(tx, delivery), 'by-rows');
    },

    async pruneRecordingDeliveries(nowMs) {
      await db.write((tx) => pruneDeliveries(tx, nowMs));
    },

    async deliveredRecording(ref) {
      return db.get<{ url: string; receivedAtMs: number }>(
        `SELECT url, received_at_ms FROM recording_deliveries
         WHERE id IN (SELECT id FROM recording_deliveries
                      WHERE ref = :ref AND (carrier_call_id IS NULL OR carrier_call_id =
                        (SELECT carrier_call_id FROM calls WHERE ref = :ref))
                      UNION
                      SELECT id FROM recording_deliveries
                      WHERE ref IS NULL AND carrier_call_id =
                        (SELECT carrier_call_id FROM calls WHERE ref = :ref))
           AND url IS NOT NULL
         ORDER BY id DESC LIMIT 1`,
        { ref },
      );
    },

    async wantRecording(ref, nowMs) {
      return db.write(async (tx) => {
        await want(tx, (await lockCall(tx, ref)).ref, nowMs, ['none', 'expected', 'delivered']);
        return (await isBehind(tx, ref)) ? 'behind' : 'next';
      }, 'by-rows');
    },

    async askRecording(ref, nowMs) {
      await db.write((tx) => want(tx, ref, nowMs, ['expected', 'missing']));
    },

    async takeDeskTurn({ nowMs, ...pace }) {
      return db.write((tx) => takeTurn(tx, nowMs, pace));
    },

    async endDeskTurn({ takenAtMs, nowMs }) {
      await db.write((tx) => endLookup(tx, takenAtMs, nowMs));
    },

    async closeDesk(input) {
      await db.write((tx) => closeDesk(tx, input));
    },

    async deferRecording(ref, input) {
      await db.write((tx) => defer(tx, ref, input));
    },

    async beginRecordingWrite(ref, untilMs) {
      return db.write((tx) => beginWrite(tx, ref, untilMs), 'by-rows');
    },

    async recordingStored(ref, recording, nowMs) {
      return db.write((tx) => keepStored(tx, ref, recording, nowMs), 'by-rows');
    },

    async storedRecording(ref) {
      return db.get<StoredRecording>(
        `SELECT recording_file AS file, recording_sha256 AS sha256, recording_bytes AS bytes,
                recording_type AS content_type
         FROM calls WHERE ref = :ref AND recording = 'stored'`,
        { ref },
      );
    },

    async recordingBytes() {
      return (await db.get<{ bytes: number }>('SELECT stored_bytes AS bytes FROM desk'))!.bytes;
    },

    async desk({ nowMs, ...pace }) {
      return db.read((tx) => deskView(tx, nowMs, pace));
    },
  };
}

async function want(tx: Tx, ref: CallRef, nowMs: number, from: RecordingState[]): Promise<void> {
  const { atMs, why } = await earliestLookup(tx, nowMs);
  const wanted = await tx.run(
    `UPDATE calls SET recording = 'wanted', recording_due_at_ms = :atMs, recording_reason = :why
     WHERE ref = :ref AND carrier_call_id IS NOT NULL AND erased_at_ms IS NULL
       AND recording IN (SELECT value FROM ${tx.sql.texts(':from')})`,
    { ref, atMs, why, from: JSON.stringify(from) },
  );
  if (wanted === 1) await noteRecording(tx, ref, 'waits for the recording desk', nowMs);
}

async function isBehind(tx: Tx, ref: CallRef): Promise<boolean> {
  const earlier = await tx.get(
    `SELECT 1 FROM calls AS own
     JOIN calls AS other ${tx.sql.indexedBy('calls_recording_wanted')}
       ON other.recording = 'wanted' AND other.recording_due_at_ms <= own.recording_due_at_ms
     WHERE own.ref = :ref AND own.recording = 'wanted'
       AND (other.recording_due_at_ms, other.id) < (own.recording_due_at_ms, own.id) LIMIT 1`,
    { ref },
  );
  return earlier !== undefined;
}

// No effect on a recording that was delivered or stored meanwhile.
async function defer(
  tx: Tx,
  ref: CallRef,
  input: { dueAtMs: number | null; why: string; searched: boolean; nowMs: number },
): Promise<void> {
  const { dueAtMs, why, searched, nowMs } = input;
  const deferred = await tx.run(
    `UPDATE calls
     SET recording = CASE WHEN CAST(:dueAtMs AS BIGINT) IS NULL THEN 'missing' ELSE 'wanted' END,
         recording_due_at_ms = :dueAtMs, recording_reason = :why,
         recording_searches = recording_searches + :searched
     WHERE ref = :ref AND recording = 'wanted'`,
    { ref: (await callRow(tx, ref)).ref, dueAtMs, why, searched: Number(searched) },
  );
  if (deferred === 1)
    await noteRecording(tx, ref, dueAtMs === null ? `missing: ${why}` : `later: ${why}`, nowMs);
}

async function keepStored(
  tx: Tx,
  ref: CallRef,
  recording: StoredRecording,
  nowMs: number,
): Promise<RecordingRefusal | undefined> {
  const refusal = await refusalOfWrite(tx, await lockCall(tx, ref));
  await endWrite(tx, ref);
  const { file, bytes } = recording;
  if (refusal !== undefined) {
    // The removal that is queued may have come before the file.
    await removeFileLater(tx, { file, dueAtMs: nowMs });
    await removeNoLater(tx, ref, nowMs);
    return refusal;
  }
  const stored = await tx.run(
    `UPDATE calls
     SET recording = 'stored', recording_due_at_ms = NULL, recording_reason = NULL,
         recording_file = :file, recording_sha256 = :sha256, recording_bytes = :bytes,
         recording_type = :contentType
     WHERE ref = :ref AND recording <> 'stored'`,
    { ref, ...recording },
  );
  if (stored === 0) return undefined;
  tx.send('UPDATE desk SET stored_bytes = stored_bytes + :bytes', { bytes });
  await noteRecording(tx, ref, `stored, ${bytes} bytes`, nowMs);
  return undefined;
}

async function noteRecording(tx: Tx, ref: CallRef, text: string, nowMs: number): Promise<void> {
  await writeTimeline(tx, ref, { kind: 'recording', text, nowMs });
}
