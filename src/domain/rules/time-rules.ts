/** The rules of when a contact or a number is dialled. */
import { CAPS_COUNT, DEFAULT_CAPS_COUNT } from './caps-count.ts';
import { DEFAULT_NEXT_NUMBER, NEXT_NUMBERS } from './next-numbers.ts';
import type { RuleField, RuleObject, Rules } from './rule-field.ts';

/** After a call that ended in one way. */
const REDIAL_RULE = {
  id: 'RedialRule',
  nullable: true,
  fields: {
    after: {
      kind: 'duration',
      member: 'delayMs',
      text: 'From the end of the call to the next.',
      label: 'Call again after',
      hint: 'From the end of the call, for example 30m.',
    },
    jitter: {
      kind: 'number',
      least: 0,
      most: 1,
      default: 0,
      text: 'Up to this share of the delay is added at random, so that a burst of calls is spread out.',
      label: 'Random share, 0 to 1',
      hint: 'Up to this share of the delay is added at random, so that calls do not come in bursts.',
    },
    most: {
      kind: 'integer',
      least: 1,
      most: 1_000,
      default: 100,
      text: 'No more calls after this number of the contact’s calls ended in this way.',
      label: 'Times at most',
      hint: 'Of one contact. Empty: 100.',
    },
  },
} as const;

const REDIAL_HELP = 'until the next call: 30m, or 30m,jitter=0.2,most=3, or none';

const REDIAL = {
  title: 'Redials',
  hint: 'When a contact is called again. After an outcome that is switched off below, it is not.',
  about: 'When a contact is called again; a disposition without a rule is final.',
  fields: {
    max_attempts: {
      kind: 'integer',
      least: 1,
      most: 100,
      label: 'Most attempts of a contact',
      flags: { '--max-attempts <n>': 'calls that ring the customer, per contact' },
      shown: 'at most {max_attempts} attempts and {max_calls} calls',
    },
    max_calls: {
      kind: 'integer',
      least: 1,
      most: 1_000,
      label: 'Most calls of a contact',
      flags: { '--max-calls <n>': 'calls per contact, those that ring nobody included' },
    },
    next_number: {
      kind: 'choice',
      choices: NEXT_NUMBERS,
      default: DEFAULT_NEXT_NUMBER,
      text:
        'When another number of the person is called. `after-last-try`: when this one is not called any more and nobody was reached; ' +
        '`after-each-try`: for the next call, in turn.',
      label: 'Another number of the person',
      flags: { '--next-number <when>': 'after-last-try, after-each-try or never' },
      shown: 'another number {next_number}',
    },
    customer_unreached: {
      ...REDIAL_RULE,
      member: 'customer-unreached',
      title: 'Redial after: customer not reached',
      hint: 'Also where it is not known which phone rang.',
      text: 'Also applies to `leg-unknown`: the customer’s phone may have rung.',
      flags: { '--customer-unreached-delay <rule>': REDIAL_HELP },
      shown: 'customer-unreached after {after}',
    },
    agent_unreached: {
      ...REDIAL_RULE,
      member: 'agent-unreached',
      title: 'Redial after: agent not reached',
      flags: { '--agent-unreached-delay <rule>': REDIAL_HELP },
      shown: 'agent-unreached after {after}',
    },
    dropped: {
      ...REDIAL_RULE,
      title: 'Redial after: dropped',
      flags: { '--dropped-delay <rule>': REDIAL_HELP },
      shown: 'dropped after {after}',
    },
    carrier_lost: {
      ...REDIAL_RULE,
      member: 'carrier-lost',
      title: 'Redial after: lost by the carrier',
      flags: { '--carrier-lost-delay <rule>': REDIAL_HELP },
      shown: 'carrier-lost after {after}',
    },
  },
} as const satisfies RuleObject;

const CALLING_WINDOW = {
  id: 'CallingWindow',
  member: 'window',
  nullable: true,
  title: 'Calling window',
  hint: 'Nobody is dialled outside these hours, by the clocks where the contact is.',
  about: 'In local time of the contact.',
  unset: 'always open',
  flags: { '--always-open': 'no calling hours' },
  fields: {
    hours: {
      kind: 'hours',
      least: 1,
      most: 50,
      label: 'Hours',
      hint: 'Until 12 a.m. (00:00) means until the end of the day.',
      flags: { '--hours <span>': 'such as "mon-fri 09:00-20:00"; may be repeated' },
      shown: '{weekdays} {from}–{to}',
    },
    closed_dates: {
      kind: 'dates',
      most: 1_000,
      default: [],
      text: 'A date, or a date and the country or state where it counts: `2026-01-06 DE-BY`.',
      label: 'Closed dates',
      hint: 'A date with a country or state counts for contacts who may be there.',
      flags: { '--closed-dates <dates>': 'such as 2026-12-25,"2026-01-06 DE-BY"' },
      shown: '{length} closed dates',
    },
    ring_margin: {
      kind: 'duration',
      default: '2m',
      text: 'No POST within this time before closing: the agent’s phone rings first.',
      label: 'Last call before closing',
      hint: 'No new call within this time before closing, because the agent’s phone rings first. Empty: 2m.',
      flags: { '--ring-margin <duration>': 'nobody is dialled within this time before closing' },
    },
  },
} as const satisfies RuleObject;

