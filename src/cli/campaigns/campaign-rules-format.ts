/** The rules of a campaign as rows of a table, and the time since its last change of state. */
import type { Campaign } from '../../terminal/api-shapes.ts';

export function formatState({
  state,
  starts_at: start,
  state_changed_at: since,
}: Campaign): string {
  return state === 'scheduled' && start !== null ? `starts at ${start}` : `${state} since ${since}`;
}

export function ruleRows(campaign: Campaign): string[][] {
  const { max_live_calls: live, calls_per_second: perSecond, deadline_at: deadline } = campaign;
  return [
    [`rules, version ${campaign.policy_version}`, ''],
    ['  redial', formatRedial(campaign.redial)],
    ['  calling window', formatWindow(campaign.calling_window)],
    ['  zone', campaign.zone],
    ['  caps', formatCaps(campaign.caps)],
    ['  budget', formatBudget(campaign.budget)],
    ['  suppression', campaign.suppression_lists?.join(', ') ?? 'every list'],
    ['  agents', formatAgents(campaign.agents)],
    ['  live calls', live === null ? 'as many as there are agents' : `at most ${live}`],
    ['  pace', perSecond === null ? 'no limit' : `${perSecond} calls a second`],
    ['  deadline', deadline ?? 'none'],
    ...Object.entries(campaign.refusals).map(([key, { action }]) => [`  refusal ${key}`, action]),
  ];
}

function formatRedial({
  max_attempts: attempts,
  max_calls: calls,
  ...rules
}: Campaign['redial']): string {
  const delays = Object.entries(rules).flatMap(([name, rule]) =>
    rule === null ? [] : [`${name.replaceAll('_', '-')} after ${rule.after}`],
  );
  return [`at most ${attempts} attempts and ${calls} calls`, ...delays].join(', ');
}

function formatWindow(window: Campaign['calling_window']): string {
  if (window === null) return 'always open';
  const hours = window.hours.map(({ weekdays, from, to }) => `${weekdays.join(' ')} ${from}–${to}`);
  const { length } = window.closed_dates;
  return [...hours, ...(length === 0 ? [] : [`${length} closed dates`])].join(', ');
}

function formatCaps({ per_day: perDay, rolling, least_gap: gap }: Campaign['caps']): string {
  const caps = [
    ...(perDay === null ? [] : [`${perDay} a day`]),
    ...rolling.map(({ days, most }) => `${most} in ${days} days`),
    ...(gap === '0s' ? [] : [`${gap} apart`]),
  ];
  return caps.length === 0 ? 'none' : caps.join(', ');
}

function formatBudget(budget: Campaign['budget']): string {
  if (budget === null) return 'none';
  const { total, per_day: perDay, reserve_per_call: reserve } = budget;
  const caps = [
    ...(total === null ? [] : [`${total} in all`]),
    ...(perDay === null ? [] : [`${perDay} a day`]),
  ];
  return [...caps, `${reserve} set aside for a call`].join(', ');
}

function formatAgents({
  pool,
  wrap_up: wrapUp,
  pause_after_misses: misses,
}: Campaign['agents']): string {
  return [
    pool === null ? 'of any pool' : `of pool ${pool}`,
    ...(wrapUp === '0s' ? [] : [`${wrapUp} of work after a call`]),
    ...(misses === null ? [] : [`paused after ${misses} missed calls`]),
  ].join(', ');
}
