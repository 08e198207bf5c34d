import type { LiveState, TerminalState } from './call-state.ts';
import { unreachable } from '../unreachable.ts';

/** How a call ended. */
export const DISPOSITIONS = [
  /** Agent and customer talked, and the call ended normally. */
  'completed',
  /** Bridged, then ended any other way. */
  'dropped',
  /** The agent answered; the customer was not reached. */
  'customer-unreached',
  /** The agent's phone was not answered: the customer was never dialled. */
  'agent-unreached',
  /** The call failed, and nothing shows which leg was reached: the customer's phone may have rung, or been answered. */
  'leg-unknown',
  /** The carrier refused this contact for good: no call, no charge. */
  'refused',
  /** Nothing was sent to the carrier, or it refused for a reason of the account. */
  'not-dialled',
  /** A POST went out and nothing shows whether a call was placed. Never redialled automatically. */
  'unknown',
  /** The carrier accepted the call and then forgot it, or froze it past every deadline. */
  'carrier-lost',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** The carrier placed no call: it refused, or nothing was sent. All other calls with a POST were placed, or may have been. */
export const NOT_PLACED = ['refused', 'not-dialled'] as const satisfies Disposition[];

export const isNotPlaced = (disposition: Disposition): boolean =>
  (NOT_PLACED as readonly Disposition[]).includes(disposition);

/** Dispositions of calls in which agent and customer were connected. */
export const REACHED = ['completed', 'dropped'] as const satisfies Disposition[];

export const isReached = (disposition: string): disposition is (typeof REACHED)[number] =>
  (REACHED as readonly string[]).includes(disposition);

const AGENT_ANSWERED: readonly Disposition[] = ['customer-unreached', ...REACHED];

/** Whether the agent took the call, so that wrap-up follows. */
export const agentAnswered = (disposition: Disposition): boolean =>
  AGENT_ANSWERED.includes(disposition);

/** How a person may close a call that ended as `unknown`. */
export const RESOLUTIONS = [
  'not-dialled',
  'agent-unreached',
  'leg-unknown',
  'customer-unreached',
  'dropped',
  'completed',
] as const satisfies Disposition[];
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Dispositions of a call that may have been placed, in order: a later one rests on more evidence. `leg-unknown` comes
 * before the ones that name the leg.
 */
const BY_EVIDENCE: readonly Disposition[] = [
  'unknown',
  'carrier-lost',
  'leg-unknown',
  'agent-unreached',
  'customer-unreached',
  'dropped',
  'completed',
];

/** Whether a newly reported disposition is deeper than the known one. */
export function deepens(known: Disposition, reported: Disposition): boolean {
  return BY_EVIDENCE.includes(known) && BY_EVIDENCE.indexOf(reported) > BY_EVIDENCE.indexOf(known);
}

export interface Ending {
  state: TerminalState;
  deepest: LiveState;
  /** True: it is known that the call ended with the agent's leg. Used only if nothing deeper is in evidence. */
  agentLegSeen: boolean;
}

/** The disposition of an accepted call, from the deepest state in evidence. */
export function dispositionOf({ state, deepest, agentLegSeen }: Ending): Disposition {
  if (state === 'completed') return 'completed';
  switch (deepest) {
    case 'bridged':
      return 'dropped';
    case 'customer_ringing':
    case 'agent_answered':
      return 'customer-unreached';
    case 'agent_ringing':
    case 'accepted':
      return agentLegSeen ? 'agent-unreached' : 'leg-unknown';
    default:
      return unreachable(deepest);
  }
}

/**
 * Whether a call counts as one of the customer's attempts. `evidenceComplete`: every event up to the end was received
 * (the seqs have no gap). If the evidence does not show the leg that failed, the attempt counts, to be safe.
 */
export function spendsAttempt(disposition: Disposition, evidenceComplete: boolean): boolean {
  switch (disposition) {
    case 'completed':
    case 'dropped':
    case 'customer-unreached':
    case 'unknown':
    case 'carrier-lost':
    case 'leg-unknown':
    case 'refused':
      return true;
    case 'agent-unreached':
      return !evidenceComplete;
    case 'not-dialled':
      return false;
    default:
      return unreachable(disposition);
  }
}
