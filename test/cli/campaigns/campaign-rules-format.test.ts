import { expect, test } from 'vitest';
import { ruleRows, formatState } from '../../../src/cli/campaigns/campaign-rules-format.ts';
import { table } from '../../../src/terminal/table.ts';
import { progressOf } from '../../terminal/progress-of.ts';

test('a planned start is shown with its instant, every other state with the time since when', () => {
  const starts_at = '2026-11-23T09:30:00.000Z';
  expect(formatState({ ...progressOf({ state: 'scheduled' }), starts_at })).toBe(
    `starts at ${starts_at}`,
  );
  expect(formatState(progressOf({}))).toBe('running since 2026-11-21T10:00:00.000Z');
});

test('every rule has its row', () => {
  expect(table(ruleRows(progressOf({})))).toBe(`rules, version 1
  redial          at most 3 attempts and 10 calls, customer-unreached after 30m, agent-unreached after 1m
  calling window  always open
  zone            UTC
  caps            none
  budget          none
  suppression     every list
  consent         none
  agents          of any pool
  live calls      as many as there are agents
  pace            no limit
  order           list
  deadline        none`);
  const limited = {
    ...progressOf({}),
    calling_window: {
      hours: [{ weekdays: ['mon' as const, 'tue' as const], from: '09:00', to: '18:00' }],
      closed_dates: ['2026-12-25'],
      ring_margin: '2m',
    },
    caps: {
      count_by: 'person' as const,
      per_day: 2,
      rolling: [{ days: 7, most: 4 }],
      least_gap: '2h',
      after_talk: null,
      after_refusal: '30d',
      after_silence: '3d',
    },
    budget: { total: '50', per_day: null, reserve_per_call: '0.2', alert_at: 0.8 },
    suppression_lists: ['left'],
  };
  const words = ruleRows(limited).map(([, text]) => text);
  expect(words).toContain('mon tue 09:00–18:00, 1 closed dates');
  expect(words).toContain('by person, 2 a day, 4 in 7 days, 2h apart, 30d after refusal');
  expect(words).toContain('50 in all, 0.2 set aside for a call');
  expect(words).toContain('left');
});
