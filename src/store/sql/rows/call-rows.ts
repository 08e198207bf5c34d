import type { LiveState } from '../../../domain/calls/call-state.ts';
import type { PollState } from '../../../domain/calls/polling.ts';
import type { Disposition } from '../../../domain/calls/disposition.ts';
import type { CallRef, CampaignId } from '../../../domain/ids.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { CostSource } from '../../../domain/reconciliation/reconciliation.ts';
import type { Call, CallRecordState, RecordingState, Settlement } from '../../calls/call-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';
import { factsOf, redialOf } from './call-fact-rows.ts';

/** SQL: not changed after `:beforeMs`. Postgres's index of unfinished calls has the ten minutes only. */
export const UNTOUCHED = `touched_at_ms <= :beforeMs
  AND touched_period <= CAST(:beforeMs AS BIGINT) / 600000`;

export interface CallRow {
  id: number;
  ref: CallRef;
  campaign_id: CampaignId;
  contact: number;
  ordinal: number;
  number: string;
  agent_id: string | null;
  state: CallRecordState;
  deepest: LiveState | null;
  placement: number;
  holds_agent: number;
  policy_version: number;
  slot_ms: number | null;
  waiting_reason: string | null;
  waiting_until_ms: number | null;
  hangup_asked_at_ms: number | null;
  disposition: Disposition | null;
  reason: string | null;
  confirmed: number | null;
  /** JSON. */
  polls: string | null;
  unreadable_cost: string | null;
  carrier_call_id: string | null;
  /** Text, because the driver refuses to read integers above 2^53 as numbers. */
  cost_units: string | null;
  /** JSON of `CostChange[]`. */
  costs: string;
  cost_source: CostSource | null;
  record_cost_units: string | null;
  record_serial: number | null;
  settlement: Settlement;
  recording: RecordingState;
  recording_reason: string | null;
  recording_due_at_ms: number | null;
  recording_sha256: string | null;
  recording_bytes: number | null;
  /** Text, as the cost. */
  reserved_units: string;
  spending_day: string | null;
  created_at_ms: number;
  started_at_ms: number | null;
  placed_at_ms: number | null;
  ended_at_ms: number | null;
  erased_at_ms: number | null;
  /** JSON. */
  times: string | null;
  /** JSON. */
  redial: string | null;
}

export const CALL_COLUMNS = `
  id, ref, campaign_id, contact, ordinal, number, agent_id, holds_agent, state, deepest, placement, policy_version,
  slot_ms, waiting_reason,
  waiting_until_ms, hangup_asked_at_ms, disposition, reason, confirmed, polls, unreadable_cost, carrier_call_id,
  CAST(cost AS TEXT) AS cost_units, costs, cost_source, CAST(record_cost AS TEXT) AS record_cost_units, record_serial, settlement, recording, recording_reason,
  recording_due_at_ms, recording_sha256, recording_bytes, CAST(reserved AS TEXT) AS reserved_units, spending_day,
  created_at_ms, started_at_ms, placed_at_ms, ended_at_ms, erased_at_ms, times, redial`;

export async function findCallRow(tx: Pick<Tx, 'get'>, ref: CallRef): Promise<CallRow | undefined> {
  return tx.get<CallRow>(`SELECT ${CALL_COLUMNS} FROM calls WHERE ref = :ref`, { ref });
}

export async function callRow(tx: Tx, ref: CallRef): Promise<CallRow> {
  const row = await findCallRow(tx, ref);
  if (!row) throw noSuchCall(ref);
  return row;
}

