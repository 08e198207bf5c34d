import type { CallRef, CampaignId } from '../../domain/ids.ts';
import type { ErasureStep } from '../../domain/privacy/erasure.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/** Whom to erase. By row key: every number of the contacts with this key, wherever the numbers are. */
export type ErasureSubject =
  { number: string } | { rowKey: string; campaignId?: CampaignId | undefined };

/** How many of each kind, such as `contacts` or `recordings`. Kinds without any are left out. */
export type ErasedCounts = Record<string, number>;

export interface Erasure {
  id: string;
  /** A keyed hash of what was given. */
  subjectHash: string;
  state: 'open' | 'done';
  step: ErasureStep;
  /** Why it does not go on now; null: it does. */
  waitingFor: string | null;
  erased: ErasedCounts;
  askedAtMs: number;
  endedAtMs: number | null;
}

export interface ErasurePreview {
  /** Number of different numbers. */
  numbers: number;
  found: ErasedCounts;
  /** The erasure waits until they are over. At most 10. */
  liveCalls: CallRef[];
}

export interface FileRemoval {
  serial: number;
  file: string;
  /** Unfinished writes of the file are removed too. */
  unfinished: boolean;
}

/** A suppression list that holds a number. */
export interface HoldingList {
  id: string;
  /** Null: permanently. */
  untilMs: number | null;
}

export interface PrivacyStore {
  /** What the erasure would find by index. Texts that quote the number are found only by the erasure itself. */
  previewErasure(subject: ErasureSubject): Promise<ErasurePreview>;
  /**
   * From this commit on the numbers are not dialled, in any campaign. Everything else is done by `continueErasure`.
   * @throws StoreRefusal not-found if no contact has the row key
   */
  beginErasure(
    input: { id: string; subject: ErasureSubject; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<Erasure>>;
  erasure(id: string): Promise<Erasure>;
  /** Newest first. */
  erasures(page: PageRequest): Promise<Page<Erasure>>;
  /**
   * One batch of the erasure that has waited longest. Several processes may do this at once; each batch counts once.
   * @returns whether anything was done; false: there is nothing to do now
   */
  continueErasure(nowMs: number): Promise<boolean>;
  /** Files of recordings to remove from the archive now. */
  filesToRemove(input: { nowMs: number; limit: number }): Promise<FileRemoval[]>;
  /** The same file may have been queued again meanwhile, under another serial. */
  noteFilesRemoved(serials: readonly number[]): Promise<void>;
  /**
   * Allows calls to an erased number again, for a person who has asked for them. The number is on the suppression lists
   * again that held it before its erasure, or to which it was added since.
   * @throws StoreRefusal not-found if the number was not erased, illegal-move while its erasure is under way
   */
  allowErasedNumber(
    input: { number: string; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<{ allowed: true; lists: HoldingList[] }>>;
}
