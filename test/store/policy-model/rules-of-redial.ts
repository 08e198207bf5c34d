/** The rules of docs/campaigns.md on redials. */
import type { Disposition } from '../../../src/domain/calls/disposition.ts';
import { unreachable } from '../../../src/domain/unreachable.ts';
import type { CallNote, ContactNote } from './book.ts';

export type Next =
  | { kind: 'due'; earliestMs: number }
  | { kind: 'final' }
  /** Nobody knows how its last call ended. */
  | { kind: 'locked' };

export const answeredByAgent = (disposition: Disposition): boolean =>
  ['completed', 'dropped', 'customer-unreached'].includes(disposition);

/** Calls of a contact that went out, and those of them that reached for the customer. */
export function tallyOf({ calls }: ContactNote): { calls: number; attempts: number } {
  const dialled = calls.filter(({ disposition }) => disposition !== 'not-dialled');
  return {
    calls: dialled.length,
    attempts: dialled.filter(({ spendsAttempt }) => spendsAttempt).length,
  };
}

/** A failed call whose leg nothing shows counts as if the customer had been rung. */
const ruleOf = <Ended extends Disposition>(ended: Ended) =>
  ended === 'leg-unknown' ? 'customer-unreached' : (ended as Exclude<Ended, 'leg-unknown'>);

/** By the rules in force as the call ends: a later edit moves no redial that has been promised. */
export function redialAfter({ contact, disposition, endedAtMs }: CallNote): Next {
  const { redial } = contact.campaign.policy;
  switch (disposition) {
    case 'unknown':
      return { kind: 'locked' };
    case 'customer-unreached':
    case 'agent-unreached':
    case 'dropped':
    case 'carrier-lost':
    case 'leg-unknown': {
      const rule = redial.rules[ruleOf(disposition)];
      const alike = contact.calls.filter(
        (call) => call.disposition && ruleOf(call.disposition) === ruleOf(disposition),
      ).length;
      const { calls, attempts } = tallyOf(contact);
      const spent = attempts >= redial.maxAttempts || calls >= redial.maxCalls;
      if (!rule || spent || alike >= rule.most) return { kind: 'final' };
      return { kind: 'due', earliestMs: endedAtMs! + rule.delayMs };
    }
    case 'completed':
    case 'refused':
    case 'not-dialled':
    case null:
      return { kind: 'final' };
    default:
      return unreachable(disposition);
  }
}
