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
import type { Idempotent, IdempotencyKey, Page, PageRequest } from './store.ts';

/** A comparison with the carrier's call records: asked for, done, or given up. */
export interface Reconciliation extends Span {
  id: ReconciliationId;
  /** Grows in the order of asking. */
  serial: number;
  /** `open`: asked for, or under way. */
  state: 'open' | 'done' | 'failed';
  /** Why it failed. */
  why: string | null;
  /** There as soon as the records have been compared. */
  report: ReconciliationReport | null;
  askedAtMs: number;
  endedAtMs: number | null;
}

/** As in a list of them. */
export interface ReconciliationSummary extends Omit<Reconciliation, 'report'> {
  report: Omit<ReconciliationReport, 'lists'> | null;
}

/** How a call record tells of a placement without an answer. */
export interface RecordIdentity {
  carrierCallId: string;
  evidence: RecordEvidence;
  /** How the record says that the call ended; null where it does not. */
  ended: TerminalState | null;
  /** Decimal string of the record. */
  cost: string | null;
  /** Of the comparison. */
  serial: number;
  nowMs: number;
}

export interface ReconciliationStore {
  /**
   * Asks for a comparison. One that is there already is given back as it is. Of those that the schedule asked for
   * the last 200 are kept.
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
   * Placements that the carrier took or may have taken: those written within the span, or a little before or
   * after it, and those that are named by their carrier ids or their calls. At most `limit` of them.
   */
  placementsToCompare(
    span: Span & { carrierCallIds: readonly string[]; refs: readonly CallRef[]; limit: number },
  ): Promise<OurPlacement[]>;

  /** Calls placed within the span that the carrier took and that are over. */
  seizures(span: Span): Promise<Seizures>;

  /** Keeps what was found, before any of it has an effect; once. */
  keepComparison(
    id: ReconciliationId,
    found: { report: ReconciliationReport; effects: RecordEffects },
  ): Promise<void>;
  /** What is to be done; null where nothing was found yet, or all of it is done. */
  effectsToApply(id: ReconciliationId): Promise<RecordEffects | null>;
  /** `unshown`: carrier ids of records that GET does not show; the report lists them as doubtful. */
  endReconciliation(
    id: ReconciliationId,
    end: { failed: string | null; unshown: readonly string[]; nowMs: number },
  ): Promise<void>;

  /**
   * Notes the costs that call records tell. A call for which no final document told one is settled with it, as
   * source `cdr`; one whose document says another keeps that, and the difference is journalled. Where a later
   * comparison (`serial`) has told a cost, nothing is done.
   */
  settleByRecords(
    costs: readonly { ref: CallRef; cost: string }[],
    comparison: { serial: number; nowMs: number },
  ): Promise<void>;

  /**
   * A call record proves that a placement without an answer was taken: binds the id (as `bindCarrierCall`),
   * ends the call as the record says, unconfirmed, and notes the cost. False where the placement or the id is
   * bound otherwise. `freed` are the running campaigns that may have waited for its contact or number.
   */
  identifyByRecord(
    key: PlacementKey,
    identity: RecordIdentity,
  ): Promise<{ bound: boolean; freed: CampaignId[] }>;

  /** A record would prove this placement, but GET shows no call under its id: nothing is bound. Noted once. */
  noteUnshownRecord(
    record: PlacementKey & Pick<RecordIdentity, 'carrierCallId'>,
    nowMs: number,
  ): Promise<void>;
}
