/** How simulated calls end: by a model with a seed, or as a test decides. */
import { DISPOSITIONS, MEANINGS, type Disposition } from '../../dispositions/dispositions.ts';
import type { CallRef } from '../../ids.ts';
import { fnv1a } from '../../calls/redial.ts';
import { unreachable } from '../../unreachable.ts';

/** How a call may end in a rehearsal. */
export type PlayedEnd = NonNullable<(typeof MEANINGS)[Disposition]['rehearsedAs']>;
export const PLAYED_ENDS = DISPOSITIONS.filter(
  (each): each is PlayedEnd => MEANINGS[each].rehearsedAs === each,
);

/** How a model says that calls end. `busy`: the customer's line is, so the call ends at once as `customer-unreached`. */
export const PLAYED_OUTCOMES = [...PLAYED_ENDS, 'busy'] as const;
export type PlayedOutcome = (typeof PLAYED_OUTCOMES)[number];

/** The outcome of one call. */
export interface Answer {
  disposition: PlayedEnd;
  /** From its POST to its end. */
  durationMs: number;
  /** In scaled units (`domain/money`). */
  cost: bigint;
  /** The wrap-up after the call; null: as the campaign's policy says. */
  wrapUpMs: number | null;
}

/** A uniform distribution of durations. */
export interface Spread {
  leastMs: number;
  mostMs: number;
}

export interface AnswerModel {
  /** Relative weights. */
  outcomes: Record<PlayedOutcome, number>;
  /** The time until the agent answers, or until the phone stops ringing. */
  agentRing: Spread;
  agentRingOut: Spread;
  /** The same for the customer. */
  customerRing: Spread;
  customerRingOut: Spread;
  talk: Spread;
  /** The wrap-up after a call; null: as the campaign's policy says. */
  wrapUp: Spread | null;
  /** How long a call keeps its agent besides: to place it, to dial, to confirm its end. Left out: no time. */
  handlingMs?: number;
  /** Scaled units per minute, from the agent's answer to the end. */
  costPerMinute: bigint;
  /** Scaled units for each accepted call, with any end. */
  feePerCall: bigint;
}

const SECOND = 1_000;
/** From the agent's answer to the end of a call to a busy line. */
const BUSY_SIGNAL: Spread = { leastMs: 100, mostMs: SECOND };

export const DEFAULT_ANSWERS: AnswerModel = {
  outcomes: {
    completed: 40,
    dropped: 1,
    'customer-unreached': 52,
    'agent-unreached': 6,
    refused: 1,
    unknown: 0,
    'carrier-lost': 0,
    busy: 0,
  },
  agentRing: { leastMs: 2 * SECOND, mostMs: 10 * SECOND },
  agentRingOut: { leastMs: 30 * SECOND, mostMs: 30 * SECOND },
  customerRing: { leastMs: 5 * SECOND, mostMs: 20 * SECOND },
  customerRingOut: { leastMs: 30 * SECOND, mostMs: 45 * SECOND },
  talk: { leastMs: 20 * SECOND, mostMs: 300 * SECOND },
  wrapUp: null,
  costPerMinute: 200_000_000n,
  feePerCall: 0n,
};

/** The answer to a call depends only on the seed and its reference, never on the order of calls. */
export type Answers = (ref: CallRef) => Answer;

export function answersFrom(model: AnswerModel, seed: number): Answers {
  const { handlingMs = 0 } = model;
  return (ref) => {
    const random = seededRandom(`${seed}/${ref}`);
    const outcome = outcomeAt(model, random());
    const disposition = outcome === 'busy' ? 'customer-unreached' : outcome;
    const within = ({ leastMs, mostMs }: Spread) =>
      leastMs + Math.floor(random() * (mostMs - leastMs + 1));
    const { untilAgentMs, afterAgentMs } = spans(model, outcome, within);
    return {
      disposition,
      durationMs: untilAgentMs + afterAgentMs + (outcome === 'refused' ? 0 : handlingMs),
      cost: feeOf(model, disposition) + (model.costPerMinute * BigInt(afterAgentMs)) / 60_000n,
      wrapUpMs: model.wrapUp && within(model.wrapUp),
    };
  };
}

/** No fee for a refused call, because it was not accepted, nor for an unknown one, because it gets no bill. */
const feeOf = ({ feePerCall }: AnswerModel, disposition: PlayedEnd): bigint =>
  disposition === 'refused' || disposition === 'unknown' ? 0n : feePerCall;

function spans(
  model: AnswerModel,
  outcome: PlayedOutcome,
  within: (spread: Spread) => number,
): { untilAgentMs: number; afterAgentMs: number } {
  switch (outcome) {
    case 'refused':
      return { untilAgentMs: 0, afterAgentMs: 0 };
    case 'agent-unreached':
    case 'unknown':
      return { untilAgentMs: within(model.agentRingOut), afterAgentMs: 0 };
    case 'customer-unreached':
      return {
        untilAgentMs: within(model.agentRing),
        afterAgentMs: within(model.customerRingOut),
      };
    case 'busy':
      return { untilAgentMs: within(model.agentRing), afterAgentMs: within(BUSY_SIGNAL) };
    case 'completed':
    case 'dropped':
    case 'carrier-lost':
      return {
        untilAgentMs: within(model.agentRing),
        afterAgentMs: within(model.customerRing) + within(model.talk),
      };
    default:
      return unreachable(outcome);
  }
}

function outcomeAt({ outcomes }: AnswerModel, share: number): PlayedOutcome {
  const weights = Object.entries(outcomes) as [PlayedOutcome, number][];
  let left = share * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [outcome, weight] of weights) {
    if (left < weight) return outcome;
    left -= weight;
  }
  return weights.findLast(([, weight]) => weight > 0)?.[0] ?? 'completed';
}

/** Pseudo-random numbers from 0 up to 1, the same for the same text: FNV-1a for the seed, then mulberry32. */
export function seededRandom(text: string): () => number {
  let state = fnv1a(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
