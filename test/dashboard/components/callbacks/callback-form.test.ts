import { expect, test } from 'vitest';
import type { Schemas } from '../../../../src/client/client.ts';
import {
  formOf,
  knownOf,
  poolChoices,
  recurrenceText,
  settingsOf,
  timesOf,
} from '../../../../src/dashboard/components/callbacks/callback-form.ts';

const ONCE: Schemas['Callback'] = {
  id: 'cb1',
  number: '+442079460101',
  name: null,
  call_ref: null,
  state: 'scheduled',
  zone: 'Europe/Berlin',
  at: '2026-11-24T09:00:00Z',
  not_after: '2026-11-24T22:59:59.999Z',
  every: null,
  next_at: null,
  agent_id: null,
  prefer_agent_for: null,
  pool: null,
  turns: 0,
  last: null,
  schedule: null,
  created_at: '2026-11-23T09:00:00Z',
};
const EVERY = {
  at: '10:00',
  weekdays: null,
  days_of_month: null,
  not_after: null,
  from: null,
  until: null,
  count: null,
  jitter: '0s',
};

test('a time is shown by the clocks of the callback, and is only sent when it was changed', () => {
  const known = formOf(ONCE);
  expect(known.at).toBe('2026-11-24T10:00');
  expect(timesOf(known, known)).toEqual({});
  const later = { ...known, at: '2026-11-24T11:30' };
  expect(timesOf(later, known)).toEqual({ at: '2026-11-24T11:30' });
});

test('the days of a recurring callback are those of the week or of the month', () => {
  const form = { ...formOf(undefined), recurs: true, clock: '10:00' };
  expect(timesOf({ ...form, weekdays: ['mon'], count: '3' })).toMatchObject({
    every: { at: '10:00', weekdays: ['mon'], days_of_month: null, count: 3, until: null },
  });
  expect(timesOf({ ...form, daysOfMonth: '1, 15' })).toMatchObject({
    every: { weekdays: null, days_of_month: [1, 15], count: null },
  });
});

test('first date and spread are sent, and are shown again', () => {
  const form = { ...formOf(undefined), recurs: true, clock: '10:00' };
  expect(timesOf({ ...form, from: '2026-12-01', jitter: '5m' })).toMatchObject({
    every: { from: '2026-12-01', jitter: '5m' },
  });
  expect(timesOf(form)).toMatchObject({ every: { from: null, jitter: '0s' } });
  const known = formOf({
    ...ONCE,
    at: null,
    every: { ...EVERY, from: '2026-12-01', jitter: '5m' },
  });
  expect(known).toMatchObject({ from: '2026-12-01', jitter: '5m' });
});

test('a new callback leaves its pool to the API unless one is chosen; a known one keeps it', () => {
  const form = { ...formOf(undefined), agent: 'a1' };
  expect(settingsOf(form)).toEqual({ name: null, agent_id: 'a1', prefer_agent_for: '15m' });
  expect(settingsOf({ ...form, agentAlone: '' })).toMatchObject({ prefer_agent_for: null });
  const [usual, any, sales] = poolChoices(['sales'], form, true);
  expect(settingsOf({ ...form, pool: usual!.value })).not.toHaveProperty('pool');
  expect(settingsOf({ ...form, pool: any!.value })).toMatchObject({ pool: null });
  expect(settingsOf({ ...form, pool: sales!.value })).toMatchObject({ pool: 'sales' });
  const known = formOf({ ...ONCE, pool: 'closed', agent_id: 'a1', prefer_agent_for: null });
  expect(settingsOf(known)).toMatchObject({ pool: 'closed', prefer_agent_for: null });
  expect(poolChoices(['sales'], known, false).map(({ text }) => text)).toEqual([
    'Any pool',
    'closed',
    'sales',
  ]);
});

test('a recurrence is said in words', () => {
  expect(recurrenceText(EVERY)).toBe('Every day at 10:00');
  expect(recurrenceText({ ...EVERY, weekdays: ['fri', 'mon'], count: 4 })).toBe(
    'Every Monday, Friday at 10:00, 4 times',
  );
  expect(recurrenceText({ ...EVERY, days_of_month: [1, 15], until: '2027-01-31' })).toBe(
    'Day 1, 15 of the month at 10:00, until 2027-01-31',
  );
});

test('a person in a list brings name and zone, and nothing that was typed is replaced', () => {
  const ada = { name: 'Ada Example', zones: ['Europe/London'] };
  expect(knownOf(ada, formOf(undefined))).toEqual({ name: 'Ada Example', zone: 'Europe/London' });
  const typed = { ...formOf(undefined), name: 'Ada', zone: 'Europe/Dublin' };
  expect(knownOf(ada, typed)).toEqual({ name: 'Ada', zone: 'Europe/Dublin' });
  const anywhere = { name: null, zones: ['America/New_York', 'America/Chicago'] };
  expect(knownOf(anywhere, formOf(undefined))).toEqual({ name: '', zone: '' });
});
