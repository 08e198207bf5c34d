/** A campaign's rules, to and from JSON. */
import { DEFAULT_POLICY, type Policy } from '../../domain/campaigns/policy.ts';
import { DEFAULT_CAPS_COUNT } from '../../domain/rules/caps-count.ts';
import { DEFAULT_DIAL_ORDER } from '../../domain/rules/dial-orders.ts';
import { DEFAULT_NEXT_NUMBER } from '../../domain/rules/next-numbers.ts';
import { POLICY_RULES, type PolicyRules } from '../../domain/rules/campaign-rules.ts';
import {
  isObject,
  type JsonOf,
  type Rule,
  type RuleKind,
  type Rules,
  type Values,
} from '../../domain/rules/rule-field.ts';
import type { CallingWindow } from '../../domain/contacts/calling-window.ts';
import { REDIALLED, type RedialPolicy } from '../../domain/calls/redial.ts';
import type { RefusalRules } from '../../domain/calls/refusal-rules.ts';
import { isJsonObject, type JsonObject } from '../../domain/merge-patch.ts';
import { durationMs, formatDuration } from '../http/schemas.ts';
import { hoursOf, hoursView } from './calling-hours-view.ts';
import { refusalsOf, refusalsView } from './refusal-rules-view.ts';

/** Kinds whose value in the policy is not that of the JSON. */
const READ: Partial<Record<RuleKind, (json: unknown) => unknown>> = {
  duration: (json) => durationMs(json as string),
  hours: (json) => hoursOf(json as Values['hours']),
  refusals: (json) => refusalsOf(json as Values['refusals']),
};
const SHOWN: Partial<Record<RuleKind, (value: unknown) => unknown>> = {
  duration: (value) => formatDuration(value as number),
  hours: (value) => hoursView(value as CallingWindow['hours']),
  refusals: (value) => refusalsView(value as RefusalRules),
};

type Members = Readonly<Record<string, unknown>>;

/** In camel case, and with its unit if it is a duration. */
function memberOf(name: string, rule: Rule): string {
  if (rule.member !== undefined) return rule.member;
  const inWords = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return !isObject(rule) && rule.kind === 'duration' ? `${inWords}Ms` : inWords;
}

/** The members of the policy for those of the JSON that are given. */
const membersOf = (rules: Rules, json: Members): Members =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) =>
      json[name] === undefined ? [] : [[memberOf(name, rule), memberValue(rule, json[name])]],
    ),
  );

function memberValue(rule: Rule, json: unknown): unknown {
  if (json === null) return null;
  if (isObject(rule)) return membersOf(rule.fields, json as Members);
  return READ[rule.kind]?.(json) ?? json;
}

const jsonOf = (rules: Rules, members: Members): JsonObject =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      jsonValue(rule, members[memberOf(name, rule)] ?? null),
    ]),
  );

function jsonValue(rule: Rule, value: unknown): unknown {
  if (value === null) return null;
  if (isObject(rule)) return jsonOf(rule.fields, value as Members);
  return SHOWN[rule.kind]?.(value) ?? value;
}

/** `known`, overridden by the input; null removes a rule. */
export function policyWith(
  known: Policy,
  input: Partial<Record<keyof PolicyRules, unknown>>,
): Policy {
  const { redial, ...given } = membersOf(POLICY_RULES, input);
  return {
    ...known,
    ...given,
    redial: redialWith(known.redial, (redial ?? {}) as Partial<RedialPolicy>),
  };
}

/** In JSON the rule of each end stands beside the limits. */
function redialWith(known: RedialPolicy, given: Partial<RedialPolicy> & Members): RedialPolicy {
  const rules: RedialPolicy['rules'] = { ...known.rules };
  for (const disposition of REDIALLED) {
    const rule = given[disposition] as RedialPolicy['rules'][typeof disposition] | null;
    if (rule === null) delete rules[disposition];
    else if (rule) rules[disposition] = rule;
  }
  const { maxAttempts = known.maxAttempts, maxCalls = known.maxCalls } = given;
  const { nextNumber = known.nextNumber ?? DEFAULT_NEXT_NUMBER } = given;
  return { maxAttempts, maxCalls, rules, nextNumber };
}

export function policyView(policy: Policy): JsonOf<PolicyRules> {
  const redial = { nextNumber: DEFAULT_NEXT_NUMBER, ...policy.redial, ...policy.redial.rules };
  const caps = { countBy: DEFAULT_CAPS_COUNT, ...policy.caps };
  const { dialOrder = DEFAULT_DIAL_ORDER } = policy;
  return jsonOf(POLICY_RULES, { ...policy, redial, caps, dialOrder }) as JsonOf<PolicyRules>;
}

/** `known` without the rules that a merge patch names. `policyWith` then adds their patched values. */
export function policyWithout(known: Policy, patch: JsonObject): Policy {
  const members: readonly string[] = Object.entries(POLICY_RULES)
    .filter(([name]) => Object.hasOwn(patch, name))
    .map(([name, rule]) => memberOf(name, rule));
  const defaults = Object.entries(DEFAULT_POLICY).filter(([member]) => members.includes(member));
  // If a redial rule is missing, a call that ends in this way is the last one.
  const redial = { ...DEFAULT_POLICY.redial, rules: {} };
  return {
    ...known,
    ...Object.fromEntries(defaults),
    ...(isJsonObject(patch['redial']) && { redial }),
  };
}
