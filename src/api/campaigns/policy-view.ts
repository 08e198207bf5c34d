/** The JSON forms of a campaign's rules. */
import { isSupportedCountry } from 'libphonenumber-js/max';
import * as z from 'zod';
import {
  DEFAULT_CALLING_WINDOW,
  formatClock,
  parseClock,
  type CallingWindow,
} from '../../domain/contacts/calling-window.ts';
import type { HoldTimeout } from '../../domain/account/hold.ts';
import { parseMoney } from '../../domain/money.ts';
import { NO_CAPS, type NumberCaps } from '../../domain/contacts/number-caps.ts';
import {
  DEFAULT_BUDGET,
  DEFAULT_POLICY,
  type AgentPolicy,
  type BudgetPolicy,
  type Policy,
} from '../../domain/campaigns/policy.ts';
import {
  DEFAULT_REDIAL_RULE,
  REDIALLED,
  type RedialPolicy,
  type RedialRule,
  type Redialled,
} from '../../domain/calls/redial.ts';
import { RefusalRuleInput, RefusalsInput, refusalsOf, refusalsView } from './refusal-rules-view.ts';
import { Duration, Money, Zone, durationMs, formatDuration } from '../http/schemas.ts';

const E164_OR_DIGITS = /^\+?[1-9][0-9]{1,14}$/;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof WEEKDAYS)[number];
/** Monday is 1. */
export const weekdayNumber = (name: Weekday): number => WEEKDAYS.indexOf(name) + 1;
export const weekdayName = (day: number): Weekday => WEEKDAYS[day - 1] ?? 'mon';

const Rule = z
  .strictObject({
    after: Duration.meta({ description: 'From the end of the call to the next.' }),
    jitter: z.number().min(0).max(1).default(DEFAULT_REDIAL_RULE.jitter).meta({
      description:
        'Up to this share of the delay is added at random, so that a burst of calls is spread out.',
    }),
    most: z.int().min(1).max(1_000).default(DEFAULT_REDIAL_RULE.most).meta({
      description: 'No more calls after this number of the contact’s calls ended in this way.',
    }),
  })
  .meta({ id: 'RedialRule' });

const RULE_FIELDS = {
  customer_unreached: Rule.nullable()
    .optional()
    .meta({ description: 'Also applies to `leg-unknown`: the customer’s phone may have rung.' }),
  agent_unreached: Rule.nullable().optional(),
  dropped: Rule.nullable().optional(),
  carrier_lost: Rule.nullable().optional(),
};
const RedialInput = z
  .strictObject({
    max_attempts: z.int().min(1).max(100).optional(),
    max_calls: z.int().min(1).max(1_000).optional(),
    ...RULE_FIELDS,
  })
  .meta({ description: 'When a contact is called again; a disposition without a rule is final.' });

export const Clock = z
  .string()
  .refine((text) => parseClock(text) !== undefined, 'must be a time of day such as 09:30 or 24:00')
  .meta({ example: '09:30' });
const Hours = z
  .strictObject({
    weekdays: z.array(z.enum(WEEKDAYS)).min(1),
    from: Clock,
    to: Clock,
  })
  .refine(({ from, to }) => (parseClock(from) ?? 0) < (parseClock(to) ?? 0), {
    path: ['to'],
    message: 'must be later than `from`; a window across midnight is two of them',
  });
export const LocalDate = z.iso.date('must be a date such as 2026-12-25');

const WindowInput = z
  .strictObject({
    hours: z.array(Hours).min(1).max(50),
    closed_dates: z.array(LocalDate).max(1_000).default(DEFAULT_CALLING_WINDOW.closedDates),
    ring_margin: Duration.default(formatDuration(DEFAULT_CALLING_WINDOW.ringMarginMs)).meta({
      description: 'No POST within this time before closing: the agent’s phone rings first.',
    }),
  })
  .meta({ id: 'CallingWindow', description: 'In local time of the contact.' });

const CapsInput = z
  .strictObject({
    per_day: z.int().min(1).max(1_000).nullable().default(NO_CAPS.perDay),
    rolling: z
      .array(z.strictObject({ days: z.int().min(1).max(90), most: z.int().min(1).max(1_000) }))
      .max(10)
      .default([...NO_CAPS.rolling]),
    least_gap: Duration.default(formatDuration(NO_CAPS.leastGapMs)),
  })
  .meta({
    id: 'NumberCaps',
    description:
      'How often one number may be dialled, over all campaigns; calls that reached the agent only do not count.',
  });

const Amount = Money.refine(
  (text) => (parseMoney(text) ?? -1n) >= 0n,
  'must be a decimal of at most ten places, such as 12.50',
);
const BudgetInput = z
  .strictObject({
    total: Amount.nullable().default(DEFAULT_BUDGET.total),
    per_day: Amount.nullable()
      .default(DEFAULT_BUDGET.perDay)
      .meta({ description: 'Days are those of the campaign’s zone.' }),
    reserve_per_call: Amount.meta({
      description: 'Reserved from the POST until the cost is known: the most that a call can cost.',
    }),
    alert_at: z.number().min(0).max(1).default(DEFAULT_BUDGET.alertAt),
  })
  .meta({ id: 'Budget' });

