import type { Idempotent, IdempotencyKey } from './requests.ts';

/** A change of the carrier's resources that somebody asks for. */
export interface CarrierChange {
  /** What the carrier is asked to do, such as `update-sip-account`. */
  operation: string;
  /** Path of the resource under /v1, such as `carrier/sip-accounts/desk-1`. */
  target: string;
  /** Plain JSON of what was given; null: nothing. */
  asked: unknown;
}

/** What is known of a change; also what a repeat of its key is answered with. */
export interface CarrierChangeAnswer {
  /** HTTP status that was answered; null: none was yet, for it is under way, or its process was killed. */
  status: number | null;
  body: unknown;
}

export interface CarrierChangeEnd {
  /** Of the HTTP answer of the carrier, or what became of the request instead, such as `not-sent`. */
  outcome: string;
  /** Plain JSON, as far as it is known; null: it is not, or there was nothing. */
  before: unknown;
  after: unknown;
  /** Kept for a repeat of the key. Null: nothing was changed, and the key may be tried again. */
  kept: CarrierChangeAnswer | null;
}

/** The carrier is no part of a transaction: what is asked of it is written before, and what came of it after. */
export interface CarrierChangeStore {
  /**
   * Called before anything is sent. A repeat of the key gets what is known about the first request and must send
   * nothing.
   * @throws StoreRefusal key-reused
   */
  beginCarrierChange(
    input: CarrierChange & { nowMs: number },
    once: IdempotencyKey,
  ): Promise<Idempotent<CarrierChangeAnswer>>;
  endCarrierChange(
    input: CarrierChange & CarrierChangeEnd & { nowMs: number },
    once: IdempotencyKey,
  ): Promise<void>;
}
