/** The rules of a campaign as rows of a table, and the time since its last change of state. */
import { POLICY_RULES, SHOWN_RULES } from '../../domain/rules/campaign-rules.ts';
import { isObject, type Rule } from '../../domain/rules/rule-field.ts';
import { filled } from '../../domain/rules/rule-text.ts';
import type { Campaign, CampaignProgress } from '../../terminal/api-shapes.ts';
import { amountText } from '../../terminal/terminal-text.ts';

export function formatState({
  state,
  starts_at: start,
  state_changed_at: since,
}: Campaign): string {
  return state === 'scheduled' && start !== null ? `starts at ${start}` : `${state} since ${since}`;
}

/** Amounts have the currency. */
export function ruleRows(campaign: CampaignProgress): string[][] {
  const rows = Object.entries(SHOWN_RULES).map(([name, label]) => [
    `  ${label}`,
    formatRule(name as keyof typeof SHOWN_RULES, campaign),
  ]);
  return [
    [`rules, version ${campaign.policy_version}`, ''],
    ...rows,
    ['  deadline', campaign.deadline_at ?? 'none'],
    ...Object.entries(campaign.refusals).map(([key, { action }]) => [`  refusal ${key}`, action]),
  ];
}

type Json = Readonly<Record<string, unknown>>;

function formatRule(name: keyof typeof SHOWN_RULES, campaign: CampaignProgress): string {
  const rule: Rule = POLICY_RULES[name];
  if (campaign[name] === null) return rule.unset ?? 'none';
  const texts = textsOf(rule, name, { ...campaign }, campaign.currency);
  return texts.length === 0 && isObject(rule) ? 'none' : texts.join(', ');
}

function textsOf(rule: Rule, name: string, around: Json, currency: string | null): string[] {
  const value = around[name];
  const { shown, unset } = rule;
  if (value === null) return unset === undefined ? [] : [unset];
  if (isObject(rule)) {
    const inside = value as Json;
    if (shown !== undefined) return [filled(shown, inside)];
    return Object.entries(rule.fields).flatMap(([each, field]) =>
      textsOf(field, each, inside, currency),
    );
  }
  if (shown === undefined || JSON.stringify(value) === JSON.stringify(rule.default)) return [];
  if (rule.kind === 'money')
    return [filled(shown, { [name]: amountText(value as string, currency) })];
  if (!Array.isArray(value)) return [filled(shown, around)];
  if (shown.includes('{length}')) return [filled(shown, { length: value.length })];
  return value.map((item: unknown) =>
    typeof item === 'string' ? item : filled(shown, item as Json),
  );
}
