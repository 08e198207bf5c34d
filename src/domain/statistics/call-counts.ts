/** Sums over calls, of which statistics and costs consist. */
import { AGENT_RANG, DISPOSITIONS, NOT_PLACED, type Disposition } from '../calls/disposition.ts';
import type { MoneyUnits } from '../money.ts';

export interface CallCounts {
  /** With a placement: a POST was sent, or may have been. */
  calls: number;
  /** By the agent. */
  answered: number;
  customerRang: number;
  bridged: number;
  agentRingMs: number;
  customerRingMs: number;
  talkMs: number;
  cost: MoneyUnits;
  /** A call that has not ended has none. */
  dispositions: Record<Disposition, number>;
}

export const noCalls = (): CallCounts => ({
  calls: 0,
  answered: 0,
  customerRang: 0,
  bridged: 0,
  agentRingMs: 0,
  customerRingMs: 0,
  talkMs: 0,
  cost: 0n,
  dispositions: Object.fromEntries(DISPOSITIONS.map((each) => [each, 0])) as Record<
    Disposition,
    number
  >,
});

export function addCounts(one: CallCounts, other: CallCounts): CallCounts {
  const dispositions = { ...one.dispositions };
  for (const each of DISPOSITIONS) dispositions[each] += other.dispositions[each];
  return {
    calls: one.calls + other.calls,
    answered: one.answered + other.answered,
    customerRang: one.customerRang + other.customerRang,
    bridged: one.bridged + other.bridged,
    agentRingMs: one.agentRingMs + other.agentRingMs,
    customerRingMs: one.customerRingMs + other.customerRingMs,
    talkMs: one.talkMs + other.talkMs,
    cost: one.cost + other.cost,
    dispositions,
  };
}

/** Calls that the carrier placed or may have placed: "calls placed" on every page and in every table. */
export const placedCalls = ({ calls, dispositions }: CallCounts): number =>
  NOT_PLACED.reduce((placed, each) => placed - dispositions[each], calls);

/** Calls that rang the agent's phone. A live one rings it first. */
export const agentRang = (counts: CallCounts): number =>
  AGENT_RANG.reduce((rang, each) => rang + counts.dispositions[each], liveCalls(counts));

/** Calls that have not ended. */
export const liveCalls = ({ calls, dispositions }: CallCounts): number =>
  calls - DISPOSITIONS.reduce((sum, each) => sum + dispositions[each], 0);

/** The answer-seizure ratio: bridged calls among the placed ones, from 0 to 1; null without a placed call. */
export function seizureRatio(counts: CallCounts): number | null {
  const placed = placedCalls(counts);
  return placed === 0 ? null : counts.bridged / placed;
}
