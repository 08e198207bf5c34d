import type { CallRef } from '../../domain/ids.ts';

/** The content of a recording webhook. The document does not show its payload; the profile says how to read it. */
export interface RecordingDelivery {
  /**
   * The call whose URL it arrived on; undefined: it arrived on the account's URL, and `carrierCallId` names the call.
   */
  ref?: CallRef;
  /** The placement whose URL it is. */
  placement?: number;
  /** Null: the body names no call, or could not be read. The delivery is stored all the same. */
  carrierCallId: string | null;
  url: string | null;
  receivedAtMs: number;
  body: string;
}

export interface KeptDelivery {
  /** Undefined: no call has the carrier's id. */
  ref: CallRef | undefined;
  /** False: nothing was written. */
  kept: boolean;
  /** The URL belongs to a call, and the webhook is about another one. */
  isForeign?: boolean;
  /** A link that is new to the call, so its workflow needs a signal. */
  isNewLink: boolean;
}

export interface DeskTicket {
  ref: CallRef;
  carrierCallId: string;
  /** Lookups made for this call, this one included. */
  tries: number;
  /** How many earlier ones were answered. */
  searches: number;
  /** When the call ended. */
  endedAtMs: number;
  /** When this turn was taken, as stored. */
  takenAtMs: number;
}

export interface StoredRecording {
  /** Relative to the recordings folder. */
  file: string;
  sha256: string;
  bytes: number;
  contentType: string;
}

/** Why a recording may not be written. `being-removed`: an older file of it is not removed yet. */
export type RecordingRefusal = 'erased' | 'being-removed';

export type DeskTurn =
  /** From now on the lookup counts as made, with any result. */
  | { kind: 'look-up'; ticket: DeskTicket }
  /** No lookup before this instant, because the quota is used up or the desk is closed. */
  | { kind: 'wait'; untilMs: number; why: string }
  /** Nothing is due; the next retry is at this instant, or null when the queue is empty. */
  | { kind: 'idle'; untilMs: number | null };

export interface DeskPace {
  /** Between two lookups. */
  spacingMs: number;
  /** The longest duration of a lookup. It is assumed for a lookup whose end was never stored. */
  lookupAtMostMs: number;
}

export interface DeskView {
  queued: number;
  /** Set while the desk makes no lookups. */
  closed: { untilMs: number; why: string } | null;
  /** When the last lookup was made, as stored. */
  lastLookupAtMs: number | null;
  /** When the queue will be empty at the present pace; null: it is empty. */
  emptyAtMs: number | null;
}

export interface RecordingStore {
  /** The call with this carrier id. */
  callOfCarrierId(carrierCallId: string): Promise<CallRef | undefined>;
  /**
   * Stores a delivery, unless it is a repeat, its call has too many, its call ended long ago, or it came on a call's URL
   * and is about another call. Of deliveries without
   * a known call the newest are kept. A link moves the call's recording to `delivered`, if one was expected and is not
   * stored yet, even if it was given up as `missing`.
   */
  keepRecordingDelivery(delivery: RecordingDelivery): Promise<KeptDelivery>;
  /** Deletes old deliveries without a call, and old bodies, a bounded number at a time. */
  pruneRecordingDeliveries(nowMs: number): Promise<void>;
  /** The newest link delivered for this call. */
  deliveredRecording(ref: CallRef): Promise<{ url: string; receivedAtMs: number } | undefined>;

  /**
   * Puts the call into the desk's queue (state `wanted`), unless its recording is stored or missing. `behind`: an
   * earlier call is in the queue, so the desk is awake and needs no signal.
   */
  wantRecording(ref: CallRef, nowMs: number): Promise<'next' | 'behind'>;
  /**
   * For a request by a person: also queues a recording that was given up as `missing`. No effect if it is stored or
   * being fetched, or if the call has none.
   */
  askRecording(ref: CallRef, nowMs: number): Promise<void>;

  /**
   * The desk's next turn, in one transaction. It is refused within the spacing after the end of the last lookup and
   * while the desk is closed. Otherwise the oldest due ticket is chosen, and the lookup is stored as made.
   */
  takeDeskTurn(input: DeskPace & { nowMs: number }): Promise<DeskTurn>;
  /** Stores the end of a lookup, because the spacing counts from there. No effect once another lookup was made. */
  endDeskTurn(input: { takenAtMs: number; nowMs: number }): Promise<void>;
  /** Closes the desk until the instant. All waiting recordings get the reason and the instant. */
  closeDesk(input: { untilMs: number; why: string; nowMs: number }): Promise<void>;
  /**
   * The recording was not found: due again at the instant, or `missing` if that is null.
   * `searched`: the lookup was answered. Otherwise it counts only as made.
   */
  deferRecording(
    ref: CallRef,
    input: { dueAtMs: number | null; why: string; searched: boolean; nowMs: number },
  ): Promise<void>;

  /**
   * Before the file is written, so that an erasure knows of it.
   * @param untilMs when the write is over in any case, even if its end is never reported
   */
  beginRecordingWrite(ref: CallRef, untilMs: number): Promise<RecordingRefusal | undefined>;
  /** A file that was refused is removed. */
  recordingStored(
    ref: CallRef,
    recording: StoredRecording,
    nowMs: number,
  ): Promise<RecordingRefusal | undefined>;
  storedRecording(ref: CallRef): Promise<StoredRecording | undefined>;
  /** The size of all recordings ever stored, in bytes. */
  recordingBytes(): Promise<number>;
  desk(input: DeskPace & { nowMs: number }): Promise<DeskView>;
}
