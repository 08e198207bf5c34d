/** A rule of campaigns is described once. Whatever is made of the description does not name its fields. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../../src/domain/campaigns/policy.ts';
import { CAMPAIGN_RULES, FORM_GROUPS } from '../../../src/domain/rules/campaign-rules.ts';
import { isObject, type Rules } from '../../../src/domain/rules/rule-field.ts';
import { policyView, policyWith } from '../../../src/api/campaigns/policy-view.ts';

const namesIn = (rules: Rules): string[] =>
  Object.entries(rules).flatMap(([name, rule]) => [
    name,
    ...(isObject(rule) ? namesIn(rule.fields) : []),
  ]);
const NAMES = [...new Set(namesIn(CAMPAIGN_RULES))];

/** Where a field may be named, and why. A path that ends in `/` is a folder. */
const NAMED_IN: Readonly<Record<string, string>> = {
  'src/domain/rules/': 'the description',
  'src/checker/': 'the witness shares no code with what it judges',
  'src/client/api-types.ts': 'made of the document',
  'src/domain/decisions/decision-record.ts': 'what a decision read, under the same names',
  'src/api/decisions/decision-view.ts': 'the schema of the same',
  'src/domain/planning/explain/final-reason.ts': 'says which field made a contact final',
  'src/api/campaigns/campaigns.ts': 'a clone may have other lists',
  'src/store/sql/transactions/campaigns/campaigns.ts': 'says which field has a fault',
  'src/api/calls/call-facts-view.ts': 'how many attempts the contact of a call may have',
  'src/api/campaigns/campaign-view.ts': 'describes the alert of a budget',
  'src/store/sql/steps/campaigns/spending.ts': 'the audit of an alert',
  'src/store/sql/rows/calls/exported-call.ts': 'what the checker is told of a campaign',
  'src/api/openapi/openapi-examples.ts': 'examples of bodies',
  'src/dev/example/example-campaign.ts': 'the rules of the example',
  'src/dashboard/pages/policy/new-campaign.ts': 'the rules that a new campaign begins with',
  'src/dashboard/pages/policy/first-fields.tsx': 'the rules that a new campaign asks for first',
  'src/dashboard/pages/policy/hours-choice.ts': 'one choice that makes a calling window',
  'src/dashboard/pages/campaign/money.tsx': 'shows the budget beside what is spent',
  'src/dashboard/pages/now/operator-problems.ts': 'says which field a person may raise',
};

/** Fields whose name is also that of something else. */
const ALSO_NAMES: Readonly<Record<string, string>> = {
  calls_per_second: 'a limit of the account',
  max_live_calls: 'a limit of the account',
  suppression_lists: 'a table, and a count of an erasure',
  wrap_up: 'a state of agents',
  customer_unreached: 'a count of calls',
  agent_unreached: 'a count of calls',
  carrier_lost: 'a count of calls',
  deadline_at: 'a field of campaigns that is no rule of the policy',
  keep_open: 'a field of campaigns that is no rule of the policy',
  next_number: 'what an outcome may ask for',
};

const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name}`);
const isAllowed = (path: string) =>
  Object.keys(NAMED_IN).some(
    (place) => path === place || (place.endsWith('/') && path.startsWith(place)),
  );
/** Names without an underscore are words of other things too. */
const searched = NAMES.filter((name) => name.includes('_') && !Object.hasOwn(ALSO_NAMES, name));

test('only the description and what needs single rules names a field of a rule', () => {
  const named = sources
    .filter((path) => !isAllowed(path))
    .flatMap((path) => {
      const text = withoutComments(readFileSync(path, 'utf8'));
      return searched
        .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
        .map((name) => `${path} names ${name}: read it from src/domain/rules`);
    });
  expect(named).toEqual([]);
});

test('every place that may name fields does', () => {
  const texts = (place: string) =>
    sources
      .filter((path) => path === place || (place.endsWith('/') && path.startsWith(place)))
      .map((path) => withoutComments(readFileSync(path, 'utf8')))
      .join('\n');
  const idle = Object.keys(NAMED_IN).filter((place) => {
    const text = texts(place);
    return !NAMES.some((name) => name.includes('_') && text.includes(name));
  });
  expect(idle).toEqual([]);
});

test('every field has its place in the form', () => {
  const count = (rules: Rules): number =>
    Object.values(rules).reduce((sum, rule) => sum + (isObject(rule) ? count(rule.fields) : 1), 0);
  expect(FORM_GROUPS.flatMap(({ fields }) => fields)).toHaveLength(count(CAMPAIGN_RULES));
  expect(FORM_GROUPS.filter(({ fields }) => fields.length === 0)).toEqual([]);
});

test('what is read of the JSON of a policy is the policy', () => {
  const full = policyWith(DEFAULT_POLICY, {
    calling_window: {
      hours: [{ weekdays: ['mon', 'sun'], from: '09:00', to: '24:00' }],
      closed_dates: ['2026-12-25'],
      ring_margin: '3m',
    },
    caps: {
      count_by: 'person',
      per_day: 2,
      rolling: [{ days: 7, most: 3 }],
      least_gap: '2h',
      after_talk: '7d',
      after_refusal: null,
      after_silence: '3d',
    },
    budget: { total: '5', per_day: null, reserve_per_call: '0.5', alert_at: 0.7 },
    refusals: { busy: { action: 'retry', after: '5m', most: 3 } },
    hold_timeout: { after: '2h', action: 'pause' },
    redial: { dropped: { after: '1h', jitter: 0.5, most: 2 }, agent_unreached: null },
  });
  expect(full).toMatchObject({
    window: {
      hours: [{ weekdays: [1, 7], fromMinute: 540, toMinute: 1440 }],
      ringMarginMs: 180_000,
    },
    caps: { perDay: 2, leastGapMs: 7_200_000 },
    holdTimeout: { afterMs: 7_200_000, action: 'pause' },
    redial: { rules: { dropped: { delayMs: 3_600_000, jitter: 0.5, most: 2 } } },
  });
  for (const policy of [DEFAULT_POLICY, full])
    expect(policyWith(DEFAULT_POLICY, policyView(policy))).toEqual(policy);
});
