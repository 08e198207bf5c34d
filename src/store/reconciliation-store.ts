import type { TerminalState } from '../domain/calls/call-state.ts';
import type { CampaignId, CallRef, PlacementKey, ReconciliationId } from '../domain/ids.ts';
import type { ReconciliationReport } from '../domain/reconciliation/reconciliation-report.ts';
import type {
  OurPlacement,
  RecordEffects,
  RecordEvidence,
  Seizures,
  Span,
} from '../domain/reconciliation/reconciliation.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from './requests.ts';

/** A comparison with the carrier's call records: asked for, done, or given up. */
export interface Reconciliation extends Span {
  id: ReconciliationId;
  /** Increases in the order of the requests. */
  serial: number;
  /** `open`: requested or running. */
  state: 'open' | 'done' | 'failed';
  /** Why it failed. */
  why: string | null;
  /** Null until the records have been compared. */
  report: ReconciliationReport | null;
  askedAtMs: number;
  endedAtMs: number | null;
}

/** An item of the list. */
export interface ReconciliationSummary extends Omit<Reconciliation, 'report'> {
  report: Omit<ReconciliationReport, 'lists'> | null;
}

/** A call record that proves a placement without an answer. */
export interface RecordIdentity {
  carrierCallId: string;
  evidence: RecordEvidence;
  /** How the call ended by the record; null: the record does not say it. */
  ended: TerminalState | null;
  /** Decimal string from the record. */
  cost: string | null;
  /** Of the comparison. */
  serial: number;
  nowMs: number;
}

export interface ReconciliationStore {
  /**
   * Requests a comparison. An existing one is returned unchanged. Of the ones requested by the schedule the last 200
   * are kept.
   * @throws StoreRefusal wrong-time (facts: field), if calls of the span were deleted
   */
  openReconciliation(
    input: Span & { id: ReconciliationId; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Reconciliation>>;

  /** @throws StoreRefusal not-found */
  reconciliation(id: ReconciliationId): Promise<Reconciliation>;
  /** Newest first. */
  reconciliations(page: PageRequest): Promise<Page<ReconciliationSummary>>;

  /**
   * Placements that the carrier accepted or may have accepted: those written within the span or shortly before or after
   * it, and those named by their carrier ids or their calls. At most `limit` of them.
   */
  placementsToCompare(
    span: Span & { carrierCallIds: readonly string[]; refs: readonly CallRef[]; limit: number },
  ): Promise<OurPlacement[]>;

  /** Ended calls that were placed within the span and accepted by the carrier. */
  seizures(span: Span): Promise<Seizures>;

  /** Stores the result once, before any of its effects is applied. */
  keepComparison(
    id: ReconciliationId,
    found: { report: ReconciliationReport; effects: RecordEffects },
  ): Promise<void>;
  /** The effects to apply; null: nothing was compared yet, or all are applied. */
  effectsToApply(id: ReconciliationId): Promise<RecordEffects | null>;
  /** `unshown`: carrier ids of records that GET does not show; the report lists them as doubtful. */
  endReconciliation(
    id: ReconciliationId,
    end: { failed: string | null; unshown: readonly string[]; nowMs: number },
  ): Promise<void>;

  /**
   * Stores the costs of call records. A call without a cost from a final document is settled with it, as source `cdr`.
   * A call whose document has another cost keeps that, with a line in its timeline. If a later comparison (by `serial`)
   * has stored a cost, nothing changes.
   */
  settleByRecords(
    costs: readonly { ref: CallRef; cost: string }[],
    comparison: { serial: number; nowMs: number },
  ): Promise<void>;

  /**
   * For a call record that proves that a placement without an answer was accepted: binds the id (as `bindCarrierCall`),
   * ends the call as the record says, unconfirmed, and stores the cost. False: the placement or the id is bound to
   * another. `freed`: running campaigns that may have waited for the contact or the number.
   */
  identifyByRecord(
    key: PlacementKey,
    identity: RecordIdentity,
  ): Promise<{ bound: boolean; freed: CampaignId[] }>;

  /**
   * For a record that would prove this placement, but whose id GET does not show. Adds one line to the timeline,
   * once.
   */
  noteUnshownRecord(
    record: PlacementKey & Pick<RecordIdentity, 'carrierCallId'>,
    nowMs: number,
  ): Promise<void>;
}
