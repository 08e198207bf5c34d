/** Merge patches of a campaign's rules. */
import { isJsonObject, type JsonObject } from '../../domain/merge-patch.ts';
import { DEFAULT_POLICY, type Policy } from '../../domain/campaigns/policy.ts';
import type { POLICY_FIELDS } from './policy-view.ts';

/** `known` without the rules that a merge patch names. `policyWith` then adds their patched values. */
export function policyWithout(known: Policy, patch: JsonObject): Policy {
  const named = Object.keys(patch).flatMap((field) => POLICY_OF_FIELD[field] ?? []);
  const defaults = Object.fromEntries(named.map((rule) => [rule, DEFAULT_POLICY[rule]]));
  // If a redial rule is missing, a call that ends in this way is the last one.
  const redial = { ...DEFAULT_POLICY.redial, rules: {} };
  return { ...known, ...defaults, ...(isJsonObject(patch['redial']) && { redial }) };
}

const POLICY_OF_FIELD: Readonly<Record<string, keyof Policy>> = {
  redial: 'redial',
  calling_window: 'window',
  zone: 'zone',
  caps: 'caps',
  countries: 'countries',
  suppression_lists: 'suppressionLists',
  max_live_calls: 'maxLiveCalls',
  calls_per_second: 'callsPerSecond',
  budget: 'budget',
  agents: 'agents',
  agent_caller_id: 'agentCallerId',
  collect_recordings: 'collectRecordings',
  refusals: 'refusals',
  hold_timeout: 'holdTimeout',
  priority: 'priority',
  weight: 'weight',
} satisfies Record<keyof typeof POLICY_FIELDS, keyof Policy>;
