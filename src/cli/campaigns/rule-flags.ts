/** The rules of a campaign as options, one for each field of the API. What they mean is checked by the server. */
import { Option, type Command } from 'commander';
import { timeOption, TIMES_HELP, zoneOption } from '../time-argument.ts';
import {
  number,
  numberOrNone,
  textOrNone,
  list,
  listOrAll,
  redial,
  hours,
  rolling,
  refusal,
  holdTimeout,
} from './rule-values.ts';

interface Rule {
  flags: string;
  description: string;
  /** Where its value is in the body of the API. */
  path: readonly string[];
  /** Reads the value. Options that may be repeated also get what was read before. Absent: the text itself. */
  read?: (text: string, before: unknown) => unknown;
}

/** Wrapped, because commander takes a null for no value. */
interface Read {
  value: unknown;
}

const DELAYS = ['customer_unreached', 'agent_unreached', 'dropped', 'carrier_lost'] as const;

const RULES: readonly Rule[] = [
  {
    flags: '--keep-open',
    path: ['keep_open'],
    description: 'do not end when all contacts are final',
  },
  { flags: '--no-keep-open', path: ['keep_open'], description: 'end when all contacts are final' },
  { flags: '--priority <n>', path: ['priority'], read: number, description: 'higher comes first' },
  {
    flags: '--weight <n>',
    path: ['weight'],
    read: number,
    description: 'share of the calls among campaigns of one priority',
  },
  {
    flags: '--max-live-calls <n>',
    path: ['max_live_calls'],
    read: numberOrNone,
    description: 'calls at once, or none: as many as there are agents',
  },
  {
    flags: '--calls-per-second <n>',
    path: ['calls_per_second'],
    read: numberOrNone,
    description: 'the pace, or none: that of the account',
  },
  {
    flags: '--max-attempts <n>',
    path: ['redial', 'max_attempts'],
    read: number,
    description: 'calls that ring the customer, per contact',
  },
  {
    flags: '--max-calls <n>',
    path: ['redial', 'max_calls'],
    read: number,
    description: 'calls per contact, those that ring nobody included',
  },
  ...DELAYS.map((end) => ({
    flags: `--${end.replace('_', '-')}-delay <rule>`,
    path: ['redial', end],
    read: redial,
    description: 'until the next call: 30m, or 30m,jitter=0.2,most=3, or none',
  })),
  {
    flags: '--hours <span>',
    path: ['calling_window', 'hours'],
    read: hours,
    description: 'such as "mon-fri 09:00-20:00"; may be repeated',
  },
  {
    flags: '--closed-dates <dates>',
    path: ['calling_window', 'closed_dates'],
    read: list,
    description: 'such as 2026-12-25,2026-12-26',
  },
  {
    flags: '--ring-margin <duration>',
    path: ['calling_window', 'ring_margin'],
    description: 'nobody is dialled within this time before closing',
  },
  { flags: '--always-open', path: ['calling_window'], description: 'no calling hours' },
  {
    flags: '--dials-per-day <n>',
    path: ['caps', 'per_day'],
    read: numberOrNone,
    description: 'the most dials of one number in a day, or none',
  },
  {
    flags: '--dials-in <cap>',
    path: ['caps', 'rolling'],
    read: rolling,
    description: 'the most dials in days: 7d=3; may be repeated',
  },
  {
    flags: '--least-gap <duration>',
    path: ['caps', 'least_gap'],
    description: 'between two dials of one number',
  },
  {
    flags: '--countries <codes>',
    path: ['countries'],
    read: listOrAll,
    description: 'such as FR,DE, or all',
  },
  {
    flags: '--suppression-lists <ids>',
    path: ['suppression_lists'],
    read: listOrAll,
    description: 'the lists that apply, or all',
  },
  {
    flags: '--budget-total <amount>',
    path: ['budget', 'total'],
    description: 'the most it may cost',
  },
  {
    flags: '--budget-per-day <amount>',
    path: ['budget', 'per_day'],
    description: 'the most it may cost in a day',
  },
  {
    flags: '--reserve-per-call <amount>',
    path: ['budget', 'reserve_per_call'],
    description: 'set aside for a call until its cost is known',
  },
  {
    flags: '--budget-alert-at <share>',
    path: ['budget', 'alert_at'],
    read: number,
    description: 'alert when this share is spent, such as 0.8',
  },
  { flags: '--no-budget', path: ['budget'], description: 'no budget' },
  {
    flags: '--pool <pool>',
    path: ['agents', 'pool'],
    read: textOrNone,
    description: 'of the agents, or none: any',
  },
  {
    flags: '--wrap-up <duration>',
    path: ['agents', 'wrap_up'],
    description: 'of the agent, after each call',
  },
  {
    flags: '--pause-after-misses <n>',
    path: ['agents', 'pause_after_misses'],
    read: numberOrNone,
    description: 'pause an agent who missed so many calls in a row',
  },
  {
    flags: '--agent-caller-id <number>',
    path: ['agent_caller_id'],
    read: textOrNone,
    description: 'shown on the agent’s phone',
  },
  { flags: '--recordings', path: ['collect_recordings'], description: 'collect recordings' },
  { flags: '--no-recordings', path: ['collect_recordings'], description: 'the carrier makes none' },
  {
    flags: '--refusal <rule>',
    path: ['refusals'],
    read: refusal,
    description: 'such as 422=fail-contact,most=10; may be repeated',
  },
  {
    flags: '--hold-timeout <rule>',
    path: ['hold_timeout'],
    read: holdTimeout,
    description: 'after a hold of the account, such as 2h=pause, or none',
  },
];

/** Adds an option for each rule. */
export function withRules(command: Command): Command {
  command.addOption(
    timeOption('--deadline <time>', 'it ends then, and nobody is dialled after it'),
  );
  command.addOption(
    zoneOption(
      'of contacts without one of their own, of its days, and of --deadline, which else has the zone of the file or the campaign',
    ),
  );
  for (const rule of RULES) {
    const option = new Option(rule.flags, rule.description).conflicts(contradictionsOf(rule));
    // Commander would default `--no-x` to true.
    command.addOption(option.negate ? option.default(undefined) : option);
    const { read } = rule;
    if (read) {
      option.argParser<Read>((text, before) => ({ value: read(text, before?.value) }));
    }
  }
  return command.addHelpText('after', TIMES_HELP);
}

/** Options that set the object around its field, or a field inside: `--always-open` and `--hours`. */
function contradictionsOf({ path }: Rule): string[] {
  const isInside = (inner: readonly string[], outer: readonly string[]) =>
    inner.length > outer.length && outer.every((name, index) => inner[index] === name);
  return RULES.filter((other) => isInside(path, other.path) || isInside(other.path, path)).map(
    ({ flags }) => new Option(flags).attributeName(),
  );
}

/** The rules that were given, as a body of the API. */
export function bodyOfRules(options: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { flags, path, read } of RULES) {
    const option = new Option(flags);
    const found = options[option.attributeName()];
    const value = read && found !== undefined ? (found as Read).value : found;
    if (found === undefined || (typeof value === 'boolean' && value === option.negate)) continue;
    put(body, path, typeof value === 'boolean' ? switched(flags, value) : value);
  }
  return body;
}

/** What a flag without a value means. */
function switched(flags: string, value: boolean): boolean | null {
  return flags === '--always-open' || flags === '--no-budget' ? null : value;
}

function put(body: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) {
    body[name!] = value;
    return;
  }
  const inner = (body[name!] ?? {}) as Record<string, unknown>;
  body[name!] = inner;
  put(inner, rest, value);
}
