import type { CallRef } from '../../../../domain/ids.ts';
import type { RecordingState } from '../../../calls/call-store.ts';
import type { RecordingStore, StoredRecording } from '../../../calls/recording-store.ts';
import { callBoundTo, callRow } from '../../rows/call-rows.ts';
import type { Connection } from '../../engine/connection.ts';
import { closeDesk, deskView, earliestLookup, endLookup, takeTurn } from './desk.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { keepDelivery, pruneDeliveries, standingOf } from './recording-deliveries.ts';

export function recordingStore(db: Connection): RecordingStore {
  return {
    async callOfCarrierId(carrierCallId) {
      return callBoundTo(db, carrierCallId);
    },

    async keepRecordingDelivery(delivery) {
      const known = standingOf(db, delivery);
      // Repeats of known deliveries need no write, even in a flood.
      if (known.why !== 'new') return { ref: known.ref, kept: false, isNewLink: false };
      return db.write(() => keepDelivery(db, delivery));
    },

    async pruneRecordingDeliveries(nowMs) {
      await db.write(() => pruneDeliveries(db, nowMs));
    },

    async deliveredRecording(ref) {
      const row = db.get<{ url: string; receivedAtMs: number }>(
        `SELECT url, received_at_ms AS receivedAtMs FROM recording_deliveries
         WHERE id IN (SELECT id FROM recording_deliveries WHERE ref = :ref
                      UNION
                      SELECT id FROM recording_deliveries WHERE carrier_call_id =
                        (SELECT carrier_call_id FROM calls WHERE ref = :ref))
           AND url IS NOT NULL
         ORDER BY id DESC LIMIT 1`,
        { ref },
      );
      return row && { ...row };
    },

    async wantRecording(ref, nowMs) {
      return db.write(() => {
        want(db, callRow(db, ref).ref, nowMs, ['none', 'expected', 'delivered']);
        return isBehind(db, ref) ? 'behind' : 'next';
      });
    },

    async askRecording(ref, nowMs) {
      await db.write(() => want(db, ref, nowMs, ['expected', 'missing']));
    },

    async takeDeskTurn({ nowMs, ...pace }) {
      return db.write(() => takeTurn(db, nowMs, pace));
    },

    async endDeskTurn({ takenAtMs, nowMs }) {
      await db.write(() => endLookup(db, takenAtMs, nowMs));
    },

    async closeDesk(input) {
      await db.write(() => closeDesk(db, input));
    },

    async deferRecording(ref, input) {
      await db.write(() => defer(db, ref, input));
    },

    async recordingStored(ref, recording, nowMs) {
      await db.write(() => keepStored(db, ref, recording, nowMs));
    },

    async storedRecording(ref) {
      const row = db.get<StoredRecording>(
        `SELECT recording_file AS file, recording_sha256 AS sha256, recording_bytes AS bytes,
                recording_type AS contentType
         FROM calls WHERE ref = :ref AND recording = 'stored'`,
        { ref },
      );
      return row && { ...row };
    },

    async recordingBytes() {
      return db.get<{ bytes: number }>('SELECT stored_bytes AS bytes FROM desk')!.bytes;
    },

    async desk({ nowMs, ...pace }) {
      return db.read(() => deskView(db, nowMs, pace));
    },
  };
}

function want(db: Connection, ref: CallRef, nowMs: number, from: RecordingState[]): void {
  const { atMs, why } = earliestLookup(db, nowMs);
  const wanted = db.run(
    `UPDATE calls SET recording = 'wanted', recording_due_at_ms = :atMs, recording_reason = :why
     WHERE ref = :ref AND carrier_call_id IS NOT NULL
       AND recording IN (SELECT value FROM json_each(:from))`,
    { ref, atMs, why, from: JSON.stringify(from) },
  );
  if (wanted === 1) noteRecording(db, ref, 'waits for the recording desk', nowMs);
}

function isBehind(db: Connection, ref: CallRef): boolean {
  const earlier = db.get(
    `SELECT 1 FROM calls AS own
     JOIN calls AS other INDEXED BY calls_recording_wanted
       ON other.recording = 'wanted' AND other.recording_due_at_ms <= own.recording_due_at_ms
     WHERE own.ref = :ref AND own.recording = 'wanted'
       AND (other.recording_due_at_ms, other.id) < (own.recording_due_at_ms, own.id) LIMIT 1`,
    { ref },
  );
  return earlier !== undefined;
}

// No effect on a recording that was delivered or stored meanwhile.
function defer(
  db: Connection,
  ref: CallRef,
  input: { dueAtMs: number | null; why: string; searched: boolean; nowMs: number },
): void {
  const { dueAtMs, why, searched, nowMs } = input;
  const deferred = db.run(
    `UPDATE calls
     SET recording = CASE WHEN :dueAtMs IS NULL THEN 'missing' ELSE 'wanted' END,
         recording_due_at_ms = :dueAtMs, recording_reason = :why,
         recording_searches = recording_searches + :searched
     WHERE ref = :ref AND recording = 'wanted'`,
    { ref: callRow(db, ref).ref, dueAtMs, why, searched: Number(searched) },
  );
  if (deferred === 1)
    noteRecording(db, ref, dueAtMs === null ? `missing: ${why}` : `later: ${why}`, nowMs);
}

function keepStored(db: Connection, ref: CallRef, recording: StoredRecording, nowMs: number): void {
  const stored = db.run(
    `UPDATE calls
     SET recording = 'stored', recording_due_at_ms = NULL, recording_reason = NULL,
         recording_file = :file, recording_sha256 = :sha256, recording_bytes = :bytes,
         recording_type = :contentType
     WHERE ref = :ref AND recording <> 'stored'`,
    { ref: callRow(db, ref).ref, ...recording },
  );
  if (stored === 0) return;
  db.run('UPDATE desk SET stored_bytes = stored_bytes + :bytes', { bytes: recording.bytes });
  noteRecording(db, ref, `stored, ${recording.bytes} bytes`, nowMs);
}

function noteRecording(db: Connection, ref: CallRef, text: string, nowMs: number): void {
  writeTimeline(db, ref, { kind: 'recording', text, nowMs });
}