const AgentsInput = z
  .strictObject({
    pool: z.string().min(1).max(64).nullable().default(DEFAULT_POLICY.agents.pool).meta({
      description: 'The pool whose agents take the calls; null: any pool.',
    }),
    wrap_up: Duration.default(formatDuration(DEFAULT_POLICY.agents.wrapUpMs)).meta({
      description: 'After a call that the agent answered.',
    }),
    pause_after_misses: z
      .int()
      .min(1)
      .max(100)
      .nullable()
      .default(DEFAULT_POLICY.agents.pauseAfterMisses),
  })
  .meta({ id: 'AgentRules' });

const HoldTimeoutInput = z
  .strictObject({
    after: Duration.refine((text) => durationMs(text) >= 1_000, 'at least 1s').meta({
      description:
        'Since the hold was opened, or since the start of the campaign if that is later.',
    }),
    action: z.enum(['pause', 'cancel']),
  })
  .meta({ id: 'HoldTimeout' });

/** All rules. Each may be left out. */
export const POLICY_FIELDS = {
  redial: RedialInput.optional(),
  calling_window: WindowInput.nullish(),
  zone: Zone.optional().meta({
    description: 'The zone of contacts without one of their own, and of the campaign’s days.',
  }),
  caps: CapsInput.optional(),
  countries: z
    .array(z.string().refine(isSupportedCountry, 'must be an ISO 3166-1 code such as GB'))
    .min(1)
    .max(250)
    .nullish()
    .meta({
      description:
        'Countries whose numbers may be added; null: every country. Premium-rate, shared-cost, satellite and ' +
        'short numbers are never added.',
    }),
  suppression_lists: z.array(z.string().max(64)).max(100).nullish().meta({
    description: 'Ids of the lists that apply; null: every list.',
  }),
  max_live_calls: z.int().min(1).max(100_000).nullish(),
  calls_per_second: z.number().min(0.001).max(10_000).nullish(),
  budget: BudgetInput.nullish(),
  agents: AgentsInput.optional(),
  agent_caller_id: z
    .string()
    .regex(E164_OR_DIGITS, 'must be an E.164 number of at most 15 digits, + optional')
    .nullish()
    .meta({ description: "Shown on the agent's phone; by default the destination number." }),
  collect_recordings: z.boolean().optional().meta({
    description:
      'Set false if the carrier makes no recordings: none is expected, and none is looked up unless requested.',
  }),
  refusals: RefusalsInput.optional(),
  hold_timeout: HoldTimeoutInput.nullish().meta({
    description:
      'What the campaign does after the hold of the account has prevented dialling for this time; null: it goes on waiting.',
  }),
  priority: z.int().min(-100).max(100).optional().meta({
    description:
      'If campaigns compete for the same agents, the higher priority comes first, whatever the weights.',
  }),
  weight: z.number().min(0.01).max(100).optional().meta({
    description:
      'Campaigns of the same priority that compete for the same agents get calls in proportion to it.',
  }),
};
type PolicyInput = z.infer<z.ZodObject<typeof POLICY_FIELDS>>;

/** `known`, overridden by the input; null removes a rule. */
export function policyWith(known: Policy, input: PolicyInput): Policy {
  const { calling_window: window, budget, hold_timeout: timeout } = input;
  const or = <Value>(given: Value | undefined, otherwise: Value): Value =>
    given === undefined ? otherwise : given;
  return {
    redial: input.redial ? redialWith(known.redial, input.redial) : known.redial,
    window: window === undefined ? known.window : window && windowOf(window),
    zone: or(input.zone, known.zone),
    caps: input.caps ? capsOf(input.caps) : known.caps,
    countries: or(input.countries, known.countries),
    suppressionLists: or(input.suppression_lists, known.suppressionLists),
    maxLiveCalls: or(input.max_live_calls, known.maxLiveCalls),
    callsPerSecond: or(input.calls_per_second, known.callsPerSecond),
    budget: budget === undefined ? known.budget : budgetOf(budget),
    agents: input.agents ? agentsOf(input.agents) : known.agents,
    agentCallerId: or(input.agent_caller_id, known.agentCallerId),
    collectRecordings: input.collect_recordings ?? known.collectRecordings,
    refusals: input.refusals ? refusalsOf(input.refusals) : known.refusals,
    holdTimeout: timeout === undefined ? known.holdTimeout : timeout && holdTimeoutOf(timeout),
    priority: input.priority ?? known.priority,
    weight: input.weight ?? known.weight,
  };
}

function redialWith(known: RedialPolicy, input: z.infer<typeof RedialInput>): RedialPolicy {
  const rules: RedialPolicy['rules'] = { ...known.rules };
  for (const disposition of REDIALLED) {
    const rule = input[fieldOf(disposition)];
    if (rule === null) delete rules[disposition];
    else if (rule) rules[disposition] = ruleOf(rule);
  }
  return {
    maxAttempts: input.max_attempts ?? known.maxAttempts,
    maxCalls: input.max_calls ?? known.maxCalls,
    rules,
  };
}

