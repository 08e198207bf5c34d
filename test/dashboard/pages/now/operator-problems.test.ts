import { expect, test } from 'vitest';
import type { Schemas } from '../../../../src/client/client.ts';
import {
  isBudgetSpent,
  problemOfCampaign,
  problemsOf,
} from '../../../../src/dashboard/pages/now/operator-problems.ts';

const SINCE = '2026-11-23T09:30:00.000Z';
const NOW = Date.parse(SINCE) - 60_000;
const alert = (kind: string, campaign: string | null = null) =>
  ({ kind, subject: kind, campaign, text: `about ${kind}`, raised_at: SINCE }) as Schemas['Alert'];
const account = (parts: Partial<Schemas['Account']>) =>
  ({ stopped: null, hold: null, ...parts }) as Schemas['Account'];

test('nothing is wrong without alerts on an account that may dial', () => {
  expect(problemsOf(account({}), [], NOW)).toEqual([]);
  expect(problemsOf(undefined, [], NOW)).toEqual([]);
});

test('what stops everything comes first, and what only comes late comes last', () => {
  const stopped = { since: SINCE, reason: null };
  const alerts = ['recordings-late', 'no-agents', 'hold'].map((kind) => alert(kind));
  const kinds = problemsOf(account({ stopped }), alerts, NOW).map(({ kind }) => kind);
  expect(kinds).toEqual(['stopped', 'hold', 'no-agents', 'recordings-late']);
});

test('a hold says when it is probed next', () => {
  const hold = { reason: '409 unknown_reason', next_probe_at: SINCE } as Schemas['Account']['hold'];
  expect(problemsOf(account({ hold }), [alert('hold')], NOW)[0]?.next?.at).toBe(SINCE);
});

test('a hold is told in words, with what the carrier said for whoever asks', () => {
  const hold = {
    reason: '402 insufficient_funds',
    next_probe_at: SINCE,
  } as Schemas['Account']['hold'];
  expect(problemsOf(account({ hold }), [alert('hold')], NOW)[0]).toMatchObject({
    title: 'No balance left at the carrier',
    detail: 'about hold',
  });
});

test('a problem of a campaign leads to the campaign', () => {
  expect(problemsOf(account({}), [alert('budget', 'cabc')], NOW)[0]?.href?.to).toBe(
    '/campaigns/cabc',
  );
});

test('an alert of a newer server is shown with its own text', () => {
  const [shown] = problemsOf(account({}), [alert('meteor')], NOW);
  expect(shown).toMatchObject({ title: 'meteor', text: 'about meteor', tone: 'warn' });
});

test('a hold whose probe is due says what a probe waits for, and names no time that has passed', () => {
  const hold = { reason: '409 unknown_reason', next_probe_at: SINCE } as Schemas['Account']['hold'];
  const later = NOW + 120_000;
  const nextOf = (parts: Partial<Schemas['Account']>) =>
    problemsOf(account({ hold, ...parts }), [alert('hold')], later).find(
      ({ kind }) => kind === 'hold',
    )?.next;
  expect(nextOf({})?.at).toBeUndefined();
  expect(nextOf({})?.text).toContain('campaign that is not paused');
  expect(nextOf({ stopped: { since: SINCE, reason: null } })).toEqual({
    text: 'No call probes it while everything is stopped.',
  });
  const byPerson = {
    reason: '409 unknown_reason',
    next_probe_at: null,
  } as Schemas['Account']['hold'];
  expect(nextOf({ hold: byPerson })?.text).toContain('a person lifts the hold');
});

const money = (settled: string, pending = '0') => ({
  settled: { calls: 1, amount: settled },
  pending: { calls: 0, set_aside: pending },
  never_settled: { calls: 0, set_aside: '0' },
  budget_alert: null,
});
const campaign = (parts: object) =>
  ({
    name: 'Autumn survey',
    state: 'running',
    waiting_for: null,
    budget: { total: '0.50', per_day: null, reserve_per_call: '0.01', alert_at: 0.8 },
    money: money('0.45'),
    ...parts,
  }) as unknown as Schemas['CampaignProgress'];
const shownOf = (kind: string, parts: object) =>
  problemOfCampaign(problemsOf(account({}), [alert(kind, 'c1')], NOW)[0]!, campaign(parts));

test('a problem of a campaign names the campaign', () => {
  expect(shownOf('no-agents', {}).title).toBe('No agent is ready: Autumn survey');
  expect(shownOf('budget', {}).title).toBe('The budget is nearly spent: Autumn survey');
});

test('a budget that is spent is not nearly spent, also while the campaign is paused', () => {
  const wait = { reason: 'budget', text: 'the budget of the day is spent', until: SINCE };
  expect(shownOf('budget', { waiting_for: wait })).toMatchObject({
    title: 'The budget is spent: Autumn survey',
    tone: 'bad',
    text: 'It waits: the budget of the day is spent.',
    next: { at: SINCE },
  });
  const paused = { state: 'paused', money: money('0.48', '0.011') };
  expect(shownOf('budget', paused).title).toBe('The budget is spent: Autumn survey');
  expect(isBudgetSpent(campaign({ money: money('0.49') }))).toBe(false);
  expect(isBudgetSpent(campaign({ budget: null }))).toBe(false);
});
