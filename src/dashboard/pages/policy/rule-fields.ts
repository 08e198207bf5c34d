/** The rules of a campaign as fields of a form, in the words of operators. A test holds that none is missing. */
import { ROW_RULES, type RowKind } from './rule-rows.ts';

export type FieldKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'instant'
  | 'flag'
  /** Words with spaces between. */
  | 'list'
  | 'pool'
  | 'suppression-lists'
  | RowKind
  | readonly string[];

export const isRowKind = (kind: FieldKind): kind is RowKind =>
  typeof kind === 'string' && kind in ROW_RULES;

export interface RuleField {
  /** JSON pointer in the campaign. */
  pointer: string;
  label: string;
  hint?: string;
  kind: FieldKind;
}

export interface RuleGroup {
  title: string;
  /** The rule as a whole can be absent: its pointer. The form then has a switch for it. */
  optional?: string;
  hint?: string;
  fields: readonly RuleField[];
}

const redialRule = (name: string, title: string, hint?: string): RuleGroup => ({
  title,
  optional: `/redial/${name}`,
  ...(hint ? { hint } : {}),
  fields: [
    {
      pointer: `/redial/${name}/after`,
      label: 'Call again after',
      hint: 'From the end of the call, for example 30m.',
      kind: 'text',
    },
    {
      pointer: `/redial/${name}/jitter`,
      label: 'Random share, 0 to 1',
      hint: 'Up to this share of the delay is added at random, so that calls do not come in bursts.',
      kind: 'number',
    },
    {
      pointer: `/redial/${name}/most`,
      label: 'Times at most',
      hint: 'Of one contact. Empty: 100.',
      kind: 'integer',
    },
  ],
});

export const RULE_GROUPS: readonly RuleGroup[] = [
  {
    title: 'Campaign',
    fields: [
      { pointer: '/name', label: 'Name', kind: 'text' },
      {
        pointer: '/zone',
        label: 'Time zone',
        hint: 'For contacts without one of their own, and for the campaign’s days.',
        kind: 'text',
      },
      {
        pointer: '/deadline_at',
        label: 'Deadline, in your zone',
        hint: 'From then on nobody is dialled, and the campaign ends.',
        kind: 'instant',
      },
      { pointer: '/keep_open', label: 'Keep open when everybody was called', kind: 'flag' },
    ],
  },
  {
    title: 'Redials',
    hint: 'When a contact is called again. After an outcome that is switched off below, it is not.',
    fields: [
      { pointer: '/redial/max_attempts', label: 'Most attempts of a contact', kind: 'integer' },
      { pointer: '/redial/max_calls', label: 'Most calls of a contact', kind: 'integer' },
    ],
  },
  redialRule(
    'customer_unreached',
    'Redial after: customer not reached',
    'Also where it is not known which phone rang.',
  ),
  redialRule('agent_unreached', 'Redial after: agent not reached'),
  redialRule('dropped', 'Redial after: dropped'),
  redialRule('carrier_lost', 'Redial after: lost by the carrier'),
  {
    title: 'Calling window',
    optional: '/calling_window',
    hint: 'Nobody is dialled outside these hours, by the clocks where the contact is.',
    fields: [
      {
        pointer: '/calling_window/hours',
        label: 'Hours',
        hint: 'Until 12 a.m. (00:00) means until the end of the day.',
        kind: 'hours',
      },
      { pointer: '/calling_window/closed_dates', label: 'Closed dates', kind: 'dates' },
      {
        pointer: '/calling_window/ring_margin',
        label: 'Last call before closing',
        hint: 'No new call within this time before closing, because the agent’s phone rings first. Empty: 2m.',
        kind: 'text',
      },
    ],
  },
  {
    title: 'Caps for a number',
    hint: 'How often one number may be dialled, over all campaigns. Calls that reached only the agent do not count.',
    fields: [
      { pointer: '/caps/per_day', label: 'Calls a day', kind: 'integer' },
      {
        pointer: '/caps/rolling',
        label: 'Calls in several days',
        kind: 'rolling',
      },
      { pointer: '/caps/least_gap', label: 'Least time between two calls', kind: 'text' },
    ],
  },
  {
    title: 'Whom to call',
    fields: [
      {
        pointer: '/countries',
        label: 'Countries',
        hint: 'Codes such as FR DE. Empty: every country. Premium-rate, shared-cost, satellite and short numbers are never added.',
        kind: 'list',
      },
      {
        pointer: '/suppression_lists',
        label: 'Suppression lists',
        hint: 'None ticked: every list applies, also those that are added later.',
        kind: 'suppression-lists',
      },
    ],
  },
  {
    title: 'Budget',
    optional: '/budget',
    fields: [
      { pointer: '/budget/total', label: 'In total', kind: 'text' },
      {
        pointer: '/budget/per_day',
        label: 'A day',
        hint: 'Days of the campaign’s zone. Empty: no limit.',
        kind: 'text',
      },
      {
        pointer: '/budget/reserve_per_call',
        label: 'Reserve a call',
        hint: 'The most that a call can cost. It is kept aside until the real cost is known.',
        kind: 'text',
      },
      { pointer: '/budget/alert_at', label: 'Alert at this share, 0 to 1', kind: 'number' },
    ],
  },
  {
    title: 'Agents',
    fields: [
      {
        pointer: '/agents/pool',
        label: 'Pool',
        hint: 'Its agents take the calls.',
        kind: 'pool',
      },
      {
        pointer: '/agents/wrap_up',
        label: 'Wrap-up',
        hint: 'Time without a call after each one that the agent answered. Empty: none.',
        kind: 'text',
      },
      {
        pointer: '/agents/pause_after_misses',
        label: 'Pause an agent after so many missed calls',
        kind: 'integer',
      },
      {
        pointer: '/agent_caller_id',
        label: 'Number on the agent’s phone',
        hint: 'Empty: the number that is called.',
        kind: 'text',
      },
    ],
  },
  {
    title: 'Pace and order',
    fields: [
      { pointer: '/max_live_calls', label: 'Most live calls', kind: 'integer' },
      { pointer: '/calls_per_second', label: 'Calls a second', kind: 'number' },
      {
        pointer: '/priority',
        label: 'Priority',
        hint: 'Where campaigns share agents, the higher priority comes first.',
        kind: 'integer',
      },
      {
        pointer: '/weight',
        label: 'Weight',
        hint: 'Campaigns of the same priority share agents in proportion to it.',
        kind: 'number',
      },
    ],
  },
  {
    title: 'While the account is on hold',
    optional: '/hold_timeout',
    hint: 'What the campaign does when the carrier’s hold has lasted long. Switched off: it goes on waiting.',
    fields: [
      {
        pointer: '/hold_timeout/after',
        label: 'After',
        hint: 'Since the hold began, or since the start of the campaign if that is later.',
        kind: 'text',
      },
      { pointer: '/hold_timeout/action', label: 'Then', kind: ['pause', 'cancel'] },
    ],
  },
  {
    title: 'Refusals and recordings',
    fields: [
      {
        pointer: '/refusals',
        label: 'After a refusal by the carrier',
        hint: 'Without a rule: a wrong number fails its contact, a wrong setting pauses the campaign, and other refusals are tried again. Refusals 402, 403 and 409 concern the whole account: its page has their rules.',
        kind: 'refusals',
      },
      {
        pointer: '/collect_recordings',
        label: 'Collect recordings',
        hint: 'Switch off if the carrier makes none: then none is expected.',
        kind: 'flag',
      },
    ],
  },
];