const fieldOf = (disposition: Redialled) =>
  disposition.replace('-', '_') as keyof typeof RULE_FIELDS;

const ruleOf = ({ after, jitter, most }: z.infer<typeof Rule>): RedialRule => ({
  delayMs: durationMs(after),
  jitter,
  most,
});

function windowOf(input: z.infer<typeof WindowInput>): CallingWindow {
  return {
    hours: input.hours.map(({ weekdays, from, to }) => ({
      weekdays: weekdays.map(weekdayNumber),
      fromMinute: parseClock(from) ?? 0,
      toMinute: parseClock(to) ?? 0,
    })),
    closedDates: input.closed_dates,
    ringMarginMs: durationMs(input.ring_margin),
  };
}

const capsOf = (input: z.infer<typeof CapsInput>): NumberCaps => ({
  perDay: input.per_day,
  rolling: input.rolling,
  leastGapMs: durationMs(input.least_gap),
});

const agentsOf = (input: z.infer<typeof AgentsInput>): AgentPolicy => ({
  pool: input.pool,
  wrapUpMs: durationMs(input.wrap_up),
  pauseAfterMisses: input.pause_after_misses,
});

const holdTimeoutOf = ({ after, action }: z.infer<typeof HoldTimeoutInput>): HoldTimeout => ({
  afterMs: durationMs(after),
  action,
});

function budgetOf(input: z.infer<typeof BudgetInput> | null): BudgetPolicy | null {
  if (input === null) return null;
  return {
    total: input.total,
    perDay: input.per_day,
    reservePerCall: input.reserve_per_call,
    alertAt: input.alert_at,
  };
}

/** The rules in answers, with all defaults. */
export const POLICY_VIEW_FIELDS = {
  redial: z.object({
    max_attempts: z.int(),
    max_calls: z.int(),
    customer_unreached: Rule.nullable(),
    agent_unreached: Rule.nullable(),
    dropped: Rule.nullable(),
    carrier_lost: Rule.nullable(),
  }),
  calling_window: WindowInput.nullable(),
  zone: z.string(),
  caps: CapsInput,
  countries: z.array(z.string()).nullable(),
  suppression_lists: z.array(z.string()).nullable(),
  max_live_calls: z.int().nullable(),
  calls_per_second: z.number().nullable(),
  budget: BudgetInput.nullable(),
  agents: AgentsInput,
  agent_caller_id: z.string().nullable(),
  collect_recordings: z.boolean(),
  refusals: z.record(z.string(), RefusalRuleInput),
  hold_timeout: HoldTimeoutInput.nullable(),
  priority: z.int(),
  weight: z.number(),
};
type PolicyView = z.infer<z.ZodObject<typeof POLICY_VIEW_FIELDS>>;

export function policyView(policy: Policy): PolicyView {
  const { redial, window, caps, budget } = policy;
  const rule = (disposition: Redialled) => {
    const known = redial.rules[disposition];
    return known
      ? { after: formatDuration(known.delayMs), jitter: known.jitter, most: known.most }
      : null;
  };
  return {
    redial: {
      max_attempts: redial.maxAttempts,
      max_calls: redial.maxCalls,
      customer_unreached: rule('customer-unreached'),
      agent_unreached: rule('agent-unreached'),
      dropped: rule('dropped'),
      carrier_lost: rule('carrier-lost'),
    },
    calling_window: window && windowView(window),
    zone: policy.zone,
    caps: {
      per_day: caps.perDay,
      rolling: caps.rolling.map((each) => ({ ...each })),
      least_gap: formatDuration(caps.leastGapMs),
    },
    countries: policy.countries && [...policy.countries],
    suppression_lists: policy.suppressionLists && [...policy.suppressionLists],
    max_live_calls: policy.maxLiveCalls,
    calls_per_second: policy.callsPerSecond,
    budget: budget && {
      total: budget.total,
      per_day: budget.perDay,
      reserve_per_call: budget.reservePerCall,
      alert_at: budget.alertAt,
    },
    agents: {
      pool: policy.agents.pool,
      wrap_up: formatDuration(policy.agents.wrapUpMs),
      pause_after_misses: policy.agents.pauseAfterMisses,
    },
    agent_caller_id: policy.agentCallerId,
    collect_recordings: policy.collectRecordings,
    refusals: refusalsView(policy.refusals),
    hold_timeout: policy.holdTimeout && {
      after: formatDuration(policy.holdTimeout.afterMs),
      action: policy.holdTimeout.action,
    },
    priority: policy.priority,
    weight: policy.weight,
  };
}

function windowView(window: CallingWindow): z.infer<typeof WindowInput> {
  return {
    hours: window.hours.map(({ weekdays, fromMinute, toMinute }) => ({
      weekdays: weekdays.map(weekdayName),
      from: formatClock(fromMinute),
      to: formatClock(toMinute),
    })),
    closed_dates: [...window.closedDates],
    ring_margin: formatDuration(window.ringMarginMs),
  };
}
