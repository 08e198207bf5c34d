import type { RegistryCopy } from '../../domain/contacts/suppression.ts';
import type { CampaignState } from '../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/** A list of numbers that must not be called, such as opt-outs or a public registry. */
export interface SuppressionList {
  id: string;
  name: string;
  createdAtMs: number;
  /** Its entries, expired ones too. */
  numbers: number;
  /** Of its last change. Changes are counted over all lists of the account. */
  version: number;
  /** Of a copy of a registry: when it was made, and how old it may be when people are called. Null: it is no copy. */
  asOfMs: number | null;
  maxAgeMs: number | null;
}

export interface Suppression {
  /** E.164. */
  number: string;
  /** From this instant it may be called again; null: never. */
  untilMs: number | null;
  addedAtMs: number;
}

/** What keeps a number from being dialled, whatever its campaign. */
export interface NumberSuppressions {
  /** The person was erased, or is being erased: no campaign dials the number. */
  erased: boolean;
  /** By list, expired ones too. */
  entries: (Omit<Suppression, 'number'> & { list: string; listName: string })[];
}

/** Entries that are added, or deleted with their list, in one transaction. */
export const ENTRIES_PER_BATCH = 500;

/** Numbers to add to a list. */
export interface Addition {
  list: string;
  /** E.164. */
  numbers: readonly string[];
  untilMs: number | null;
  nowMs: number;
}

export interface AdditionReport {
  added: number;
  /** Already on the list, or repeated in the request. */
  known: number;
  /** Of erased persons, repeated ones included. The list keeps their hashes only. */
  erased: number;
}

export interface ListRemoval {
  id: string;
  /** The list that campaigns use instead; null: none. */
  replaceWith: string | null;
  /** Removes the list even if campaigns use it. */
  forced: boolean;
  nowMs: number;
}

/** A campaign that uses a list. */
export interface ListUser {
  id: CampaignId;
  name: string;
  state: CampaignState;
  /** Null: every list. */
  suppressionLists: readonly string[] | null;
}

export interface RemovedList {
  id: string;
  /** The campaigns that used it, after the change. */
  campaigns: ListUser[];
}

export interface SuppressionStore {
  /** Creates the list, or renames it. `copy`: null if it is no copy of a registry; left out: as it was. */
  putSuppressionList(
    input: { id: string; name: string; copy?: RegistryCopy | null; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<SuppressionList>>;
  suppressionLists(): Promise<SuppressionList[]>;
  /**
   * Removes the list. After the answer it has no effect, and its id is free. Its entries are deleted in batches; this
   * makes the first. Campaigns that are not over and name it get `replaceWith` in the same transaction, as a new
   * version of their policy. If the removal is forced, those that may dial are paused.
   * @throws StoreRefusal not-found, list-in-use (facts: campaigns), unknown-list (facts: parameter), key-reused
   */
  dropSuppressionList(
    removal: ListRemoval,
    once?: IdempotencyKey,
  ): Promise<Idempotent<RemovedList>>;
  /**
   * Deletes one batch of the entries of a removed list, and the list with the last one. Several processes may do this
   * at once.
   * @returns whether there was a removed list
   */
  continueListRemoval(): Promise<boolean>;

  /**
   * Adds numbers. A number that is on the list already gets the new expiry. After the return no POST to them leaves,
   * also for calls that were claimed before. This is not one transaction: many numbers are added in batches, each of
   * which counts at once. If it fails half way, the added numbers stay, and a repeat adds the rest.
   * @throws StoreRefusal not-found, key-reused
   */
  suppress(addition: Addition, once?: IdempotencyKey): Promise<Idempotent<AdditionReport>>;
  /** The numbers of the contacts with this `person`, in all campaigns. */
  numbersOfPerson(person: string): Promise<string[]>;
  /**
   * Takes a number off a list, an erased one too. The answer has no number, because it is stored.
   * @throws StoreRefusal not-found when the list has no such number
   */
  unsuppress(
    input: { list: string; number: string },
    once?: IdempotencyKey,
  ): Promise<Idempotent<{ removed: true }>>;
  /** Entries of one list, expired ones too, by number. @throws StoreRefusal not-found */
  suppressions(list: string, page: PageRequest): Promise<Page<Suppression>>;
  /** @param number E.164 */
  suppressionsOf(number: string): Promise<NumberSuppressions>;
}