/** The first lock of a transaction about a call. Undefined: there is no such call. */
export async function findAndLockCall(tx: Tx, ref: CallRef): Promise<CallRow | undefined> {
  return tx.get<CallRow>(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE ref = :ref ${tx.sql.forUpdate()}`,
    {
      ref,
    },
  );
}

export async function lockCall(tx: Tx, ref: CallRef): Promise<CallRow> {
  const row = await findAndLockCall(tx, ref);
  if (!row) throw noSuchCall(ref);
  return row;
}

/** Columns of a call with their new values. */
export type CallChange = Partial<
  Pick<
    CallRow,
    | 'state'
    | 'deepest'
    | 'placement'
    | 'holds_agent'
    | 'slot_ms'
    | 'waiting_reason'
    | 'waiting_until_ms'
    | 'disposition'
    | 'reason'
    | 'confirmed'
    | 'carrier_call_id'
    | 'costs'
    | 'cost_source'
    | 'settlement'
    | 'recording'
    | 'spending_day'
    | 'started_at_ms'
    | 'placed_at_ms'
    | 'ended_at_ms'
    | 'times'
    | 'redial'
    | 'polls'
    | 'unreadable_cost'
  > & {
    cost: bigint;
    reserved: bigint;
    spent_attempt: number;
    poll_due_at_ms: number | null;
    agent_freed_at_ms: number;
    wrap_up_ms: number;
    touched_at_ms: number;
  } & FactFigures
>;

/** What follows from the evidence of a call (`withFacts`). */
interface FactFigures {
  answered: number;
  customer_rang: number;
  bridged: number;
  agent_ring_ms: number | null;
  customer_ring_ms: number | null;
  talk_ms: number | null;
}

/** A change of a call together with the figures that follow from it. */
export function withFacts(call: CallRow, change: CallChange): CallChange {
  const facts = factsOf({ ...call, ...change });
  return {
    ...change,
    answered: Number(facts.answered),
    customer_rang: Number(facts.customerRang),
    bridged: Number(facts.bridged),
    agent_ring_ms: facts.agentRingMs,
    customer_ring_ms: facts.customerRingMs,
    talk_ms: facts.talkMs,
  };
}

/** All changes of a call in one statement, because each statement is a round trip and counts the call again. */
export async function changeCall(tx: Tx, ref: CallRef, change: CallChange): Promise<void> {
  await tx.run(updateOf(change), { ...change, ref });
}

/** The same. Returns the call as it is then. */
export async function changedCall(tx: Tx, ref: CallRef, change: CallChange): Promise<CallRow> {
  const sql = `${updateOf(change)} RETURNING ${CALL_COLUMNS}`;
  return (await tx.get<CallRow>(sql, { ...change, ref }))!;
}

function updateOf(change: CallChange): string {
  const columns = Object.keys(change).map((column) => `${column} = :${column}`);
  return `UPDATE calls SET ${columns.join(', ')} WHERE ref = :ref`;
}

/** The call with this carrier id. */
export const callBoundTo = async (
  tx: Tx,
  carrierCallId: string | null,
): Promise<CallRef | undefined> =>
  (
    await tx.get<{ ref: CallRef }>('SELECT ref FROM calls WHERE carrier_call_id = :carrierCallId', {
      carrierCallId,
    })
  )?.ref;

export const noSuchCall = (ref: CallRef): StoreRefusal =>
  new StoreRefusal('not-found', 'there is no such call', { ref });

export const pollStateOf = ({ polls }: Pick<CallRow, 'polls'>): PollState | null =>
  polls === null ? null : (JSON.parse(polls) as PollState);

export const costOf = ({ cost_units: units }: Pick<CallRow, 'cost_units'>): string | null =>
  moneyOf(units);

export const recordCostOf = (row: Pick<CallRow, 'record_cost_units'>): string | null =>
  moneyOf(row.record_cost_units);

const moneyOf = (units: string | null): string | null =>
  units === null ? null : formatMoney(BigInt(units));

export function toCall(row: CallRow): Call {
  return {
    ref: row.ref,
    campaignId: row.campaign_id,
    contact: row.contact,
    ordinal: row.ordinal,
    number: row.number,
    agentId: row.agent_id,
    state: row.state,
    deepest: row.deepest,
    disposition: row.disposition,
    reason: row.reason,
    confirmed: row.confirmed === null ? null : row.confirmed === 1,
    hangupAsked: row.hangup_asked_at_ms !== null,
    polls: pollStateOf(row),
    unreadableCost: row.unreadable_cost,
    carrierCallId: row.carrier_call_id,
    cost: costOf(row),
    costSource: row.cost_source,
    recordCost: recordCostOf(row),
    settlement: row.settlement,
    recording: row.recording,
    recordingReason: row.recording_reason,
    recordingDueAtMs: row.recording_due_at_ms,
    recordingSha256: row.recording_sha256,
    recordingBytes: row.recording_bytes,
    waiting: waitingOf(row),
    createdAtMs: row.created_at_ms,
    placedAtMs: row.placed_at_ms,
    endedAtMs: row.ended_at_ms,
    facts: factsOf(row),
    redial: redialOf(row),
  };
}

function waitingOf(row: CallRow): Call['waiting'] {
  if (row.waiting_reason === null || row.waiting_until_ms === null) return null;
  return { reason: row.waiting_reason, untilMs: row.waiting_until_ms };
}
