import type { DecisionRecord } from '../../../domain/decisions/decision-record.ts';
import type { PlacementKey } from '../../../domain/ids.ts';
import type { RefusalVerdict } from '../../../domain/calls/placement.ts';
import type { PlacementView } from '../../calls/call-store.ts';
import type { PlacementState, RecordedPlacement } from '../../calls/placement-store.ts';
import { sqlList } from '../engine/sql-list.ts';
import type { Tx } from '../engine/tx.ts';

/** The time zone data of this process, which made the decision. Other processes may have other data. */
const ZONE_RULES = process.versions['tz'] ?? null;

export interface PlacementRow extends PlacementView, Omit<RecordedPlacement, 'verdict'> {
  /** In the order of writing, as far as units run one after the other. */
  id: number;
  ref: string;
  details: string | null;
  verdict: string | null;
  /** JSON. */
  decision: string | null;
}

/** SQL: the id of the last placement. Exact in a unit that runs alone, because no other one is running then. */
export const LAST_PLACEMENT = '(SELECT coalesce(max(id), 0) FROM placements)';

export const keyOf = ({ ref, placement }: PlacementKey) => ({ ref, placement });

export async function findPlacementRow(
  tx: Tx,
  key: PlacementKey,
): Promise<PlacementRow | undefined> {
  return tx.get<PlacementRow>(
    'SELECT * FROM placements WHERE ref = :ref AND placement = :placement',
    keyOf(key),
  );
}

export async function placementRows(tx: Tx, ref: string): Promise<PlacementRow[]> {
  return tx.all<PlacementRow>('SELECT * FROM placements WHERE ref = :ref ORDER BY placement', {
    ref,
  });
}

/** Its POST is or may be out. */
export const isOpen = ({ state }: PlacementRow): boolean => OPEN_STATES.includes(state);

/** Nobody knows the carrier's answer to it. */
export const isUnanswered = ({ state }: PlacementRow): boolean => UNANSWERED_STATES.includes(state);

export const UNANSWERED_STATES: readonly PlacementState[] = ['intent', 'unknown'];
export const OPEN_STATES: readonly PlacementState[] = [...UNANSWERED_STATES, 'accepted'];

/** The placement of a call whose POST is or may be out. */
export async function openPlacement(tx: Tx, ref: string): Promise<PlacementRow | undefined> {
  return tx.get<PlacementRow>(
    `SELECT * FROM placements
     WHERE ref = :ref AND state IN (${sqlList(OPEN_STATES)})
     ORDER BY placement DESC LIMIT 1`,
    { ref },
  );
}

export async function insertPlacement(
  tx: Tx,
  key: PlacementKey,
  row: { state: 'intent' | 'void'; nowMs: number; decision?: DecisionRecord },
): Promise<PlacementRow> {
  const decision = row.decision === undefined ? null : JSON.stringify(row.decision);
  return (await tx.get<PlacementRow>(
    `INSERT INTO placements (ref, placement, state, intent_at_ms, zone_rules, decision)
     VALUES (:ref, :placement, :state, :nowMs, :zoneRules, :decision) RETURNING *`,
    { ...keyOf(key), state: row.state, nowMs: row.nowMs, zoneRules: ZONE_RULES, decision },
  ))!;
}

export interface PlacementResult {
  state: PlacementState;
  nowMs: number;
  why?: string;
  carrierCallId?: string;
  status?: number | undefined;
  code?: string | undefined;
  details?: string | undefined;
  verdict?: RefusalVerdict;
}

export async function writeResult(
  tx: Tx,
  key: PlacementKey,
  result: PlacementResult,
): Promise<void> {
  tx.send(
    `UPDATE placements
     SET state = :state, outcome_at_ms = :nowMs, why = :why, carrier_call_id = :carrierCallId,
         status = :status, code = :code, details = :details, verdict = :verdict
     WHERE ref = :ref AND placement = :placement`,
    {
      ...keyOf(key),
      state: result.state,
      nowMs: result.nowMs,
      why: result.why ?? null,
      carrierCallId: result.carrierCallId ?? null,
      status: result.status ?? null,
      code: result.code ?? null,
      details: result.details ?? null,
      verdict: result.verdict === undefined ? null : JSON.stringify(result.verdict),
    },
  );
}

export function toRecorded(row: PlacementRow): RecordedPlacement {
  return {
    placement: row.placement,
    state: row.state,
    carrierCallId: row.carrierCallId,
    verdict: row.verdict === null ? null : (JSON.parse(row.verdict) as RefusalVerdict),
    why: row.why,
    intentAtMs: row.intentAtMs,
  };
}
