/** How the rules of a campaign are drawn. */
import type { HoldRule, HoldRuleFor } from '../../../src/domain/account/hold-rules.ts';
import fc from 'fast-check';
import type { Policy } from '../../../src/domain/campaigns/policy.ts';
import type { RedialRule } from '../../../src/domain/calls/redial.ts';
import { NEXT_NUMBERS } from '../../../src/domain/rules/next-numbers.ts';
import { CONSENT_NEEDS } from '../../../src/domain/rules/consent-kinds.ts';
import { LISTS, PURPOSES } from './scenario.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const zone = fc.constantFrom(
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Santiago',
);
export const someZones = fc.uniqueArray(zone, { minLength: 1, maxLength: 2 });

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const openHours = fc
  .record({
    weekdays: fc.oneof(
      { weight: 2, arbitrary: fc.constant(EVERY_DAY) },
      { weight: 1, arbitrary: fc.subarray(EVERY_DAY, { minLength: 1 }) },
    ),
    from: fc.nat(94),
    quarters: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ weekdays, from, quarters }) => ({
    weekdays,
    fromMinute: from * 15,
    toMinute: Math.min(96, from + quarters) * 15,
  }));

const window = fc.record({
  hours: fc.array(openHours, { minLength: 1, maxLength: 2 }),
  closedDates: fc.subarray([
    '2026-03-08',
    '2026-03-29',
    '2026-03-29 XX-0',
    '2026-10-04',
    '2026-10-04 XX-1',
    '2026-10-25 XX',
    '2026-11-24 XX-1',
    '2026-11-24',
  ]),
  ringMarginMs: fc.constantFrom(0, 2 * MINUTE, 20 * MINUTE),
});

const caps = fc.record({
  countBy: fc.constantFrom('number', 'person'),
  perDay: fc.constantFrom(null, 1, 2),
  rolling: fc.array(fc.record({ days: fc.constantFrom(1, 2, 7), most: fc.constantFrom(1, 2, 3) }), {
    maxLength: 2,
  }),
  leastGapMs: fc.constantFrom(0, 10 * MINUTE, 3 * HOUR),
  afterTalkMs: fc.constantFrom(null, null, HOUR, 30 * HOUR),
  afterRefusalMs: fc.constantFrom(null, 2 * HOUR),
  afterSilenceMs: fc.constantFrom(null, HOUR, 72 * HOUR),
});

const rule: fc.Arbitrary<RedialRule> = fc.record({
  delayMs: fc.constantFrom(0, 30 * SECOND, 20 * MINUTE, 5 * HOUR),
  jitter: fc.constantFrom(0, 0.5, 1),
  most: fc.constantFrom(1, 2, 100),
});

const redial = fc.record({
  maxAttempts: fc.constantFrom(1, 2, 3, 4),
  maxCalls: fc.constantFrom(1, 3, 6),
  nextNumber: fc.constantFrom(...NEXT_NUMBERS),
  rules: fc.record(
    {
      'customer-unreached': rule,
      'agent-unreached': rule,
      dropped: rule,
      'carrier-lost': rule,
    },
    { requiredKeys: ['customer-unreached', 'agent-unreached'] },
  ),
});

const budget = fc.record({
  total: fc.constantFrom(null, '0.3', '0.9', '2'),
  perDay: fc.constantFrom(null, '0.3', '0.6'),
  reservePerCall: fc.constantFrom('0.1', '0.2', '0.3'),
  alertAt: fc.constant(0.8),
});

const refusals = fc.constantFrom(
  {},
  {},
  { '429': { action: 'retry' as const, afterMs: 2 * MINUTE, most: 1 } },
  { '422': { action: 'retry' as const, afterMs: null, most: 2 } },
  { '429': { action: 'fail-contact' as const, afterMs: null, most: 2 } },
);

/** Each rule is there as often as not. */
export const drawRules: fc.Arbitrary<Partial<Policy>> = fc.record(
  {
    redial,
    window: fc.oneof({ weight: 3, arbitrary: window }, { weight: 1, arbitrary: fc.constant(null) }),
    zone,
    caps,
    suppressionLists: fc.constantFrom(null, [], [LISTS[0]!], LISTS),
    consent: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.record({
          needed: fc.constantFrom(...CONSENT_NEEDS),
          purpose: fc.constantFrom(null, ...PURPOSES),
        }),
      },
    ),
    maxLiveCalls: fc.constantFrom(null, 1, 2, 3),
    callsPerSecond: fc.constantFrom(null, 0.5, 2, 3),
    budget: fc.option(budget, { nil: null }),
    agents: fc.record({
      pool: fc.constantFrom(null, 'north', 'south'),
      wrapUpMs: fc.constantFrom(0, 0, 40 * SECOND, 30 * MINUTE),
      outcomeWithinMs: fc.constantFrom(null, null, 10 * MINUTE),
      pauseAfterMisses: fc.constantFrom(null, 1, 2),
    }),
    refusals,
    holdTimeout: fc.constantFrom(
      null,
      { afterMs: 5_000, action: 'pause' as const },
      { afterMs: 60_000, action: 'cancel' as const },
    ),
    priority: fc.constantFrom(0, 0, 1),
    weight: fc.constantFrom(1, 3),
  },
  { requiredKeys: [] },
);

const limits = {
  longestTimeMs: fc.constantFrom(null, 5_000, 60_000),
  atEnd: fc.constantFrom(
    'stay-on-hold' as const,
    'pause-every-campaign' as const,
    'alert' as const,
  ),
};
const holdRule: fc.Arbitrary<HoldRule> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ action: fc.constant('by-person' as const), ...limits }) },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('probe' as const),
      firstWaitMs: fc.constantFrom(200, 1_000),
      growth: fc.constantFrom(1, 1.5, 3),
      longestWaitMs: fc.constantFrom(1_000, 20_000),
      mostProbes: fc.constantFrom(null, 1, 3),
      ...limits,
    }),
  },
);

/** Of the account. */
export const drawHoldRules: fc.Arbitrary<HoldRuleFor[]> = fc.uniqueArray(
  fc.record({
    status: fc.constantFrom(402, 402, 403, 409),
    code: fc.constantFrom(null, null, 'insufficient_funds'),
    rule: holdRule,
  }),
  { maxLength: 4, selector: ({ status, code }) => `${status} ${code}` },
);
