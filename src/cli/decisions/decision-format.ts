import { POLICY_RULES } from '../../domain/rules/campaign-rules.ts';
import { areaText } from '../../domain/areas/area-text.ts';
import { decidedTexts } from '../../domain/rules/rule-text.ts';
import { amountText } from '../../terminal/terminal-text.ts';
import type { DecisionRecord } from '../../domain/decisions/decision-record.ts';

/** A decision as rows of a table: what was asked, and its values. */
export function formatDecision(record: DecisionRecord, currency: string | null): string[][] {
  const { window, caps, suppression, hold, budget, agent, policy } = record;
  const zones = record.zones.map(({ zone, local_time: time }) => `${time} in ${zone}`);
  const lists = suppression.lists.map(({ list, version }) => `${list} (version ${version})`);
  return [
    ['  decided at', record.decided_at],
    ['  policy', `version ${policy.version}, in force ${policy.in_force}`],
    ['  local time', `${zones.join('; ')}, by ${record.zone_source}`],
    ...(record.area ? [['  area', areaText(record.area)]] : []),
    ['  window', window === null ? 'at any time' : windowText(window)],
    ['  caps', capTexts(caps).join('; ') || 'none'],
    ['  lists', `${lists.join(', ') || 'none'}; ${foundText(suppression.found_on)}`],
    ['  hold', hold.state === 'probe' ? `probe of the hold ${hold.reason}` : 'none'],
    [
      '  pace',
      record.pace.map((one) => `${one.per_second}/s of the ${one.of}`).join('; ') || 'none',
    ],
    ['  budget', budget === null ? 'none' : budgetText(budget, currency)],
    [
      '  agent',
      `${agent.id} of ${agent.pools.join(', ')}, call ${agent.live} of ${agent.capacity}`,
    ],
    ['  Dialwright', record.product],
  ];
}

const windowText = (window: NonNullable<DecisionRecord['window']>): string =>
  `open from ${window.opens_at ?? 'more than a day before'} to ${window.closes_at ?? 'more than a day later'}, ` +
  `ring margin ${window.ring_margin_seconds}s`;

const capTexts = (caps: DecisionRecord['caps']): string[] =>
  decidedTexts(POLICY_RULES.caps.fields, caps, (value, name) =>
    name === 'seconds' ? `${value}s` : String(value ?? 'never'),
  );

const foundText = (lists: readonly string[]): string =>
  lists.length === 0 ? 'the number is on none' : `the number is on ${lists.join(', ')}`;

function budgetText(
  { total, day, reserve }: NonNullable<DecisionRecord['budget']>,
  currency: string | null,
): string {
  const amount = (text: string) => amountText(text, currency);
  const cap = (text: string | null) => (text === null ? 'any amount' : amount(text));
  return [
    `${amount(total.spent)} spent and ${amount(total.reserved)} reserved of ${cap(total.cap)}`,
    `${amount(day.spent)} and ${amount(day.reserved)} of ${cap(day.cap)} on ${day.date}`,
    `${amount(reserve)} for this call`,
  ].join('; ');
}
