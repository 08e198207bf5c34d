/** The rules of a campaign as fields of a form. Hints are the words of the API's document; a test compares them. */

export type FieldKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'instant'
  | 'flag'
  | 'list'
  | 'hours'
  | 'rolling'
  | 'json'
  | readonly string[];

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
      hint: 'From the end of the call to the next.',
      kind: 'text',
    },
    {
      pointer: `/redial/${name}/jitter`,
      label: 'Random share of the delay, 0 to 1',
      hint: 'Up to this share of the delay is added at random, so that a burst of calls is spread out. Left out: 0.',
      kind: 'number',
    },
    {
      pointer: `/redial/${name}/most`,
      label: 'At most',
      hint: 'No more calls after this number of the contact’s calls ended in this way. Left out: 100.',
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
        hint: 'The zone of contacts without one of their own, and of the campaign’s days.',
        kind: 'text',
      },
      {
        pointer: '/deadline_at',
        label: 'Deadline, in your zone',
        hint: 'From this instant on nobody is dialled; due contacts become final, and the campaign ends.',
        kind: 'instant',
      },
      { pointer: '/keep_open', label: 'Keep open when everybody was called', kind: 'flag' },
    ],
  },
  {
    title: 'Redials',
    hint: 'When a contact is called again; a disposition without a rule is final.',
    fields: [
      { pointer: '/redial/max_attempts', label: 'Most attempts of a contact', kind: 'integer' },
      { pointer: '/redial/max_calls', label: 'Most calls of a contact', kind: 'integer' },
    ],
  },
  redialRule(
    'customer_unreached',
    'Redial after: customer not reached',
    'Also applies to `leg-unknown`: the customer’s phone may have rung.',
  ),
  redialRule('agent_unreached', 'Redial after: agent not reached'),
  redialRule('dropped', 'Redial after: dropped'),
  redialRule('carrier_lost', 'Redial after: lost by the carrier'),
  {
    title: 'Calling window',
    optional: '/calling_window',
    hint: 'In local time of the contact.',
    fields: [
      {
        pointer: '/calling_window/hours',
        label: 'Hours, such as mon-fri 09:00-17:00, one a line',
        kind: 'hours',
      },
      { pointer: '/calling_window/closed_dates', label: 'Closed dates, one a line', kind: 'list' },
      {
        pointer: '/calling_window/ring_margin',
        label: 'Ring margin',
        hint: 'No POST within this time before closing: the agent’s phone rings first. Left out: "2m".',
        kind: 'text',
      },
    ],
  },
  {
    title: 'Caps for a number',
    hint: 'How often one number may be dialled, over all campaigns; calls that reached the agent only do not count.',
    fields: [
      { pointer: '/caps/per_day', label: 'Calls a day', kind: 'integer' },
      {
        pointer: '/caps/rolling',
        label: 'Calls in any span of days, such as 3 in 7 days',
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
        label: 'Countries, one a line',
        hint: 'Countries whose numbers may be added; null: every country. Premium-rate, shared-cost, satellite and short numbers are never added.',
        kind: 'list',
      },
      {
        pointer: '/suppression_lists',
        label: 'Suppression lists, one id a line',
        hint: 'Ids of the lists that apply; null: every list.',
        kind: 'list',
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
        hint: 'Days are those of the campaign’s zone. Left out: null.',
        kind: 'text',
      },
      {
        pointer: '/budget/reserve_per_call',
        label: 'Reserve a call',
        hint: 'Reserved from the POST until the cost is known: the most that a call can cost.',
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
        hint: 'The pool whose agents take the calls; null: any pool. Left out: null.',
        kind: 'text',
      },
      {
        pointer: '/agents/wrap_up',
        label: 'Wrap-up',
        hint: 'After a call that the agent answered. Left out: "0s".',
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
        hint: "Shown on the agent's phone; by default the destination number.",
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
        hint: 'If campaigns compete for the same agents, the higher priority comes first, whatever the weights.',
        kind: 'integer',
      },
      {
        pointer: '/weight',
        label: 'Weight',
        hint: 'Campaigns of the same priority that compete for the same agents get calls in proportion to it.',
        kind: 'number',
      },
    ],
  },
  {
    title: 'While the account is on hold',
    optional: '/hold_timeout',
    hint: 'What the campaign does after the hold of the account has prevented dialling for this time; null: it goes on waiting.',
    fields: [
      {
        pointer: '/hold_timeout/after',
        label: 'After',
        hint: 'Since the hold was opened, or since the start of the campaign if that is later.',
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
        label: 'What a refusal does, as JSON',
        kind: 'json',
      },
      {
        pointer: '/collect_recordings',
        label: 'Collect recordings',
        hint: 'Set false if the carrier makes no recordings: none is expected, and none is looked up unless requested.',
        kind: 'flag',
      },
    ],
  },
];
