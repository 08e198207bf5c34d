/** Why a contact is final: how its last call ended, and the rule that allows no further call. */
import { NOT_DIALLED_REASONS } from '../../campaigns/admission.ts';
import { OTHER_NUMBER } from '../../rules/due-reasons.ts';
import type { Disposition } from '../../calls/disposition.ts';
import { REDIALLED, type RedialPolicy } from '../../calls/redial.ts';
import type { ExplainFacts } from './facts.ts';

type Facts = Pick<ExplainFacts, 'contact' | 'plan' | 'dueReason'>;

export function finalReason({ contact, plan, dueReason }: Facts): string {
  const { disposition, past } = contact;
  const ended =
    disposition === null ? 'it was not called' : `its last call ended as ${disposition}`;
  if (dueReason !== null && dueReason !== '') return `${reasonText(dueReason)}; ${ended}`;
  return disposition === null
    ? ended
    : `${ended}; ${ruleText(disposition, past, plan.policy.redial)}`;
}

function ruleText(
  disposition: Disposition,
  { attempts, calls, byDisposition }: Facts['contact']['past'],
  { maxAttempts, maxCalls, rules }: RedialPolicy,
): string {
  const redialled = REDIALLED.find((one) => one === disposition);
  if (redialled === undefined) return 'that is final, whatever the redial rules';
  const field = `redial.${redialled.replaceAll('-', '_')}`;
  const rule = rules[redialled];
  if (rule === undefined) return `there is no rule ${field}, so that is final`;
  const spent = [
    { name: 'redial.max_attempts', had: attempts, most: maxAttempts, what: 'attempts' },
    { name: 'redial.max_calls', had: calls, most: maxCalls, what: 'calls' },
    {
      name: `${field}.most`,
      had: byDisposition[redialled] ?? 0,
      most: rule.most,
      what: 'such calls',
    },
  ].find(({ had, most }) => had >= most);
  if (!spent) return 'the redial rules of that time were spent; they have been edited since';
  const { name, had, most, what } = spent;
  return `${name} is spent: ${had} of ${most} ${what}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ...NOT_DIALLED_REASONS,
  [OTHER_NUMBER]: 'the person is called at another number, or was reached there',
};

const reasonText = (reason: string): string => REASONS[reason] ?? reason;
