/** The rules of what follows a refusal, a hold or a bridged call, and of the order among campaigns. */
import type { RuleField, RuleObject, Rules } from './rule-field.ts';

/** What the carrier's refusal does to the call. */
export const REFUSAL_RULE = {
  action: {
    kind: 'choice',
    choices: ['retry', 'fail-contact', 'pause-campaign'],
    label: 'What happens',
  },
  after: {
    kind: 'duration',
    nullable: true,
    default: null,
    text: 'For `retry`: from the refusal to the next POST; null: growing pauses.',
    label: 'Again after',
  },
  most: {
    kind: 'integer',
    least: 1,
    most: 100,
    default: 5,
    text: 'For `retry`: the number for one call. For `fail-contact`: the number of contacts in a row. One more pauses the campaign.',
    label: 'Times, then pause',
  },
} as const satisfies Readonly<Record<string, RuleField>>;

const HOLD_TIMEOUT = {
  id: 'HoldTimeout',
  nullable: true,
  title: 'While the account is on hold',
  hint: 'What the campaign does when the carrier’s hold has lasted long. Switched off: it goes on waiting.',
  text: 'What the campaign does after the hold of the account has prevented dialling for this time; null: it goes on waiting.',
  flags: { '--hold-timeout <rule>': 'after a hold of the account, such as 2h=pause, or none' },
  fields: {
    after: {
      kind: 'duration',
      least: 1_000,
      text: 'Since the hold was opened, or since the start of the campaign if that is later.',
      label: 'After',
      hint: 'Since the hold began, or since the start of the campaign if that is later.',
    },
    action: { kind: 'choice', choices: ['pause', 'cancel'], label: 'Then' },
  },
} as const satisfies RuleObject;

export const OUTCOME_RULES = {
  collect_recordings: {
    kind: 'flag',
    text: 'Set false if the carrier makes no recordings: none is expected, and none is looked up unless requested.',
    group: 'Refusals and recordings',
    label: 'Collect recordings',
    hint: 'Switch off if the carrier makes none: then none is expected.',
    flags: {
      '--recordings': 'collect recordings',
      '--no-recordings': 'the carrier makes none',
    },
  },
  refusals: {
    kind: 'refusals',
    group: 'Refusals and recordings',
    label: 'After a refusal by the carrier',
    hint: 'Without a rule: a wrong number fails its contact, a wrong setting pauses the campaign, and other refusals are tried again. Refusals 402, 403 and 409 concern the whole account: its page has their rules.',
    flags: { '--refusal <rule>': 'such as 422=fail-contact,most=10; may be repeated' },
    items: REFUSAL_RULE,
  },
  hold_timeout: HOLD_TIMEOUT,
  priority: {
    kind: 'integer',
    least: -100,
    most: 100,
    text: 'If campaigns compete for the same agents, the higher priority comes first, whatever the weights.',
    group: 'Pace and order',
    label: 'Priority',
    hint: 'Where campaigns share agents, the higher priority comes first.',
    flags: { '--priority <n>': 'higher comes first' },
  },
  weight: {
    kind: 'number',
    least: 0.01,
    most: 100,
    text: 'Campaigns of the same priority that compete for the same agents get calls in proportion to it.',
    group: 'Pace and order',
    label: 'Weight',
    hint: 'Campaigns of the same priority share agents in proportion to it.',
    flags: { '--weight <n>': 'share of the calls among campaigns of one priority' },
  },
} as const satisfies Rules;
