import type { CallRef, PlacementKey } from '../domain/ids.ts';
import type {
  HighWater,
  KnownPlacements,
  RestoreSign,
  SeenPlacements,
} from '../domain/restore/restore.ts';
import type { Account } from './account-store.ts';
import type { Idempotent, IdempotencyKey } from './requests.ts';

/**
 * What became of a call that the database had forgotten. `followed`: the carrier's id is known, so it is followed to its
 * end. `unknown`: it may have been placed, and is locked. `not-dialled`: no POST of it can be out. `lost`: its contact is
 * not in the database, so nothing can be written of it.
 */
export const RESTORED_OUTCOMES = ['followed', 'unknown', 'not-dialled', 'lost'] as const;
export type RestoredOutcome = (typeof RESTORED_OUTCOMES)[number];

/** The database was found older than what had happened, and nobody has released it. */
export interface Restore {
  foundAtMs: number;
  sign: RestoreSign;
  /** The last change that it knew of; null: it was empty. */
  asOfMs: number | null;
  /** When all runs in Temporal had been read; null: they have not been yet. */
  readAtMs: number | null;
  calls: Record<RestoredOutcome, number>;
  /** Placements that were made, and of which nobody knows the call; null: nobody knows how many. */
  unexplained: number | null;
  /** The first hundred of the lost ones. */
  lost: { ref: CallRef; carrierCallId: string | null }[];
}

/** A call as its history in Temporal shows it. */
export interface ForgottenCall {
  ref: CallRef;
  seen: SeenPlacements;
  /** When the POST left, and for which agent; undefined: its history does not say. */
  posted?: { atMs: number; agentId: string } | undefined;
}

export interface RestoreStore {
  highWater(): Promise<HighWater>;
  /** The open one; undefined: the database is not known to be older than what has happened. */
  restore(): Promise<Restore | undefined>;
  /** Stops the account. False: it was noted before, and nobody has released it. */
  noteRestore(sign: RestoreSign, nowMs: number): Promise<boolean>;
  /** Without the calls that it does not know. */
  knownPlacements(refs: readonly CallRef[]): Promise<Map<CallRef, KnownPlacements>>;
  /**
   * Writes what was forgotten of a call. A POST that was or may be out locks contact and number. Undefined: nothing was
   * forgotten of it, or no restore is open.
   */
  writeForgotten(call: ForgottenCall, nowMs: number): Promise<RestoredOutcome | undefined>;
  /** Placements of which only webhooks are known, at most a thousand. */
  placementsInInboxOnly(): Promise<PlacementKey[]>;
  noteRestoreRead(nowMs: number): Promise<void>;
  /**
   * The account may dial again, and the database counts as the present one.
   * @throws StoreRefusal illegal-move if none is open, or if Temporal was not read yet
   */
  releaseRestore(
    input: {
      /** As the restore shows it, if there are any. */ unexplained: number | null;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Account>>;
}
