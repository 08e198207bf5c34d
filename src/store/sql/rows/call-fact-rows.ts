/** What is known of a call, as it is stored: the evidence of its times, and the figures that statistics count. */
import { callFacts, type CallFacts, type CallRecord } from '../../../domain/calls/call-facts.ts';
import type { CallTimes } from '../../../domain/calls/call-times.ts';
import type { RedialDecision } from '../../../domain/calls/redial-decision.ts';
import type { CallChange, CallRow } from './call-rows.ts';

type FactRow = Pick<
  CallRow,
  'times' | 'placed_at_ms' | 'ended_at_ms' | 'deepest' | 'disposition' | 'redial'
>;

export const timesOf = ({ times }: Pick<FactRow, 'times'>): CallTimes =>
  times === null ? {} : (JSON.parse(times) as CallTimes);

export const factsOf = (row: Omit<FactRow, 'redial'>): CallFacts => callFacts(recordOf(row));

export const redialOf = ({ redial }: Pick<FactRow, 'redial'>): RedialDecision | null =>
  redial === null ? null : (JSON.parse(redial) as RedialDecision);

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

const recordOf = (row: Omit<FactRow, 'redial'>): CallRecord => ({
  times: timesOf(row),
  placedAtMs: row.placed_at_ms,
  endedAtMs: row.ended_at_ms,
  deepest: row.deepest,
  disposition: row.disposition,
});
