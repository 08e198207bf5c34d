import { expect, test } from 'vitest';
import type { Schemas } from '../../../../src/client/client.ts';
import { decisionFacts } from '../../../../src/dashboard/pages/call/decision-facts.ts';

const RECORD: Schemas['DecisionRecord'] = {
  format: 1,
  product: '0.1.0',
  decided_at: '2027-01-15T08:00:01.600Z',
  policy: { version: 1, in_force: 1 },
  campaign_state: 'running',
  deadline_at: null,
  zones: [{ zone: 'Europe/Paris', local_time: '2027-01-15T09:00:01.600+01:00', rule: 0 }],
  zone_source: 'campaign',
  window: {
    opens_at: '2027-01-15T07:00:00.000Z',
    closes_at: '2027-01-15T19:00:00.000Z',
    ring_margin_seconds: 120,
  },
  not_before: null,
  not_after: null,
  caps: {
    per_day: { most: 2, dialled: 0 },
    rolling: [],
    least_gap: { seconds: 3600, last_dial_at: null },
  },
  live_calls: { campaign: { live: 2, most: null }, account: { live: 3, most: 10 } },
  suppression: {
    version: 2,
    every_list: false,
    lists: [{ list: 'own', version: 2 }],
    found_on: [],
  },
  hold: { state: 'none', changed_at: null },
  pace: [
    {
      of: 'campaign',
      per_second: 2,
      last_post_at: '2027-01-15T08:00:01.000Z',
      slot_at: '2027-01-15T08:00:01.600Z',
    },
  ],
  budget: {
    reserve: '0.2',
    total: { cap: '10', spent: '0', reserved: '0.2' },
    day: { date: '2027-01-15', cap: null, spent: '0', reserved: '0.2' },
  },
  agent: { id: 'a2', pools: ['default'], live: 1, capacity: 1 },
};
const READER = {
  currency: 'EUR',
  nowMs: Date.parse('2027-01-15T09:00:00Z'),
  locale: 'en-GB',
  zone: 'UTC',
};

const textsOf = (record: Schemas['DecisionRecord']) =>
  Object.fromEntries(decisionFacts(record, READER).map(({ name, text }) => [name, text]));

test('every rule of a decision is a sentence with the values that it was judged on', () => {
  expect(textsOf(RECORD)).toEqual({
    'Local time': '09:00:01 in Europe/Paris (zone of the campaign)',
    'Calling window': 'open since 15 Jan, 07:00, until 15 Jan, 19:00, ring margin 2 min',
    Policy: 'version 1',
    Caps: '0 of 2 calls this day; last call never, least gap 1 h',
    'Suppression lists': 'own (version 2); the number is on none of them',
    Consent: 'none is needed',
    Hold: 'none',
    Pace: '2 a second of the campaign, last request 08:00:01',
    Budget:
      '€0.20 reserved for this call; in all €0.00 spent and €0.20 reserved of €10.00; on 2027-01-15 €0.00 spent and €0.20 reserved of any amount',
    'Live calls': 'campaign 2, no limit; account 3 of 10',
    Agent: 'a2 of default: call 1 of 1 at once',
    Campaign: 'running, no deadline',
    'Decided by': 'Dialwright 0.1.0',
  });
});

test('what the record does not limit is named as such', () => {
  const texts = textsOf({
    ...RECORD,
    window: null,
    budget: null,
    pace: [],
    caps: { per_day: null, rolling: [], least_gap: null },
    not_before: '2027-01-15T08:00:00.000Z',
    suppression: { version: 0, every_list: true, lists: [], found_on: [] },
    policy: { version: 1, in_force: 3 },
    consent: {
      needed: 'prior-consent',
      purpose: 'offers',
      recorded: 1,
      by: { kind: 'granted', at: '2027-01-14T08:00:00.000Z', expires_at: null },
    },
  });
  expect(texts).toMatchObject({
    'Calling window': 'none: calls at any time',
    'Contact may be called': 'from 15 Jan, 08:00',
    Caps: 'none',
    Pace: 'no limit',
    Budget: 'none',
    'Suppression lists': 'all lists: there is none; the number is on none of them',
    Consent: 'prior-consent for offers; consented 14 Jan, 08:00',
    Policy: 'version 1; suppression lists of version 3',
  });
});
