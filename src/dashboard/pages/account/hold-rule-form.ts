/** Rules for holds: what one says in a sentence, and what the form makes of its fields. */
import type { Schemas } from '../../../client/client.ts';

export type HoldRule = Schemas['HoldRule'];
export type HoldRuleInput = Schemas['HoldRuleInput'];

/** The refusals that a rule is for. No two rules have the same. */
export type Refusals = Pick<HoldRule, 'status' | 'code'>;

export const HOLD_ENDS: Record<HoldRule['at_end'], string> = {
  'stay-on-hold': 'the hold stays until a person lifts it',
  'pause-every-campaign': 'every campaign is paused, and a person lifts the hold',
  alert: 'an alert is raised, and a person lifts the hold',
};

export const refusalsText = ({ status, code }: Refusals): string =>
  code === null ? String(status) : `${status} ${code}`;

/** What happens after a refusal, in order. */
export function describeRule(rule: HoldRule): string {
  const limits = [
    ...(rule.most_probes ? [`${rule.most_probes} refused probes`] : []),
    ...(rule.longest_time === null ? [] : [rule.longest_time]),
  ];
  const end =
    limits.length === 0 ? '' : ` After ${limits.join(' or ')}, ${HOLD_ENDS[rule.at_end]}.`;
  if (rule.action === 'by-person') return `A person lifts the hold.${end}`;
  const { first_wait: first = '', growth = 1, longest_wait: longest = '' } = rule;
  const waits =
    growth === 1 || first === longest
      ? `One call probes every ${first}.`
      : `One call probes after ${first}, then after waits that grow by the factor ${growth} up to ${longest}.`;
  return waits + end;
}

/** The fields of the form, as text. */
export type RuleFields = Record<keyof HoldRule, string> & Pick<HoldRule, 'action' | 'at_end'>;

export const fieldsOf = (rule: HoldRule): RuleFields => ({
  status: String(rule.status),
  code: rule.code ?? '',
  action: rule.action,
  first_wait: rule.first_wait ?? '',
  growth: String(rule.growth ?? ''),
  longest_wait: rule.longest_wait ?? '',
  most_probes: String(rule.most_probes ?? ''),
  longest_time: rule.longest_time ?? '',
  at_end: rule.at_end,
});

/** A new rule begins with the defaults, which are empty fields. */
export const newFieldsOf = ({ status, code, action }: HoldRule): RuleFields =>
  fieldsOf({ status, code, action, longest_time: null, at_end: 'stay-on-hold' });

/** Empty fields take the defaults. Probes have no meaning where a person lifts the hold. */
export function ruleOf(fields: RuleFields): HoldRuleInput {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const number = (value: string) => (value.trim() === '' ? undefined : Number(value));
  return {
    status: Number(fields.status),
    code: text(fields.code) ?? null,
    action: fields.action,
    ...(fields.action === 'probe' && {
      first_wait: text(fields.first_wait),
      growth: number(fields.growth),
      longest_wait: text(fields.longest_wait),
      most_probes: number(fields.most_probes),
    }),
    longest_time: text(fields.longest_time),
    at_end: fields.at_end,
  } as HoldRuleInput;
}

const isSame = (a: Refusals, b: Refusals) => a.status === b.status && a.code === b.code;

/**
 * @param replaced the rule that is edited; undefined: the rule is new
 * @returns all rules, and the position of the new one
 */
export function withRule(
  rules: readonly HoldRuleInput[],
  replaced: Refusals | undefined,
  rule: HoldRuleInput,
): { rules: HoldRuleInput[]; position: number } {
  const found = replaced ? rules.findIndex((each) => isSame(refusalsOf(each), replaced)) : -1;
  const position = found === -1 ? rules.length : found;
  return { rules: rules.toSpliced(position, found === -1 ? 0 : 1, rule), position };
}

export const withoutRule = (rules: readonly HoldRuleInput[], removed: Refusals): HoldRuleInput[] =>
  rules.filter((each) => !isSame(refusalsOf(each), removed));

const refusalsOf = ({ status, code = null }: HoldRuleInput): Refusals => ({ status, code });
