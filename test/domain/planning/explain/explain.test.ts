import { usualHoldRule } from '../../../../src/domain/account/hold-rules.ts';
import { describe, expect, test } from 'vitest';
import type { CampaignFacts } from '../../../../src/domain/campaigns/campaign-progress.ts';
import { explainContact } from '../../../../src/domain/planning/explain/explain.ts';
import { RULE_NAMES, type RuleName } from '../../../../src/domain/planning/explain/rules.ts';
import type { ExplainFacts } from '../../../../src/domain/planning/explain/facts.ts';
import { NO_CAPS } from '../../../../src/domain/contacts/number-caps.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  plannedAgent,
  plannedContact,
  planWith,
  START,
  WORKDAYS,
} from '../rehearsal/planned.ts';
import { DIALLING_FACTS } from '../../campaigns/dialling-facts.ts';

const campaignFacts = (said: Partial<CampaignFacts> = {}): CampaignFacts => ({
  ...DIALLING_FACTS,
  nextDayAtMs: START + 16 * HOUR,
  ...said,
});

const factsWith = (said: Partial<ExplainFacts> = {}): ExplainFacts => ({
  plan: planWith(),
  contact: plannedContact(1),
  dueReason: null,
  campaign: campaignFacts(),
  hold: undefined,
  retryAfter: undefined,
  liveCallsOfAccount: 0,
  lists: [],
  listsMissing: [],
  oldCopies: [],
  numberOn: null,
  nextSlotMs: null,
  ...said,
});

const explain = (said: Partial<ExplainFacts>, nowMs = START) =>
  explainContact(factsWith(said), nowMs);
const noes = (said: Partial<ExplainFacts>) =>
  explain(said)
    .rules.filter(({ answer }) => answer === 'no')
    .map(({ rule, untilMs }) => [rule, untilMs === null ? null : untilMs - START]);

test('with nothing in the way every rule admits it, and it is dialled now', () => {
  const found = explain({});
  expect(found).toMatchObject({ kind: 'now', atMs: START, admission: null });
  expect(found.rules.map(({ rule }) => rule)).toEqual(RULE_NAMES);
  expect(noes({})).toEqual([]);
});

const USUAL_WAITS = { firstProbeAfterMs: MINUTE, longestProbeGapMs: MINUTE };
const hold = {
  open: true,
  reason: '402',
  status: 402,
  rule: usualHoldRule(402, USUAL_WAITS),
  openedAtMs: START,
  changedAtMs: START,
  refusedProbes: 0,
  waitFromMs: START,
} as const;
const OPEN_AT_NINE = planWith({ window: WORKDAYS });
const GAP = planWith({ caps: { ...NO_CAPS, leastGapMs: 2 * HOUR } });
const BUDGET = { total: '1', perDay: '1', reservePerCall: '0.1', alertAt: 0.8 };

test.each<[string, Parameters<typeof plannedContact>[1], string]>([
  [
    'reached',
    { disposition: 'completed', calls: 1 },
    'its last call ended as completed; that is final, whatever the redial rules',
  ],
  [
    'out of attempts',
    {
      disposition: 'customer-unreached',
      calls: 3,
      past: { attempts: 3, calls: 3, byDisposition: { 'customer-unreached': 3 } },
    },
    'its last call ended as customer-unreached; redial.max_attempts is spent: 3 of 3 attempts',
  ],
  [
    'without a rule',
    {
      disposition: 'dropped',
      calls: 1,
      past: { attempts: 1, calls: 1, byDisposition: { dropped: 1 } },
    },
    'its last call ended as dropped; there is no rule redial.dropped, so that is final',
  ],
])('a contact that is final leads with its last call and the rule: %s', (_what, more, text) => {
  const facts = { contact: plannedContact(1, { state: 'final', ...more }) };
  expect(explain(facts)).toMatchObject({ kind: 'never', text });
  const campaign = campaignFacts({ state: 'completed' });
  expect(explain({ ...facts, campaign })).toMatchObject({ kind: 'never', text });
});

test('a contact that a list made final shows it', () => {
  const contact = plannedContact(1, { state: 'final' });
  expect(explain({ contact, dueReason: 'suppressed' }).text).toBe(
    'suppressed: the number is on a suppression list; it was not called',
  );
});

