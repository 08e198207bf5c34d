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

/** What a person said decides, unless nobody knows whether the call still lives. */
function nextBySaid({ contact, said, disposition, endedAtMs }: CallNote): Next | undefined {
  if (!said || disposition === null || NOBODY_RANG.includes(disposition)) return undefined;
  switch (said.next.kind) {
    case 'policy':
      return undefined;
    case 'final':
    case 'callback':
    case 'next_number':
      return { kind: 'final' };
    case 'redial': {
      const { redial } = contact.campaign.policy;
      const { calls, attempts } = tallyOf(contact);
      const { delayMs, most } = said.next.rule;
      const alike = contact.calls.filter((call) => call.said?.id === said.id).length;
      if (attempts >= redial.maxAttempts || calls >= redial.maxCalls || alike >= most)
        return { kind: 'final' };
      return { kind: 'due', earliestMs: endedAtMs! + delayMs };
    }
    default:
      return unreachable(said.next);
  }
}
const NOBODY_RANG: Disposition[] = ['unknown', 'refused', 'not-dialled'];

/** By the rules in force as the call ends: a later edit moves no redial that has been promised. */
export function redialAfter(call: CallNote): Next {
  const { contact, disposition, endedAtMs } = call;
  const { redial } = contact.campaign.policy;
  const bySaid = nextBySaid(call);
  if (bySaid) return bySaid;
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
