/** What came after a call, and the rule that decided it, for people. */
import type { Disposition } from './disposition.ts';
import {
  isSpent,
  ruleOfEnd,
  type ContactNext,
  type ContactTally,
  type RedialPolicy,
} from './redial.ts';
import { unreachable } from '../unreachable.ts';

export const REDIAL_RULES = [
  /** The redial policy has a rule for the disposition. */
  'redial-rule',
  /** It has none, so the contact is final. */
  'no-redial-rule',
  /** As many calls as the rule's `most` ended in this way. */
  'rule-most',
  'max-attempts',
  'max-calls',
  /** The customer talked to the agent. */
  'completed',
  /** The carrier refused the contact for good. */
  'refused',
  /** Nothing was placed, so the contact is due again, unless a rule of admission decided otherwise. */
  'not-dialled',
  /** The call may have been placed: a person has to resolve it. */
  'unknown',
  /** A person resolved the call and asked for no further call. */
  'person',
  /** Its campaign is over. */
  'campaign-over',
] as const;
export type RedialRuleName = (typeof REDIAL_RULES)[number];

/** Plain JSON, stored with the end of the call. */
export interface RedialDecision {
  /** `due`: the contact is due again at `atMs`. `locked`: it waits for a person. */
  kind: ContactNext['kind'];
  atMs: number | null;
  rule: RedialRuleName;
  /** The rule of admission that decided, such as `window` or `suppressed`. */
  reason: string | null;
  /** The customer's attempts that the contact has spent with this call, and the most that its policy allows. */
  attempts: number;
  maxAttempts: number;
}

export interface DecidedEnd {
  disposition: Disposition;
  next: ContactNext;
  /** The end itself said what comes after it, not the redial policy. */
  isGiven: boolean;
  campaignIsOver: boolean;
  tally: ContactTally;
  policy: RedialPolicy;
}

export function redialDecision(end: DecidedEnd): RedialDecision {
  const { next, campaignIsOver, tally, policy } = end;
  const withdrawn = next.kind === 'due' && campaignIsOver;
  return {
    kind: withdrawn ? 'final' : next.kind,
    atMs: next.kind === 'due' && !withdrawn ? next.dueAtMs : null,
    rule: withdrawn ? 'campaign-over' : end.isGiven ? givenRule(end) : policyRule(end),
    reason: next.kind === 'locked' || withdrawn ? null : (next.reason ?? null),
    attempts: tally.attempts,
    maxAttempts: policy.maxAttempts,
  };
}

function givenRule({ disposition }: DecidedEnd): RedialRuleName {
  if (disposition === 'refused' || disposition === 'not-dialled') return disposition;
  return 'person';
}

function policyRule({ disposition, next, tally, policy }: DecidedEnd): RedialRuleName {
  switch (disposition) {
    case 'completed':
    case 'refused':
    case 'not-dialled':
    case 'unknown':
      return disposition;
    case 'customer-unreached':
    case 'agent-unreached':
    case 'dropped':
    case 'carrier-lost':
    case 'leg-unknown':
      if (next.kind === 'due') return 'redial-rule';
      return finalRule(disposition, tally, policy);
    default:
      return unreachable(disposition);
  }
}

function finalRule(
  disposition: Disposition,
  tally: ContactTally,
  policy: RedialPolicy,
): RedialRuleName {
  const rule = ruleOfEnd(disposition);
  if (rule === undefined || policy.rules[rule] === undefined) return 'no-redial-rule';
  if (!isSpent(tally, policy)) return 'rule-most';
  return tally.attempts >= policy.maxAttempts ? 'max-attempts' : 'max-calls';
}

const BECAUSE: Record<RedialRuleName, string> = {
  'redial-rule': 'the rule of its disposition',
  'no-redial-rule': 'the redial policy has no rule for its disposition',
  'rule-most': 'enough of its calls ended in this way',
  'max-attempts': 'all attempts are spent',
  'max-calls': 'all calls of the contact are made',
  completed: 'agent and customer were connected',
  refused: 'the carrier refused it for good',
  'not-dialled': 'it was not dialled',
  unknown: 'it may have been placed, so a person has to resolve it',
  person: 'a person asked for no further call',
  'campaign-over': 'its campaign is over',
};

const DECIDED = { due: 'redial', final: 'final', locked: 'locked' } as const;

/** One line, such as "redial: the rule of its disposition, attempt 1 of 3". */
export function redialText(redial: RedialDecision): string {
  const { kind, rule, reason, attempts, maxAttempts } = redial;
  const why = reason === null ? BECAUSE[rule] : `${BECAUSE[rule]} (${reason})`;
  return `${DECIDED[kind]}: ${why}, attempt ${attempts} of ${maxAttempts}`;
}
