import { expect, test } from 'vitest';
import { FORM_GROUPS } from '../../../../src/domain/rules/campaign-rules.ts';
import { draftOf } from '../../../../src/dashboard/pages/policy/policy-draft.ts';
import { NEW_CAMPAIGN } from '../../../../src/dashboard/pages/policy/new-campaign.ts';
import { ruleSummary } from '../../../../src/dashboard/pages/policy/rule-summary.ts';

const of = (title: string, campaign: object) =>
  ruleSummary(
    FORM_GROUPS.find((group) => group.title === title)!,
    draftOf({ ...NEW_CAMPAIGN, ...campaign }),
  );

test('a group whose rule does not apply says so', () => {
  expect(of('Calling window', {})).toBe('Not set.');
  expect(of('Budget', {})).toBe('Not set.');
});

test('a group without a value of its own is as usual', () => {
  expect(of('Agents', {})).toBe('As usual.');
});

test('values are told with the words of their fields', () => {
  expect(of('Redials', {})).toBe(
    'Most attempts of a contact 3; most calls of a contact 10; another number of the person after last try.',
  );
});

test('what is switched off by 0 is not told, and a zone keeps its letters', () => {
  expect(of('Redial after: customer not reached', {})).toBe(
    'Call again after 30m; times at most 100.',
  );
  expect(of('Campaign', { zone: 'UTC' })).toBe('Time zone UTC.');
});

test('hours are told by their days', () => {
  const hours = [
    { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
    { weekdays: ['sat', 'sun'], from: '10:00', to: '12:00' },
  ];
  const window = { hours, closed_dates: ['2026-12-25'] };
  expect(of('Calling window', { calling_window: window })).toContain(
    'Mon–Fri 09:00–17:00, Sat Sun 10:00–12:00',
  );
});

test('what stands elsewhere on the page is not told again', () => {
  const group = FORM_GROUPS.find(({ title }) => title === 'Campaign')!;
  const draft = draftOf({ name: 'Autumn survey', zone: 'Europe/London' });
  expect(ruleSummary(group, draft, new Set(['/name']))).toBe('Time zone Europe/London.');
});
