import { describe, expect, test } from 'vitest';
import {
  contactByOutcome,
  contactStays,
  outcomeRefused,
  type OutcomeNext,
} from '../../../src/domain/outcomes/outcome.ts';
import {
  groupsOfCap,
  OUTCOME_CAPS,
  OUTCOME_GROUP_NAMES,
} from '../../../src/domain/outcomes/outcome-groups.ts';

const HOUR = 3_600_000;
const POLICY = { maxAttempts: 3, maxCalls: 5, rules: {} };
const END = {
  disposition: 'completed',
  tally: { attempts: 1, calls: 1 },
  sameCode: 1,
  policy: POLICY,
  endedAtMs: 1_000,
  spread: 0.5,
} as const;
const said = (next: OutcomeNext) => ({ code: 'x', group: 'talked', next }) as const;
const REDIAL: OutcomeNext = { kind: 'redial', rule: { delayMs: HOUR, jitter: 0.1, most: 2 } };

test.each([
  [{ placed: false, disposition: null, erased: false }, 'nobody was called yet'],
  [{ placed: true, disposition: 'not-dialled', erased: false }, 'not-dialled'],
  [{ placed: true, disposition: 'refused', erased: false }, 'refused'],
  [{ placed: true, disposition: 'completed', erased: true }, 'erased'],
] as const)('%j is refused', (facts, words) => {
  expect(outcomeRefused(facts)).toContain(words);
});

describe('what comes next for the contact', () => {
  test('is left to the redial policy by a code that says so', () => {
    expect(contactByOutcome(said({ kind: 'policy' }), END)).toBeUndefined();
  });

  test.each(['unknown', 'not-dialled', 'refused'] as const)(
    'is never decided by the outcome of a call that ended as %s',
    (disposition) => {
      for (const next of [REDIAL, { kind: 'final' } as const])
        expect(contactByOutcome(said(next), { ...END, disposition })).toBeUndefined();
    },
  );

  test('is a call after the delay, from the end of this one', () => {
    const dueAtMs = 1_000 + HOUR + HOUR / 20;
    expect(contactByOutcome(said(REDIAL), END)).toEqual({ kind: 'due', dueAtMs });
  });

  test.each([
    { sameCode: 2 },
    { tally: { attempts: 3, calls: 3 } },
    { tally: { attempts: 0, calls: 5 } },
  ])('is nothing once %j', (spent) => {
    expect(contactByOutcome(said(REDIAL), { ...END, ...spent })).toMatchObject({ kind: 'final' });
  });
});

describe('a contact stays as it is', () => {
  const facts = { isLastCall: true, state: 'due', dueReason: null, campaignIsOver: false } as const;
  test.each([
    [{ isLastCall: false }, 'called again'],
    [{ campaignIsOver: true }, 'campaign is over'],
    [{ state: 'claimed' }, 'live call'],
    [{ state: 'locked' }, 'locked'],
    [{ state: 'final', dueReason: 'suppressed' }, 'suppressed'],
  ] as const)('with %j', (change, words) => {
    expect(contactStays({ ...facts, ...change })).toContain(words);
  });

  test('and moves if it is due, or final by its call or an outcome', () => {
    expect(contactStays(facts)).toBeUndefined();
    for (const dueReason of [null, '', 'outcome'])
      expect(contactStays({ ...facts, state: 'final', dueReason })).toBeUndefined();
  });
});

test('each group counts for one cap at most, and each cap has a group', () => {
  const counted = OUTCOME_CAPS.flatMap(groupsOfCap);
  expect(new Set(counted).size).toBe(counted.length);
  expect(OUTCOME_GROUP_NAMES.filter((group) => !counted.includes(group))).toEqual([
    'callback',
    'other',
  ]);
});