export const ROLLING_CAP = {
  days: { kind: 'integer', least: 1, most: 90, label: 'In any span of days' },
  most: { kind: 'integer', least: 1, most: 1_000, label: 'At most, calls' },
} as const satisfies Readonly<Record<string, RuleField>>;

const CAPS = {
  id: 'NumberCaps',
  title: 'Caps for a number',
  hint: 'How often one number or person may be dialled, over all campaigns. Calls that reached only the agent do not count.',
  about:
    'How often one number or person may be dialled, over all campaigns; calls that reached the agent only do not count.',
  fields: {
    count_by: {
      kind: 'choice',
      choices: CAPS_COUNT,
      default: DEFAULT_CAPS_COUNT,
      text:
        'Whose dials count. `person`: those of all numbers of the person, in any campaign. Contacts with the same `person_key` are one person. A contact without ' +
        'one counts by its number.',
      label: 'Count by',
      flags: { '--caps-by <whose>': 'number or person' },
      shown: 'by {count_by}',
    },
    per_day: {
      kind: 'integer',
      least: 1,
      most: 1_000,
      nullable: true,
      default: null,
      label: 'Calls a day',
      flags: { '--dials-per-day <n>': 'the most dials of one number in a day, or none' },
      shown: '{per_day} a day',
      decided: '{dialled} of {most} calls this day',
    },
    rolling: {
      kind: 'rolling',
      most: 10,
      default: [],
      label: 'Calls in several days',
      flags: { '--dials-in <cap>': 'the most dials in days: 7d=3; may be repeated' },
      shown: '{most} in {days} days',
      decided: '{dialled} of {most} in {days} days',
      items: ROLLING_CAP,
    },
    least_gap: {
      kind: 'duration',
      default: '0s',
      label: 'Least time between two calls',
      flags: { '--least-gap <duration>': 'between two dials of one number' },
      shown: '{least_gap} apart',
      decided: 'last call {last_dial_at}, least gap {seconds}',
    },
    after_talk: {
      kind: 'duration',
      nullable: true,
      default: null,
      least: 1_000,
      text: 'Since the end of the last call of the number whose outcome is of the groups `sale` or `talked`, in any campaign; null: no such rule.',
      label: 'Not again after a conversation for',
      hint: 'From the end of a call whose outcome is a sale or a talk.',
      flags: { '--after-talk <duration>': 'no dial so long after a conversation, or none' },
      shown: '{after_talk} after talk',
      decided: 'last talk {last_outcome_at}, gap {seconds}',
    },
    after_refusal: {
      kind: 'duration',
      nullable: true,
      default: null,
      least: 1_000,
      text: 'Since the end of the last call of the number whose outcome is of the groups `refused` or `wrong-number`; null: no such rule.',
      label: 'Not again after a refusal for',
      hint: 'From the end of a call whose outcome is a refusal or a wrong number.',
      flags: { '--after-refusal <duration>': 'no dial so long after a refusal, or none' },
      shown: '{after_refusal} after refusal',
      decided: 'last refusal {last_outcome_at}, gap {seconds}',
    },
    after_silence: {
      kind: 'duration',
      nullable: true,
      default: '3d',
      least: 1_000,
      text: 'Since the end of the last call of the number whose outcome is of the groups `machine` or `silent`; null: no such rule. Left out of `caps`: 3d (72 hours), as Ofcom wants after silent calls.',
      label: 'Not again after a machine or a silent call for',
      hint: 'From the end of a call whose outcome is an answering machine or a silent call. Ofcom: 3d.',
      flags: {
        '--after-silence <duration>': 'no dial so long after a machine or a silent call, or none',
      },
      shown: '{after_silence} after silence',
      decided: 'last silence {last_outcome_at}, gap {seconds}',
    },
  },
} as const satisfies RuleObject;

export const TIME_RULES = {
  redial: REDIAL,
  calling_window: CALLING_WINDOW,
  zone: {
    kind: 'zone',
    text: 'The zone of contacts without one of their own, and of the campaign’s days.',
    group: 'Campaign',
    label: 'Time zone',
    hint: 'For contacts without one of their own, and for the campaign’s days.',
    shown: '{zone}',
  },
  caps: CAPS,
} as const satisfies Rules;
