/** All rules of a campaign, by their names in JSON, and the orders in which they are shown. */
import { OUTCOME_RULES } from './outcome-rules.ts';
import { RESOURCE_RULES } from './resource-rules.ts';
import { isObject, type RuleField, type Rules } from './rule-field.ts';
import { TIME_RULES } from './time-rules.ts';

/** What a version of the policy holds, in the order of the API's document. */
export const POLICY_RULES = { ...TIME_RULES, ...RESOURCE_RULES, ...OUTCOME_RULES } as const;
export type PolicyRules = typeof POLICY_RULES;

/** What a campaign has beside its policy. */
export const OWN_RULES = {
  name: { kind: 'name', least: 1, most: 200, group: 'Campaign', label: 'Name' },
  deadline_at: {
    kind: 'instant',
    nullable: true,
    text: 'From this instant on nobody is dialled; due contacts become final, and the campaign ends.',
    group: 'Campaign',
    label: 'Deadline, in your zone',
    hint: 'From then on nobody is dialled, and the campaign ends.',
  },
  keep_open: {
    kind: 'flag',
    group: 'Campaign',
    label: 'Keep open when everybody was called',
    flags: {
      '--keep-open': 'do not end when all contacts are final',
      '--no-keep-open': 'end when all contacts are final',
    },
  },
} as const satisfies Rules;

const { name, ...otherOwn } = OWN_RULES;
export const CAMPAIGN_RULES: Rules = { name, ...POLICY_RULES, ...otherOwn };

/** The rows of `campaigns show`. */
export const SHOWN_RULES: Readonly<Partial<Record<keyof PolicyRules, string>>> = {
  redial: 'redial',
  calling_window: 'calling window',
  zone: 'zone',
  caps: 'caps',
  budget: 'budget',
  suppression_lists: 'suppression',
  consent: 'consent',
  agents: 'agents',
  max_live_calls: 'live calls',
  calls_per_second: 'pace',
  dial_order: 'order',
};

/** The parts of the form. */
const GROUPS = [
  'Campaign',
  'Redials',
  'Redial after: customer not reached',
  'Redial after: agent not reached',
  'Redial after: dropped',
  'Redial after: lost by the carrier',
  'Calling window',
  'Caps for a number',
  'Whom to call',
  'Consent',
  'Budget',
  'Agents',
  'Pace and order',
  'While the account is on hold',
  'Refusals and recordings',
] as const;

export interface FormField extends RuleField {
  /** JSON pointer in the campaign. */
  pointer: string;
}

export interface FormGroup {
  title: string;
  hint?: string;
  /** The rule as a whole can be absent: its pointer. The form then has a switch for it. */
  optional?: string;
  fields: readonly FormField[];
}

/** The rules as parts of a form. */
export const FORM_GROUPS: readonly FormGroup[] = GROUPS.map((title) => ({
  title,
  ...objectsIn(CAMPAIGN_RULES).get(title),
  fields: fieldsIn(CAMPAIGN_RULES, title),
}));

function fieldsIn(rules: Rules, title: string, place = '', ofObject?: string): FormField[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const pointer = `${place}/${name}`;
    if (isObject(rule)) return fieldsIn(rule.fields, title, pointer, rule.title);
    return (rule.group ?? ofObject) === title ? [{ ...rule, pointer }] : [];
  });
}

/** By title: what the form says of an object as a whole. */
function objectsIn(rules: Rules, place = ''): Map<string, Pick<FormGroup, 'hint' | 'optional'>> {
  const found = Object.entries(rules).flatMap(([name, rule]) => {
    if (!isObject(rule)) return [];
    const { title, hint, nullable, fields } = rule;
    const pointer = `${place}/${name}`;
    const whole = { ...(hint && { hint }), ...(nullable && { optional: pointer }) };
    return [[title, whole] as const, ...objectsIn(fields, pointer)];
  });
  return new Map(found);
}
