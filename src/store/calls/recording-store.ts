import type { CallRef } from '../../domain/ids.ts';

/** What the recording webhook said (its payload is not shown; the profile says where to look). */
export interface RecordingDelivery {
  /** The call whose own URL it came on; undefined: on the account's, and `carrierCallId` says whose it is. */
  ref?: CallRef;
  /** Null when the body could not be read: kept all the same. */
  carrierCallId: string | null;
  url: string | null;
  receivedAtMs: number;
  body: string;
}

export interface KeptDelivery {
  /** Undefined where no call is known by the carrier's id. */
  ref: CallRef | undefined;
  /** False: nothing was written. */
  kept: boolean;
  /** A link that the call has not had: its workflow should hear of it. */
  isNewLink: boolean;
}

export interface DeskTicket {
  ref: CallRef;
  carrierCallId: string;
  /** Lookups made for this call, this one included. */
  tries: number;
  /** How many of those before this one were answered. */
  searches: number;
  /** When the call ended. */
  endedAtMs: number;
  /** When this turn was taken, by the store's record. */
  takenAtMs: number;
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
  /** No lookup before this instant: the quota is spent, or the desk was closed. */
  | { kind: 'wait'; untilMs: number; why: string }
  /** Nothing is due; the next retry is at this instant, or null when the queue is empty. */
  | { kind: 'idle'; untilMs: number | null };

export interface DeskPace {
  /** Between two lookups. */
  spacingMs: number;
  /** The longest a lookup takes. One whose end was never recorded is taken to have lasted so long. */
  lookupAtMostMs: number;
}

export interface DeskView {
  queued: number;
  /** Set while the desk makes no lookups for anybody. */
  closed: { untilMs: number; why: string } | null;
  /** When the last lookup was made, by the store's record. */
  lastLookupAtMs: number | null;
  /** When the queue would be empty at the present pace; null when it is. */
  emptyAtMs: number | null;
}

export interface RecordingStore {
  /** The call that the carrier gave this id. */
  callOfCarrierId(carrierCallId: string): Promise<CallRef | undefined>;
  /**
   * Keeps a delivery, unless it repeats one, its call has had its share, or ended long ago. Of those that belong to no
   * call the newest are kept. A link moves the call's recording to `delivered`, when the call is known and its
   * recording is neither stored nor unexpected: one that was given up as `missing` too.
   */
  keepRecordingDelivery(delivery: RecordingDelivery): Promise<KeptDelivery>;
  /** Deletes old deliveries of no call, and old bodies; a bounded number at a time. */
  pruneRecordingDeliveries(nowMs: number): Promise<void>;
  /** The newest link delivered for this call. */
  deliveredRecording(ref: CallRef): Promise<{ url: string; receivedAtMs: number } | undefined>;

  /**
   * Puts the call into the desk's queue (state `wanted`), unless its recording is stored or missing. `behind`: an
   * earlier one waits there already, so that the desk comes by itself.
   */
  wantRecording(ref: CallRef, nowMs: number): Promise<'next' | 'behind'>;
  /**
   * A person asks for it: into the desk's queue too when it was given up as `missing`. Not when it is stored or
   * being fetched, nor when the call has none.
   */
  askRecording(ref: CallRef, nowMs: number): Promise<void>;

  /**
   * The desk's next turn: in one transaction refuses a lookup closer than the spacing to the end of the last,
   * or while the desk is closed, else picks the oldest due ticket and records the lookup as made.
   */
  takeDeskTurn(input: DeskPace & { nowMs: number }): Promise<DeskTurn>;
  /** When a lookup ended, so that spacing counts from its end. Without effect once another was made. */
  endDeskTurn(input: { takenAtMs: number; nowMs: number }): Promise<void>;
  /** No lookup for anybody before the instant. Every recording that waits says why, and until when. */
  closeDesk(input: { untilMs: number; why: string; nowMs: number }): Promise<void>;
  /**
   * Not had yet: due again at the instant, or `missing` when null.
   * `searched`: the lookup was answered; else it counts only as made.
   */
  deferRecording(
    ref: CallRef,
    input: { dueAtMs: number | null; why: string; searched: boolean; nowMs: number },
  ): Promise<void>;

  recordingStored(ref: CallRef, recording: StoredRecording, nowMs: number): Promise<void>;
  storedRecording(ref: CallRef): Promise<StoredRecording | undefined>;
  /** Of all recordings ever stored, in bytes. */
  recordingBytes(): Promise<number>;
  desk(input: DeskPace & { nowMs: number }): Promise<DeskView>;
}
