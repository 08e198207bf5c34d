import type { Disposition } from './disposition.ts';
import { unreachable } from './unreachable.ts';

/** When a contact is called again. Delays in milliseconds, counted from the end of the call. */
export interface RedialPolicy {
  /** Most attempts that reached for the customer, per contact. */
  maxAttempts: number;
  /** Most dialled calls per contact, agent-side failures included: bounds a campaign whose agents never answer. */
  maxCalls: number;
  customerUnreachedDelayMs: number;
  agentUnreachedDelayMs: number;
}

export const DEFAULT_REDIAL_POLICY: RedialPolicy = {
  maxAttempts: 3,
  maxCalls: 10,
  customerUnreachedDelayMs: 30 * 60_000,
  agentUnreachedDelayMs: 60_000,
};

export interface ContactTally {
  /** Calls that spent one of the customer's attempts, the one just ended included. */
  attempts: number;
  /** Calls that were dialled, the one just ended included. */
  calls: number;
}

export type ContactNext =
  | { kind: 'due'; dueAtMs: number }
  /** Nothing more to do for this contact. */
  | { kind: 'final' }
  /** Waits for a person: it may have been dialled. */
  | { kind: 'locked' };

/** What becomes of a contact after one of its calls ended with `disposition`. */
export function contactAfter(
  disposition: Disposition,
  tally: ContactTally,
  policy: RedialPolicy,
  nowMs: number,
): ContactNext {
  const again = (delayMs: number): ContactNext =>
    tally.attempts < policy.maxAttempts && tally.calls < policy.maxCalls
      ? { kind: 'due', dueAtMs: nowMs + delayMs }
      : { kind: 'final' };
  switch (disposition) {
    case 'completed':
    case 'dropped':
    case 'refused':
    case 'carrier-lost':
      return { kind: 'final' };
    case 'customer-unreached':
      return again(policy.customerUnreachedDelayMs);
    case 'agent-unreached':
      return again(policy.agentUnreachedDelayMs);
    case 'not-dialled':
      return { kind: 'due', dueAtMs: nowMs };
    case 'unknown':
      return { kind: 'locked' };
    default:
      return unreachable(disposition);
  }
}
