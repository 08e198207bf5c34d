import type { CallRef } from '../domain/ids.ts';

/** What the recording webhook said (its payload is not shown; the profile says where to look). */
export interface RecordingDelivery {
  /** Null when the body could not be read: kept all the same. */
  carrierCallId: string | null;
  url: string | null;
  receivedAtMs: number;
  body: string;
}

export interface DeskTicket {
  ref: CallRef;
  carrierCallId: string;
  /** Lookups made for this call, this one included. */
  tries: number;
}

export interface StoredRecording {
  /** Relative to the recordings folder. */
  file: string;
  sha256: string;
  bytes: number;
  contentType: string;
}

export type DeskTurn =
  /** The lookup is counted as made from this moment, whatever becomes of it. */
  | { kind: 'look-up'; ticket: DeskTicket }
  /** The quota does not allow a lookup before this instant. */
  | { kind: 'wait'; untilMs: number }
  /** Nothing is due; the next retry is at this instant, or null when the queue is empty. */
  | { kind: 'idle'; untilMs: number | null };

export interface DeskView {
  queued: number;
  /** When the last lookup was made, by the store's record. */
  lastLookupAtMs: number | null;
  /** When the queue would be empty at the present pace; null when it is. */
  emptyAtMs: number | null;
}

export interface RecordingStore {
  /** Keeps a delivery, and moves the call's recording from `expected` or `wanted` to `delivered` when the call is known. */
  keepRecordingDelivery(delivery: RecordingDelivery): Promise<{ ref: CallRef | undefined }>;
  /** The newest link delivered for this call. */
  deliveredRecording(ref: CallRef): Promise<{ url: string; receivedAtMs: number } | undefined>;

  /** Puts the call into the desk's queue (state `wanted`), unless its recording is stored or missing. */
  wantRecording(ref: CallRef, nowMs: number): Promise<void>;

  /**
   * The desk's next turn: in one transaction refuses a lookup closer than `spacingMs` to the start or
   * recorded end of the last, else picks the oldest due ticket and records the lookup as made.
   */
  takeDeskTurn(input: { nowMs: number; spacingMs: number }): Promise<DeskTurn>;
  /** When a lookup ended, so that spacing counts from its end. */
  endDeskTurn(nowMs: number): Promise<void>;
  /** Not found yet: due again at the instant, or `missing` when null. */
  deferRecording(
    ref: CallRef,
    input: { dueAtMs: number | null; why: string; nowMs: number },
  ): Promise<void>;

  recordingStored(ref: CallRef, recording: StoredRecording, nowMs: number): Promise<void>;
  storedRecording(ref: CallRef): Promise<StoredRecording | undefined>;
  desk(input: { nowMs: number; spacingMs: number }): Promise<DeskView>;
}
