import type { Once, OnceKey, Page, PageRequest } from './store.ts';

/** Numbers that are not to be called: an opt-out, a registry, a list of one's own. */
export interface SuppressionList {
  id: string;
  name: string;
  createdAtMs: number;
  /** Entries that have not expired. */
  numbers: number;
}

export interface Suppression {
  /** E.164. */
  number: string;
  /** From then on it may be called again; null: never. */
  untilMs: number | null;
  addedAtMs: number;
}

export interface SuppressionStore {
  /** Makes the list, or gives it another name. */
  putSuppressionList(
    input: { id: string; name: string; nowMs: number },
    once?: OnceKey,
  ): Promise<Once<SuppressionList>>;
  suppressionLists(nowMs: number): Promise<SuppressionList[]>;
  /** Takes the list away with all its entries. @throws StoreRefusal not-found */
  dropSuppressionList(id: string, once?: OnceKey): Promise<Once<{ id: string }>>;

  /**
   * Adds numbers; one that is on the list already gets the new expiry. From the return of this on no POST to
   * them leaves, whatever was claimed before.
   * @throws StoreRefusal not-found
   */
  suppress(
    input: { list: string; numbers: readonly string[]; untilMs: number | null; nowMs: number },
    once?: OnceKey,
  ): Promise<Once<{ added: number; known: number }>>;
  /** @throws StoreRefusal not-found when the list has no such number */
  unsuppress(
    input: { list: string; number: string },
    once?: OnceKey,
  ): Promise<Once<{ number: string }>>;
  /** Entries of one list, expired ones too, by number. @throws StoreRefusal not-found */
  suppressions(list: string, page: PageRequest): Promise<Page<Suppression>>;
  /** The lists that hold a number now. */
  listsSuppressing(number: string, nowMs: number): Promise<string[]>;
}
