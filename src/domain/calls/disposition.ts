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

const AGENT_ANSWERED: readonly Disposition[] = ['customer-unreached', 'dropped', 'completed'];

/** Whether the agent took the call, so that work after it follows. */
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
 * From the least to the most that is known of a call that may have been placed. That a call failed is less than
 * which leg it failed with.
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

/** Whether a disposition that is reported later is deeper than the known one. */
export function deepens(known: Disposition, reported: Disposition): boolean {
  return BY_EVIDENCE.includes(known) && BY_EVIDENCE.indexOf(reported) > BY_EVIDENCE.indexOf(known);
}

export interface Ending {
  state: TerminalState;
  deepest: LiveState;
  /** Where nothing deeper is in evidence: it is known that the call ended with the agent's leg. */
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
 * Whether a call counts against the customer's attempts. `evidenceComplete` says that every event up
 * to the end was seen (the seqs have no gap); a failure whose leg is not in evidence spends the
 * attempt, to be safe.
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
