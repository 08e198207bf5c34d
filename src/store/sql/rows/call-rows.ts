import type { PollState } from '../../../domain/calls/polling.ts';
import type { CallRef } from '../../../domain/ids.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { Call } from '../../calls/call-store.ts';
import { columnOf } from '../engine/row-names.ts';
import type { Tx } from '../engine/tx.ts';
import { factsOf, outcomeOf, redialOf } from './call-fact-rows.ts';
import { noSuchCall } from './calls/missing-calls.ts';

/** SQL: not changed after `:beforeMs`. Postgres's index of unfinished calls has the ten minutes only. */
export const UNTOUCHED = `touched_at_ms <= :beforeMs
  AND touched_period <= CAST(:beforeMs AS BIGINT) / 600000`;

export interface CallRow extends Omit<
  Call,
  | 'confirmed'
  | 'hangupAsked'
  | 'polls'
  | 'cost'
  | 'recordCost'
  | 'waiting'
  | 'facts'
  | 'redial'
  | 'outcome'
> {
  id: number;
  placement: number;
  holdsAgent: number;
  policyVersion: number;
  slotMs: number | null;
  waitingReason: string | null;
  waitingUntilMs: number | null;
  hangupAskedAtMs: number | null;
  confirmed: number | null;
  /** JSON. */
  polls: string | null;
  /** Text, because the driver refuses to read integers above 2^53 as numbers. */
  costUnits: string | null;
  /** JSON of `CostChange[]`. */
  costs: string;
  recordCostUnits: string | null;
  recordSerial: number | null;
  /** Text, as the cost. */
  reservedUnits: string;
  spendingDay: string | null;
  startedAtMs: number | null;
  erasedAtMs: number | null;
  /** JSON. */
  times: string | null;
  /** JSON. */
  redial: string | null;
  /** JSON of `OutcomeOfCall`. */
  outcome: string | null;
}

export const CALL_COLUMNS = `
  id, ref, campaign_id, contact, ordinal, number, agent_id, holds_agent, state, deepest, placement, policy_version,
  slot_ms, waiting_reason,
  waiting_until_ms, hangup_asked_at_ms, disposition, reason, confirmed, polls, unreadable_cost, carrier_call_id,
  CAST(cost AS TEXT) AS cost_units, costs, cost_source, CAST(record_cost AS TEXT) AS record_cost_units, record_serial, settlement, recording, recording_reason,
  recording_due_at_ms, recording_sha256, recording_bytes, CAST(reserved AS TEXT) AS reserved_units, spending_day,
  created_at_ms, started_at_ms, placed_at_ms, ended_at_ms, erased_at_ms, times, redial, outcome`;

export async function findCallRow(tx: Pick<Tx, 'get'>, ref: CallRef): Promise<CallRow | undefined> {
  return tx.get<CallRow>(`SELECT ${CALL_COLUMNS} FROM calls WHERE ref = :ref`, { ref });
}

export async function callRow(tx: Tx, ref: CallRef): Promise<CallRow> {
  const row = await findCallRow(tx, ref);
  if (!row) throw await noSuchCall(tx, ref);
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
  if (!row) throw await noSuchCall(tx, ref);
  return row;
}

/** Columns of a call with their new values. */
export type CallChange = Partial<
  Pick<
    CallRow,
    | 'state'
    | 'deepest'
    | 'placement'
    | 'holdsAgent'
    | 'slotMs'
    | 'waitingReason'
    | 'waitingUntilMs'
    | 'disposition'
    | 'reason'
    | 'confirmed'
    | 'carrierCallId'
    | 'costs'
    | 'costSource'
    | 'settlement'
    | 'recording'
    | 'spendingDay'
    | 'startedAtMs'
    | 'placedAtMs'
    | 'endedAtMs'
    | 'times'
    | 'redial'
    | 'outcome'
    | 'polls'
    | 'unreadableCost'
  > & {
    cost: bigint;
    reserved: bigint;
    spentAttempt: number;
    pollDueAtMs: number | null;
    agentFreedAtMs: number;
    wrapUpMs: number;
    touchedAtMs: number;
  } & FactFigures
>;

/** What follows from the evidence of a call (`withFacts`). */
interface FactFigures {
  answered: number;
  customerRang: number;
  bridged: number;
  agentRingMs: number | null;
  customerRingMs: number | null;
  talkMs: number | null;
}

/** A change of a call together with the figures that follow from it. */
export function withFacts(call: CallRow, change: CallChange): CallChange {
  const facts = factsOf({ ...call, ...change });
  return {
    ...change,
    answered: Number(facts.answered),
    customerRang: Number(facts.customerRang),
    bridged: Number(facts.bridged),
    agentRingMs: facts.agentRingMs,
    customerRingMs: facts.customerRingMs,
    talkMs: facts.talkMs,
  };
}

/** All changes of a call in one statement, because each statement is a round trip and counts the call again. */
export async function changeCall(tx: Tx, ref: CallRef, change: CallChange): Promise<void> {
  tx.send(updateOf(change), { ...change, ref });
}

/** The same. Returns the call as it is then. */
export async function changedCall(tx: Tx, ref: CallRef, change: CallChange): Promise<CallRow> {
  const sql = `${updateOf(change)} RETURNING ${CALL_COLUMNS}`;
  return (await tx.get<CallRow>(sql, { ...change, ref }))!;
}

function updateOf(change: CallChange): string {
  const columns = Object.keys(change).map((name) => `${columnOf(name)} = :${name}`);
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

export const pollStateOf = ({ polls }: Pick<CallRow, 'polls'>): PollState | null =>
  polls === null ? null : (JSON.parse(polls) as PollState);

export const costOf = ({ costUnits: units }: Pick<CallRow, 'costUnits'>): string | null =>
  moneyOf(units);

export const recordCostOf = (row: Pick<CallRow, 'recordCostUnits'>): string | null =>
  moneyOf(row.recordCostUnits);

const moneyOf = (units: string | null): string | null =>
  units === null ? null : formatMoney(BigInt(units));

export function toCall(row: CallRow): Call {
  return {
    ref: row.ref,
    campaignId: row.campaignId,
    contact: row.contact,
    ordinal: row.ordinal,
    number: row.number,
    agentId: row.agentId,
    state: row.state,
    deepest: row.deepest,
    disposition: row.disposition,
    reason: row.reason,
    confirmed: row.confirmed === null ? null : row.confirmed === 1,
    hangupAsked: row.hangupAskedAtMs !== null,
    polls: pollStateOf(row),
    unreadableCost: row.unreadableCost,
    carrierCallId: row.carrierCallId,
    cost: costOf(row),
    costSource: row.costSource,
    recordCost: recordCostOf(row),
    settlement: row.settlement,
    recording: row.recording,
    recordingReason: row.recordingReason,
    recordingDueAtMs: row.recordingDueAtMs,
    recordingSha256: row.recordingSha256,
    recordingBytes: row.recordingBytes,
    waiting: waitingOf(row),
    createdAtMs: row.createdAtMs,
    placedAtMs: row.placedAtMs,
    endedAtMs: row.endedAtMs,
    facts: factsOf(row),
    redial: redialOf(row),
    outcome: outcomeOf(row),
  };
}

function waitingOf(row: CallRow): Call['waiting'] {
  if (row.waitingReason === null || row.waitingUntilMs === null) return null;
  return { reason: row.waitingReason, untilMs: row.waitingUntilMs };
}
