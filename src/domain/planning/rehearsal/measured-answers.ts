/** The model of answers that a rehearsal uses where the request says nothing: what the account's own calls showed lately. */
import type { CallCounts } from '../../statistics/call-counts.ts';
import type { CallFacts } from '../../calls/call-facts.ts';
import { DISPOSITIONS, MEANINGS } from '../../dispositions/dispositions.ts';
import {
  DEFAULT_ANSWERS,
  PLAYED_ENDS,
  type AnswerModel,
  type PlayedEnd,
  type Spread,
} from './answers.ts';

/** With fewer ended calls, chance would say more than the calls. */
export const LEAST_MEASURED = 50;
/** How far back calls are measured. */
export const MEASURED_DAYS = 7;

/** The default model for a carrier whose clock runs faster by this factor. A minute of talk then is shorter and costs the same. */
export function defaultAnswersAt(timeFactor: number): AnswerModel {
  const shorter = (spread: Spread) => scaled(spread, 1 / timeFactor);
  return {
    ...DEFAULT_ANSWERS,
    agentRing: shorter(DEFAULT_ANSWERS.agentRing),
    agentRingOut: shorter(DEFAULT_ANSWERS.agentRingOut),
    customerRing: shorter(DEFAULT_ANSWERS.customerRing),
    customerRingOut: shorter(DEFAULT_ANSWERS.customerRingOut),
    talk: shorter(DEFAULT_ANSWERS.talk),
    costPerMinute: BigInt(Math.round(Number(DEFAULT_ANSWERS.costPerMinute) * timeFactor)),
  };
}

const playedAs = (end: PlayedEnd, ends: CallCounts['dispositions']): number =>
  DISPOSITIONS.filter((each) => MEANINGS[each].rehearsedAs === end).reduce(
    (sum, each) => sum + ends[each],
    0,
  );

/** Calls that ended in a way that a model can play. */
export function measuredCalls({ dispositions }: CallCounts): number {
  return PLAYED_ENDS.reduce((sum, end) => sum + playedAs(end, dispositions), 0);
}

/**
 * Outcomes, lengths and price of these calls. Lengths keep the form of the default and have the measured mean.
 * @param handlingMs by `measuredHandlingMs`
 * @returns undefined: too few calls have ended
 */
export function measuredAnswers(
  counts: CallCounts,
  timeFactor: number,
  handlingMs = 0,
): AnswerModel | undefined {
  if (measuredCalls(counts) < LEAST_MEASURED) return undefined;
  const usual = defaultAnswersAt(timeFactor);
  // A busy line is not told apart: it is among those that did not answer, whose mean ring is the shorter for it.
  const ends = PLAYED_ENDS.map((end) => [end, playedAs(end, counts.dispositions)]);
  const outcomes = Object.fromEntries([...ends, ['busy', 0]]) as AnswerModel['outcomes'];
  const rings = (spread: Spread, count: number) => meanOf(spread) * count;
  const agentRings =
    rings(usual.agentRing, counts.answered) +
    rings(usual.agentRingOut, outcomes['agent-unreached']);
  const customerRings =
    rings(usual.customerRing, counts.bridged) +
    rings(usual.customerRingOut, outcomes['customer-unreached']);
  const agent = ratio(counts.agentRingMs, agentRings);
  const customer = ratio(counts.customerRingMs, customerRings);
  const connectedMs = counts.customerRingMs + counts.talkMs;
  return {
    ...usual,
    outcomes,
    agentRing: scaled(usual.agentRing, agent),
    agentRingOut: scaled(usual.agentRingOut, agent),
    customerRing: scaled(usual.customerRing, customer),
    customerRingOut: scaled(usual.customerRingOut, customer),
    talk: scaled(usual.talk, ratio(counts.talkMs, rings(usual.talk, counts.bridged))),
    handlingMs,
    costPerMinute:
      connectedMs === 0 || counts.cost <= 0n
        ? usual.costPerMinute
        : (counts.cost * 60_000n) / BigInt(Math.round(connectedMs)),
  };
}

interface EndedCall {
  createdAtMs: number;
  /** Null: it was not dialled. */
  placedAtMs: number | null;
  /** When the end was written, which frees the agent. */
  endedAtMs: number | null;
  facts: Pick<CallFacts, 'agentRingMs' | 'customerRingMs' | 'talkMs'>;
}

/**
 * How long a call keeps its agent besides ringing and talking: the mean of these calls. The tenths with the least and the most
 * are left out, because a few wait for a pace or a hold.
 */
export function measuredHandlingMs(calls: readonly EndedCall[]): number {
  const each = calls.flatMap(({ createdAtMs, placedAtMs, endedAtMs, facts }) => {
    if (placedAtMs === null || endedAtMs === null) return [];
    const heardMs = (facts.agentRingMs ?? 0) + (facts.customerRingMs ?? 0) + (facts.talkMs ?? 0);
    return [Math.max(0, endedAtMs - createdAtMs - heardMs)];
  });
  if (each.length < LEAST_MEASURED) return 0;
  const tenth = Math.floor(each.length / 10);
  const usual = each.toSorted((one, other) => one - other).slice(tenth, -tenth);
  return Math.round(usual.reduce((sum, ms) => sum + ms, 0) / usual.length);
}

const meanOf = ({ leastMs, mostMs }: Spread): number => (leastMs + mostMs) / 2;

/** 1: nothing was measured. */
const ratio = (measuredMs: number, expectedMs: number): number =>
  measuredMs > 0 && expectedMs > 0 ? measuredMs / expectedMs : 1;

const scaled = ({ leastMs, mostMs }: Spread, by: number): Spread => ({
  leastMs: Math.round(leastMs * by),
  mostMs: Math.round(mostMs * by),
});
