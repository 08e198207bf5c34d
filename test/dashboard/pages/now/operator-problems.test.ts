import { expect, test } from 'vitest';
import type { Schemas } from '../../../../src/client/client.ts';
import { problemsOf } from '../../../../src/dashboard/pages/now/operator-problems.ts';

const SINCE = '2026-11-23T09:30:00.000Z';
const alert = (kind: string, campaign: string | null = null) =>
  ({ kind, subject: kind, campaign, text: `about ${kind}`, raised_at: SINCE }) as Schemas['Alert'];
const account = (parts: Partial<Schemas['Account']>) =>
  ({ stopped: null, hold: null, ...parts }) as Schemas['Account'];

test('nothing is wrong without alerts on an account that may dial', () => {
  expect(problemsOf(account({}), [])).toEqual([]);
  expect(problemsOf(undefined, [])).toEqual([]);
});

test('what stops everything comes first, and what only comes late comes last', () => {
  const stopped = { since: SINCE, reason: null };
  const alerts = ['recordings-late', 'no-agents', 'hold'].map((kind) => alert(kind));
  const kinds = problemsOf(account({ stopped }), alerts).map(({ kind }) => kind);
  expect(kinds).toEqual(['stopped', 'hold', 'no-agents', 'recordings-late']);
});

test('a hold says when it is probed next', () => {
  const hold = { next_probe_at: SINCE } as Schemas['Account']['hold'];
  expect(problemsOf(account({ hold }), [alert('hold')])[0]?.next?.at).toBe(SINCE);
});

test('a problem of a campaign leads to the campaign', () => {
  expect(problemsOf(account({}), [alert('budget', 'cabc')])[0]?.href?.to).toBe('/campaigns/cabc');
});

test('an alert of a newer server is shown with its own text', () => {
  const [shown] = problemsOf(account({}), [alert('meteor')]);
  expect(shown).toMatchObject({ title: 'meteor', text: 'about meteor', tone: 'warn' });
});