/** What is in the way, the rule that refuses and until when, the verdict, and the answer of admission. */
const CASES: [string, Partial<ExplainFacts>, [RuleName, number | null], string, string | null][] = [
  [
    'a redial',
    { contact: plannedContact(1, { dueAtMs: START + HOUR }) },
    ['contact', HOUR],
    'later',
    null,
  ],
  [
    'a call',
    { contact: plannedContact(1, { state: 'claimed' }) },
    ['contact', null],
    'on-call',
    null,
  ],
  ['its end', { contact: plannedContact(1, { state: 'final' }) }, ['contact', null], 'never', null],
  ['a lock', { contact: plannedContact(1, { state: 'locked' }) }, ['contact', null], 'waits', null],
  [
    'a draft',
    { campaign: campaignFacts({ state: 'draft' }) },
    ['campaign', null],
    'waits',
    'campaign-stopped',
  ],
  [
    'a planned start',
    { campaign: campaignFacts({ state: 'scheduled', startsAtMs: START + HOUR }) },
    ['campaign', HOUR],
    'later',
    'campaign-stopped',
  ],
  [
    'a pause',
    { campaign: campaignFacts({ state: 'paused' }) },
    ['campaign', null],
    'waits',
    'campaign-stopped',
  ],
  [
    'the campaign’s end',
    { campaign: campaignFacts({ state: 'cancelled' }) },
    ['campaign', null],
    'never',
    'campaign-stopped',
  ],
  [
    'the account’s stop',
    { campaign: campaignFacts({ accountStopped: true }) },
    ['account', null],
    'waits',
    'account-stopped',
  ],
  ['a hold', { hold }, ['hold', MINUTE], 'later', 'on-hold'],
  [
    'a hold for a person',
    { hold: { ...hold, rule: usualHoldRule(403, USUAL_WAITS) } },
    ['hold', null],
    'waits',
    'on-hold',
  ],
  [
    'a list',
    { contact: plannedContact(1, { suppressedUntilMs: Infinity }) },
    ['suppression', null],
    'never',
    'suppressed',
  ],
  [
    'a call on its number',
    { numberOn: { ref: 'c2.1.1', state: 'bridged' } },
    ['number', null],
    'waits',
    null,
  ],
  [
    'an instant to wait for',
    { contact: plannedContact(1, { notBeforeMs: START + DAY }) },
    ['not-before', DAY],
    'later',
    'not-before',
  ],
  [
    'an instant that is past',
    { contact: plannedContact(1, { notAfterMs: START - 1 }) },
    ['not-after', null],
    'never',
    'too-late',
  ],
  [
    'a cap',
    { plan: GAP, contact: plannedContact(1, { dialsMs: [START - HOUR] }) },
    ['caps', HOUR],
    'later',
    'gap',
  ],
  ['the window', { plan: OPEN_AT_NINE }, ['window', HOUR], 'later', 'window'],
  [
    'the budget',
    {
      plan: planWith({ budget: BUDGET }),
      campaign: campaignFacts({ budget: { kind: 'closed', cap: 'total' } }),
    },
    ['budget', null],
    'waits',
    'no-budget',
  ],
  [
    'the budget of the day',
    {
      plan: planWith({ budget: BUDGET }),
      campaign: campaignFacts({ budget: { kind: 'closed', cap: 'per-day' } }),
    },
    ['budget', 16 * HOUR],
    'later',
    'no-budget',
  ],
  [
    'calls that are live',
    { plan: planWith({ maxLiveCalls: 1 }), campaign: campaignFacts({ liveCalls: 1 }) },
    ['live-calls', null],
    'waits',
    null,
  ],
  [
    'calls of the account',
    { plan: planWith({}, { maxLiveCalls: 1 }), liveCallsOfAccount: 1 },
    ['live-calls', null],
    'waits',
    null,
  ],
  ['the pace', { nextSlotMs: START + 200 }, ['pace', 200], 'later', null],
  [
    'agents who talk',
    { campaign: campaignFacts({ freeAgents: 0, agentsOnCall: 1 }) },
    ['agents', null],
    'waits',
    'no-agent',
  ],
  [
    'agents at work',
    { campaign: campaignFacts({ freeAgents: 0, wrapUpUntilMs: START + MINUTE }) },
    ['agents', MINUTE],
    'later',
    'no-agent',
  ],
  [
    'other campaigns',
    { campaign: campaignFacts({ othersFirst: true }) },
    ['agents', null],
    'waits',
    'no-agent',
  ],
  [
    'its own agent',
    { contact: plannedContact(1, { agentId: 'gone' }) },
    ['agents', null],
    'waits',
    'no-agent',
  ],
  [
    'its own agent’s pause',
    {
      contact: plannedContact(1, { agentId: 'a1' }),
      plan: planWith({}, { agents: [plannedAgent('a1', { state: 'paused' })] }),
    },
    ['agents', null],
    'waits',
    'no-agent',
  ],
  [
    'the pause of the agent who is preferred for a while',
    {
      contact: plannedContact(1, { agentId: 'a1', agentAloneUntilMs: START + 9 * MINUTE }),
      plan: planWith({}, { agents: [plannedAgent('a1', { state: 'paused' })] }),
      campaign: campaignFacts({ dueAndFree: 'no-agent', agentAloneUntilMs: START + 9 * MINUTE }),
    },
    ['agents', 9 * MINUTE],
    'later',
    'no-agent',
  ],
];

test.each(CASES)(
  '%s: one rule says no, and the whole follows',
  (_what, said, no, kind, admission) => {
    expect(noes(said)).toEqual([no]);
    const found = explain(said);
    expect(found).toMatchObject({ kind, admission });
    expect(found.text).not.toBe('');
    expect(kind !== 'later' || found.atMs === START + no[1]!).toBe(true);
  },
);

test('an agent who was preferred long enough keeps nobody waiting', () => {
  const contact = plannedContact(1, { agentId: 'a1', agentAloneUntilMs: START });
  const plan = planWith({}, { agents: [plannedAgent('a1', { state: 'paused' })] });
  expect(noes({ contact, plan })).toEqual([]);
});

describe('several rules together', () => {
  test('the instant is one at which all of them say yes', () => {
    const contact = plannedContact(1, { dueAtMs: START + 9.5 * HOUR, dialsMs: [START - HOUR] });
    const plan = planWith({ window: WORKDAYS, caps: { ...NO_CAPS, leastGapMs: 2 * HOUR } });
    // Due at 17:30, when the window has closed: tomorrow at nine.
    expect(explain({ plan, contact })).toMatchObject({ kind: 'later', atMs: START + 25 * HOUR });
  });

  test('a contact that waits for a person shows from when on the clock allows it', () => {
    const campaign = campaignFacts({ state: 'paused' });
    expect(explain({ plan: OPEN_AT_NINE, campaign })).toMatchObject({
      kind: 'waits',
      text: 'the campaign is paused',
      atMs: START + HOUR,
    });
  });

  test('a list that is left before its turn does not keep it from being called', () => {
    const contact = plannedContact(1, { dueAtMs: START + HOUR, suppressedUntilMs: START + HOUR });
    expect(explain({ contact })).toMatchObject({ kind: 'later', atMs: START + HOUR });
  });
});
