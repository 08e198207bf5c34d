import type { CallRef, CallbackId, CampaignId } from '../../domain/ids.ts';
import type { OutcomeCode, OutcomeEffect } from '../../domain/outcomes/outcome.ts';
import type { OutcomeGroup } from '../../domain/outcomes/outcome-groups.ts';
import type { CallbackSettings } from '../campaigns/callback-store.ts';
import type { IdempotencyKey, Idempotent, Precondition } from '../requests.ts';

export interface StoredOutcomeCode extends OutcomeCode {
  /** Calls still refer to it, but none gets it any more. */
  deletedAtMs: number | null;
}

/** What a person said of a call, beside the carrier's disposition. */
export interface Outcome {
  ref: CallRef;
  code: string;
  /** Of the code when it was set. */
  group: OutcomeGroup;
  note: string | null;
  /** JSON of the client. */
  data: unknown;
  callbackId: CallbackId | null;
  /** What was done by it, and what was not. */
  effects: readonly OutcomeEffect[];
  /** Counts its changes, from 1. */
  version: number;
  firstAtMs: number;
  atMs: number;
  /** Name of the key. */
  who: string;
}

export interface NewOutcome {
  ref: CallRef;
  code: string;
  note: string | null;
  /** JSON text. */
  data: string | null;
  /** For a code that makes a callback: with the id that it gets. */
  callback: { id: CallbackId; settings: CallbackSettings } | null;
  /** Given the outcome that is there, or null. Throws where it may not be replaced. */
  precondition: Precondition<Outcome | null>;
  nowMs: number;
}

export interface SetOutcome {
  ref: CallRef;
  version: number;
  /** Running campaigns whose contact or agent may be dialled with now. */
  campaignId: CampaignId;
}

export interface OutcomeCount {
  code: string;
  group: OutcomeGroup;
  calls: number;
}

export interface OutcomeStore {
  /** In the order of their ids. */
  outcomeCodes(): Promise<StoredOutcomeCode[]>;
  /**
   * Makes or changes a code; a deleted one is there again. Calls that have it keep what followed from it.
   * @throws StoreRefusal unknown-list (facts: field)
   */
  putOutcomeCode(
    input: {
      code: OutcomeCode;
      precondition?: Precondition<StoredOutcomeCode | null>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<StoredOutcomeCode>>;
  /** Calls keep it. @throws StoreRefusal not-found */
  deleteOutcomeCode(
    input: { id: string; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<StoredOutcomeCode>>;

  /**
   * Says what a call led to, and does what follows: a callback, a suppression, the end of the wrap-up at once; the contact
   * moves when outcome and end are both known, whichever comes first. A contact that was called again since, is on a call or
   * is locked stays as it is. What was done is part of the outcome.
   * @throws StoreRefusal not-found, illegal-move (nobody was called, or erased), unknown-code (facts: field), number-erased,
   *   unknown-agent, wrong-time
   */
  setOutcome(input: NewOutcome, once?: IdempotencyKey): Promise<Idempotent<SetOutcome>>;
  /** Null: nobody has set one. @throws StoreRefusal not-found (the call) */
  outcome(ref: CallRef): Promise<Outcome | null>;

  /** Calls by code, of a span of the last placement. By quarters of an hour: the ends are rounded down. */
  outcomeCounts(filter: {
    campaignId?: CampaignId | undefined;
    agentId?: string | undefined;
    fromMs: number;
    toMs: number;
  }): Promise<OutcomeCount[]>;
}
