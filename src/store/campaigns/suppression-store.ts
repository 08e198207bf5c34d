import type { CampaignState } from '../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../store.ts';

/** Numbers that are not to be called: an opt-out, a registry, a list of one's own. */
export interface SuppressionList {
  id: string;
  name: string;
  createdAtMs: number;
  /** Its entries, expired ones too. */
  numbers: number;
}

export interface Suppression {
  /** E.164. */
  number: string;
  /** From then on it may be called again; null: never. */
  untilMs: number | null;
  addedAtMs: number;
}

/** So many entries are added, or deleted with their list, in one transaction. */
export const ENTRIES_PER_BATCH = 500;

/** Numbers that come onto a list. */
export interface Addition {
  list: string;
  /** E.164. */
  numbers: readonly string[];
  untilMs: number | null;
  nowMs: number;
}

export interface AdditionReport {
  added: number;
  /** On the list before, or twice among the numbers. */
  known: number;
}

export interface ListRemoval {
  id: string;
  /** The list that campaigns get in its place; null: none. */
  replaceWith: string | null;
  /** Although campaigns count on it. */
  forced: boolean;
  nowMs: number;
}

/** A campaign that counts on a list. */
export interface ListUser {
  id: CampaignId;
  name: string;
  state: CampaignState;
  /** Null: every list. */
  suppressionLists: readonly string[] | null;
}

export interface RemovedList {
  id: string;
  /** Those that counted on it, as they are now. */
  campaigns: ListUser[];
}

export interface SuppressionStore {
  /** Makes the list, or gives it another name. */
  putSuppressionList(
    input: { id: string; name: string; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<SuppressionList>>;
  suppressionLists(): Promise<SuppressionList[]>;
  /**
   * Takes the list away: from the answer on it is out of use, and its id is free. Its entries are deleted in batches,
   * of which this makes the first. Campaigns that are not over and name it get the other list in the same
   * transaction, as a new version of their policy; where it is forced, those that may dial are paused.
   * @throws StoreRefusal not-found, list-in-use (facts: campaigns), unknown-list (facts: parameter), key-reused
   */
  dropSuppressionList(
    removal: ListRemoval,
    once?: IdempotencyKey,
  ): Promise<Idempotent<RemovedList>>;
  /**
   * Deletes one batch of the entries of a list that was removed, and the list with its last. Several processes may do
   * this at once.
   * @returns whether there was one
   */
  continueListRemoval(): Promise<boolean>;

  /**
   * Adds numbers; one that is on the list already gets the new expiry. From the return of this on no POST to
   * them leaves, whatever was claimed before. The exception to "one whole transaction": many numbers are added in
   * batches, each of which counts at once. Where it fails half way, what was added stays, and a repeat adds the rest.
   * @throws StoreRefusal not-found, key-reused
   */
  suppress(addition: Addition, once?: IdempotencyKey): Promise<Idempotent<AdditionReport>>;
  /** @throws StoreRefusal not-found when the list has no such number */
  unsuppress(
    input: { list: string; number: string },
    once?: IdempotencyKey,
  ): Promise<Idempotent<{ number: string }>>;
  /** Entries of one list, expired ones too, by number. @throws StoreRefusal not-found */
  suppressions(list: string, page: PageRequest): Promise<Page<Suppression>>;
  /** The lists that hold a number now. */
  listsSuppressing(number: string, nowMs: number): Promise<string[]>;
}
