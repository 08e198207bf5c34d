import type { ConsentFact } from '../../domain/contacts/consent.ts';
import type { Idempotent, IdempotencyKey } from '../requests.ts';

/** What a person said or did, as it is recorded. */
export interface NewConsent extends Omit<ConsentFact, 'version'> {
  /** E.164. */
  number: string;
  /** Where, such as a form or a call; null: not said. */
  source: string | null;
  /** Of the text that the person agreed to; null: not said. */
  textVersion: string | null;
  /** An address or a hash; null: there is none. */
  proof: string | null;
}

export interface RecordedConsent extends Omit<NewConsent, 'number'> {
  version: number;
  recordedAtMs: number;
}

export interface ConsentReport {
  recorded: number;
  /** Recorded before, or twice in the request: the same number, kind, purpose, time and expiry. */
  known: number;
}

/** Events that are recorded in one transaction. */
export const CONSENTS_PER_BATCH = 500;

/** Most events of a number that are kept: more are no will of a person. */
export const MOST_CONSENTS = 500;

export interface ConsentStore {
  /**
   * Records events, which are never changed. After the return no POST leaves that they forbid, also of calls that were claimed
   * before. Many are recorded in batches, each of which counts at once; a repeat records what is missing. Of an erased number only
   * its hash is kept, without source, text and proof.
   * @throws StoreRefusal too-many-consents (facts: number), key-reused
   */
  recordConsents(
    input: { consents: readonly NewConsent[]; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<ConsentReport>>;
  /** Of one number, the newest first. @param number E.164 */
  consentsOf(number: string): Promise<RecordedConsent[]>;
}
