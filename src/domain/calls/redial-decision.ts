/** What came after a call, and the rule that decided it, for people. */
import { isIn, MEANINGS, NOT_PLACED, SETTLED } from '../dispositions/dispositions.ts';
import type { Disposition, Settled } from '../dispositions/dispositions.ts';
import {
  isSpent,
  ruleOfEnd,
  type ContactNext,
  type ContactTally,
  type RedialPolicy,
} from './redial.ts';

export const REDIAL_RULES = [
  /** The redial policy has a rule for the disposition. */
  'redial-rule',
  /** It has none, so the contact is final. */
  'no-redial-rule',
  /** As many calls as the rule's `most` ended in this way. */
  'rule-most',
  'max-attempts',
  'max-calls',
  /** The disposition decided. After `not-dialled` a rule of admission may have decided otherwise. */
  ...SETTLED,
  /** A person resolved the call and asked for no further call. */
  'person',
  /** What an agent said that the call led to; `reason` is the code. */
  'outcome',
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
  /** The rule of admission that decided, such as `window` or `suppressed`, or the code of the outcome. */
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
  /** Code of the outcome that decided; null: none did. */
  outcome: string | null;
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
    rule: withdrawn ? 'campaign-over' : ruleOf(end),
    reason: next.kind === 'locked' || withdrawn ? null : (end.outcome ?? next.reason ?? null),
    attempts: tally.attempts,
    maxAttempts: policy.maxAttempts,
  };
}

function ruleOf(end: DecidedEnd): RedialRuleName {
  if (end.isGiven) return givenRule(end);
  return end.outcome === null ? policyRule(end) : 'outcome';
}

function givenRule({ disposition }: DecidedEnd): RedialRuleName {
  return isIn(NOT_PLACED, disposition) ? disposition : 'person';
}

function policyRule({ disposition, next, tally, policy }: DecidedEnd): RedialRuleName {
  if (isIn(SETTLED, disposition)) return disposition;
  return next.kind === 'due' ? 'redial-rule' : finalRule(disposition, tally, policy);
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

const BECAUSE: Record<Exclude<RedialRuleName, Settled>, string> = {
  'redial-rule': 'the rule of its disposition',
  'no-redial-rule': 'the redial policy has no rule for its disposition',
  'rule-most': 'enough of its calls ended in this way',
  'max-attempts': 'all attempts are spent',
  'max-calls': 'all calls of the contact are made',
  person: 'a person asked for no further call',
  outcome: 'what its outcome says',
  'campaign-over': 'its campaign is over',
};

const DECIDED = { due: 'redial', final: 'final', locked: 'locked' } as const;

const becauseOf = (rule: RedialRuleName): string =>
  isIn(SETTLED, rule) ? MEANINGS[rule].because : BECAUSE[rule];

/** One line, such as "redial: the rule of its disposition, attempt 1 of 3". */
export function redialText(redial: RedialDecision): string {
  const { kind, rule, reason, attempts, maxAttempts } = redial;
  const why = reason === null ? becauseOf(rule) : `${becauseOf(rule)} (${reason})`;
  return `${DECIDED[kind]}: ${why}, attempt ${attempts} of ${maxAttempts}`;
}
