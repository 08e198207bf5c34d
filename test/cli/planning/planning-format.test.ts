import { expect, test } from 'vitest';
import type {
  PreflightAnswer,
  RehearsalAnswer,
  WhyAnswer,
} from '../../../src/terminal/api-shapes.ts';
import {
  formatPreflight,
  formatRehearsal,
  formatWhy,
} from '../../../src/cli/planning/planning-format.ts';

const AT = '2026-11-23T08:00:00.000Z';

const PREFLIGHT: PreflightAnswer = {
  currency: null,
  campaign_id: 'c1',
  start_at: AT,
  contacts: {
    total: 10,
    to_dial: 7,
    now: 4,
    later: [{ reason: 'window', text: 'the calling window is closed', contacts: 3 }],
    on_call: 1,
    skipped: [{ reason: 'suppressed', text: 'on a list', contacts: 2, examples: [3, 8] }],
  },
  first_dial_at: AT,
  last_first_dial_at: AT,
  last_dial_at: null,
  zone_rules: { release: '2026c', machine_release: null },
  zones: [
    { zone: 'Europe/Paris', contacts: 5 },
    { zone: 'A/B or C/D or E/F', contacts: 2 },
  ],
  zone_sources: { row: 7 },
  areas: [{ area: 'US-FL', contacts: 2 }],
  area_mismatches: 0,
  area_data: 'libphonenumber 9.0.35',
  attempts: 21,
  cost: null,
  warnings: [],
  carrier: {
    asked: false,
    sip_accounts: { used: 2, asked: 0, found: 0 },
    numbers: { listed: null, documents_asked: 0 },
    balance: null,
    notes: [],
  },
};

test('preflight shows who, when, where and at what cost', () => {
  expect(formatPreflight(PREFLIGHT)).toBe(`Preflight of campaign c1

contacts           10
  dialled at once   4
  dialled later     3  the calling window is closed
  on a call         1
  not dialled       2  on a list (3, 8)

start               2026-11-23 08:00Z
first dial          2026-11-23 08:00Z
last possible dial  nothing ends the campaign
attempts            at most 21
cost                not known
time zone data      IANA 2026c
area codes          libphonenumber 9.0.35

zone             contacts
Europe/Paris            5
A/B or 2 others         2

area   contacts
US-FL         2

No warnings.`);
});

test('preflight: what costs, where the price is from, and each warning with its code', () => {
  const cost = {
    low: '1',
    high: '3',
    per_call: { low: '0.1', high: '0.3' },
    from: 'settled-calls',
    budget_ends_it: true,
  } as const;
  const warnings = [{ code: 'no-window', text: 'no calling window is set' }];
  const words = formatPreflight({
    ...PREFLIGHT,
    currency: 'EUR',
    cost,
    warnings,
    last_dial_at: AT,
  });
  expect(words).toContain(
    '1 to 3 EUR, where the budget ends it (0.1 to 0.3 a call, as calls have cost)',
  );
  expect(words).toContain('  no calling window is set [no-window]');
  expect(words).toContain('last possible dial  2026-11-23 08:00Z');
});

