/** The rules of whom a campaign calls, and of what it may use: calls at once, pace, money, agents. */
import { CONSENT_NEEDS } from './consent-kinds.ts';
import { DIAL_ORDERS } from './dial-orders.ts';
import type { RuleObject, Rules } from './rule-field.ts';

const BUDGET = {
  id: 'Budget',
  nullable: true,
  title: 'Budget',
  flags: { '--no-budget': 'no budget' },
  fields: {
    total: {
      kind: 'money',
      nullable: true,
      default: null,
      label: 'In total',
      flags: { '--budget-total <amount>': 'the most it may cost' },
      shown: '{total} in all',
    },
    per_day: {
      kind: 'money',
      nullable: true,
      default: null,
      text: 'Days are those of the campaign’s zone.',
      label: 'A day',
      hint: 'Days of the campaign’s zone. Empty: no limit.',
      flags: { '--budget-per-day <amount>': 'the most it may cost in a day' },
      shown: '{per_day} a day',
    },
    reserve_per_call: {
      kind: 'money',
      text: 'Reserved from the POST until the cost is known: the most that a call can cost.',
      label: 'Reserve a call',
      hint: 'The most that a call can cost. It is kept aside until the real cost is known.',
      flags: { '--reserve-per-call <amount>': 'set aside for a call until its cost is known' },
      shown: '{reserve_per_call} set aside for a call',
    },
    alert_at: {
      kind: 'number',
      least: 0,
      most: 1,
      default: 0.8,
      label: 'Alert at this share, 0 to 1',
      flags: { '--budget-alert-at <share>': 'alert when this share is spent, such as 0.8' },
    },
  },
} as const satisfies RuleObject;

const AGENTS = {
  id: 'AgentRules',
  title: 'Agents',
  fields: {
    pool: {
      kind: 'pool',
      least: 1,
      most: 64,
      nullable: true,
      default: null,
      text: 'The pool whose agents take the calls; null: any pool.',
      label: 'Pool',
      hint: 'Its agents take the calls.',
      flags: { '--pool <pool>': 'of the agents, or none: any' },
      shown: 'of pool {pool}',
      unset: 'of any pool',
    },
    wrap_up: {
      kind: 'duration',
      default: '0s',
      text: 'After a call that the agent answered.',
      label: 'Wrap-up',
      hint: 'Time without a call after each one that the agent answered. Empty: none.',
      flags: { '--wrap-up <duration>': 'of the agent, after each call' },
      shown: '{wrap_up} of work after a call',
    },
    outcome_within: {
      kind: 'duration',
      nullable: true,
      default: null,
      least: 1_000,
      text: 'After a call in which people talked, wrap-up lasts until its outcome is set, and at most so long; null: no outcome is required.',
      label: 'Outcome required within',
      hint: 'After a call in which people talked, the agent gets no other until its outcome is set, or this time is over. Empty: none is required.',
      flags: { '--outcome-within <duration>': 'wrap-up lasts until the outcome is set, or none' },
      shown: 'outcome within {outcome_within}',
    },
    pause_after_misses: {
      kind: 'integer',
      least: 1,
      most: 100,
      nullable: true,
      default: null,
      label: 'Pause an agent after so many missed calls',
      flags: { '--pause-after-misses <n>': 'pause an agent who missed so many calls in a row' },
      shown: 'paused after {pause_after_misses} missed calls',
    },
  },
} as const satisfies RuleObject;

const CONSENT = {
  id: 'ConsentRule',
  nullable: true,
  title: 'Consent',
  hint: 'Whom the campaign may call, by what is recorded of a number under People. Nothing recorded is no consent.',
  text: 'Whom may be called, by what is recorded of the number; null: consent is not asked.',
  flags: { '--no-consent': 'consent is not asked' },
  fields: {
    needed: {
      kind: 'choice',
      choices: CONSENT_NEEDS,
      text:
        '`no-objection`: who has objected, or taken a consent back, is not called. `relation`: only who has consented, made an ' +
        'inquiry or has a contract. `prior-consent`: only who has consented. An objection always counts, until a later consent.',
      label: 'Needed',
      hint: 'An objection always counts, until a later consent.',
      flags: {
        '--consent-needed <what>': CONSENT_NEEDS.join(', '),
      },
      decided: '{needed}',
      shown: '{needed}',
    },
    purpose: {
      kind: 'name',
      least: 1,
      most: 64,
      nullable: true,
      default: null,
      text:
        'What the campaign calls for. Consents and objections for another purpose do not count for it. Null: all objections ' +
        'count, and consents for all calls only.',
      label: 'Purpose',
      hint: 'As it is recorded with consents, such as offers. Empty: every objection counts, and no consent for one purpose.',
      flags: { '--consent-purpose <purpose>': 'what the campaign calls for, such as offers' },
      shown: 'for {purpose}',
    },
  },
} as const satisfies RuleObject;

export const RESOURCE_RULES = {
  countries: {
    kind: 'countries',
    least: 1,
    most: 250,
    nullable: true,
    text:
      'Countries whose numbers may be added; null: every country. Premium-rate, shared-cost, satellite and ' +
      'short numbers are never added.',
    group: 'Whom to call',
    label: 'Countries',
    hint: 'Codes such as FR DE. Empty: every country. Premium-rate, shared-cost, satellite and short numbers are never added.',
    flags: { '--countries <codes>': 'such as FR,DE, or all' },
  },
  suppression_lists: {
    kind: 'suppression-lists',
    most: 100,
    nullable: true,
    text: 'Ids of the lists that apply; null: every list.',
    group: 'Whom to call',
    label: 'Suppression lists',
    hint: 'None ticked: every list applies, also those that are added later.',
    flags: { '--suppression-lists <ids>': 'the lists that apply, or all' },
    shown: '{suppression_lists}',
    unset: 'every list',
  },
  consent: CONSENT,
  max_live_calls: {
    kind: 'integer',
    least: 1,
    most: 100_000,
    nullable: true,
    group: 'Pace and order',
    label: 'Most live calls',
    flags: { '--max-live-calls <n>': 'calls at once, or none: as many as there are agents' },
    shown: 'at most {max_live_calls}',
    unset: 'as many as there are agents',
  },
  calls_per_second: {
    kind: 'number',
    least: 0.001,
    most: 10_000,
    nullable: true,
    group: 'Pace and order',
    label: 'Calls a second',
    flags: { '--calls-per-second <n>': 'the pace, or none: that of the account' },
    shown: '{calls_per_second} calls a second',
    unset: 'no limit',
  },
  dial_order: {
    kind: 'choice',
    choices: DIAL_ORDERS,
    text:
      'Who is dialled first of those that are due. `list`: in the order of the list. `best-hours`: those whose area is at one of its best ' +
      'hours now, by the answers to your own calls, then the others in the order of the list. It is an order and no rule: nobody waits for it.',
    group: 'Pace and order',
    label: 'Dial first',
    hint: 'Best hours: contacts in areas where customers answer best at this hour, by your own calls, before the others. Nobody waits for it.',
    flags: { '--dial-order <order>': DIAL_ORDERS.join(' or ') },
    shown: '{dial_order}',
  },
  budget: BUDGET,
  agents: AGENTS,
  agent_caller_id: {
    kind: 'phone',
    nullable: true,
    text: "Shown on the agent's phone; by default the destination number.",
    group: 'Agents',
    label: 'Number on the agent’s phone',
    hint: 'Empty: the number that is called.',
    flags: { '--agent-caller-id <number>': 'shown on the agent’s phone' },
  },
} as const satisfies Rules;
