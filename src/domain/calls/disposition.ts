/** The rules of dispositions. What each of them means is a table in `src/domain/dispositions`. */
import {
  AGENT_ANSWERED,
  isIn,
  meaningOf,
  NOT_PLACED,
  REACHED,
  type Disposition,
} from '../dispositions/dispositions.ts';
import type { LiveState, TerminalState } from './call-state.ts';
import { unreachable } from '../unreachable.ts';

export {
  AGENT_RANG,
  DISPOSITIONS,
  NOT_PLACED,
  REACHED,
  RESOLUTIONS,
} from '../dispositions/dispositions.ts';
export type { Disposition, Resolution } from '../dispositions/dispositions.ts';

export const isNotPlaced = (disposition: Disposition): boolean => isIn(NOT_PLACED, disposition);

export const isReached = (disposition: string): disposition is (typeof REACHED)[number] =>
  isIn(REACHED, disposition);

/** Whether the agent took the call, so that wrap-up follows. */
export const agentAnswered = (disposition: Disposition): boolean =>
  AGENT_ANSWERED.includes(disposition);

export const agentMissed = (disposition: Disposition): boolean =>
  meaningOf(disposition).missed === 'agent';

/** Whether a newly reported disposition is deeper than the known one. Only a call that may have been placed has evidence. */
export function deepens(known: Disposition, reported: Disposition): boolean {
  const [of, by] = [meaningOf(known).evidence, meaningOf(reported).evidence];
  return of !== null && by !== null && by > of;
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
  const { spendsAttempt: spends } = meaningOf(disposition);
  return spends === 'unless-proven' ? !evidenceComplete : spends === 'always';
}