test('preflight: what the carrier has, and what was not checked, with the section of its document', () => {
  const carrier = {
    asked: true,
    sip_accounts: { used: 3, asked: 3, found: 2 },
    numbers: { listed: 4, documents_asked: 4 },
    balance: { amount: '12.50', currency: 'EUR' },
    notes: [{ code: 'numbers-left-out', text: 'of 14 numbers four', section: '4.6' }],
  };
  const warnings = [
    { code: 'sip-account-missing', text: 'the carrier has no desk-9', section: '4.5' },
  ];
  const words = formatPreflight({ ...PREFLIGHT, warnings, carrier });
  expect(words).toContain('at the carrier      2 of 3 SIP accounts, 4 numbers, balance 12.50 EUR');
  expect(words).toMatch(
    /Warnings:\n {2}the carrier has no desk-9 \[sip-account-missing, section 4\.5 of the carrier's document\]\n\nNot checked:\n {2}of 14 numbers four \[numbers-left-out, section 4\.6/,
  );
});

test('why: the verdict first, then each rule with its inputs, cut where they are long', () => {
  const found: WhyAnswer = {
    campaign_id: 'c1',
    position: 3,
    asked_at: AT,
    verdict: 'later',
    text: 'the calling window is closed',
    at: AT,
    zone_rules: '2026c',
    admission: 'window',
    rules: [
      {
        rule: 'window',
        answer: 'no',
        text: 'closed',
        until: AT,
        inputs: { zones: ['UTC'], from: null },
      },
      {
        rule: 'caps',
        answer: 'yes',
        text: 'open',
        until: null,
        inputs: { dials: ['x'.repeat(200)] },
      },
    ],
  };
  const [verdict, , , window, caps] = formatWhy(found).split('\n');
  expect(verdict).toBe(
    'Contact 3 of campaign c1: later, not before 2026-11-23 08:00Z: the calling window is closed',
  );
  expect(window).toBe('window  no      closed  2026-11-23 08:00Z  zones ["UTC"]');
  expect(caps).toMatch(/x…$/);
});

const rangeOf = <Value>(value: Value) => ({ low: value, median: value, high: value });
const RUN = { seed: 1, finished_at: AT, calls: 3, reached: 2, cost: '1.239', cut: null };
const REHEARSAL: RehearsalAnswer = {
  currency: 'EUR',
  campaign_id: 'c1',
  start_at: AT,
  contacts: 3,
  answers: {
    outcomes: {},
    agent_ring: { from: '1s', to: '2s' },
    agent_ring_out: { from: '1s', to: '2s' },
    customer_ring: { from: '1s', to: '2s' },
    customer_ring_out: { from: '1s', to: '2s' },
    talk: { from: '1s', to: '2s' },
    wrap_up: null,
    handling: '0s',
    cost_per_minute: '0.02',
    fee_per_call: '0',
  },
  assumptions: ['nobody changes anything'],
  finished_at: rangeOf(AT),
  calls: rangeOf(3),
  reached: rangeOf(2),
  cost: rangeOf('1.239'),
  calls_per_hour: rangeOf(3.5),
  agent_use: rangeOf(0.256),
  typical: {
    ...RUN,
    first_dial_at: AT,
    last_dial_at: AT,
    calls_by_disposition: { completed: 2, refused: 1 },
    most_calls_in_an_hour: 3,
    never_reached: [{ reason: 'refused', text: 'the carrier refused', contacts: 1, examples: [2] }],
    by_day: Array.from({ length: 16 }, (_, day) => ({ day: `day ${day}`, calls: 1, reached: 1 })),
  },
  runs: [RUN],
  cut: [],
};

test('a rehearsal: the ranges, the days, who is never reached, and what is taken for granted', () => {
  const words = formatRehearsal(REHEARSAL);
  expect(words).toMatch(/^cost \(EUR\) +1\.23 +1\.23 +1\.23$/m);
  expect(words).toMatch(/^agents at work +26 % +26 % +26 %$/m);
  expect(words).toContain('2 more      2              2');
  expect(words).toContain('1  refused  the carrier refused (2)');
  expect(words).toContain('  nobody changes anything');
  expect(words).not.toContain('Cut:');
});

test('a rehearsal that never ends, or was cut, shows it', () => {
  const never = { ...REHEARSAL.typical, never_reached: [] };
  const cut = ['5 runs were stopped after 366 days'];
  const words = formatRehearsal({ ...REHEARSAL, finished_at: null, typical: never, cut });
  expect(words).toMatch(/finished +never/);
  expect(words).toContain('Everybody is reached.');
  expect(words).toContain('Cut:\n  5 runs were stopped after 366 days');
});
