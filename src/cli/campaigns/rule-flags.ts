/** The rules of a campaign as options, one for each field of the API. What they mean is checked by the server. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { timeOption, TIMES_HELP, zoneOption } from '../time-argument.ts';

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

const NONE = 'none';
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
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

function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('needs a number.');
}

function numberOrNone(text: string): number | null {
  return text === NONE ? null : number(text);
}

function textOrNone(text: string): string | null {
  return text === NONE ? null : text;
}

function list(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function listOrAll(text: string): string[] | null {
  return text === 'all' ? null : list(text);
}

/** `name=value` pairs after the first comma. */
function settings(texts: readonly string[], names: Record<string, (text: string) => unknown>) {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', value] = text.split('=');
      const read = names[name];
      if (value === undefined || read === undefined)
        throw new InvalidArgumentError(
          `needs ${Object.keys(names).join('=… or ')}=… after a comma.`,
        );
      return [name, read(value)];
    }),
  );
}

function redial(text: string) {
  if (text === NONE) return null;
  const [after, ...rest] = list(text);
  return { after, ...settings(rest, { jitter: number, most: number }) };
}

function hours(text: string, before: unknown) {
  const [, days = '', from, to] = /^(\S+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new InvalidArgumentError('needs days and hours such as "mon-fri 09:00-20:00".');
  return [...earlier(before), { weekdays: list(days).flatMap(daysOf), from, to }];
}

/** `mon-fri`, also over the end of the week, or one day. */
function daysOf(text: string): string[] {
  const [first = '', last = first, ...more] = text.split('-');
  const begin = WEEKDAYS.indexOf(first);
  const end = WEEKDAYS.indexOf(last);
  if (begin === -1 || end === -1 || more.length > 0)
    throw new InvalidArgumentError(
      `has ${text}, and needs days such as sat or mon-fri, of ${WEEKDAYS.join(', ')}.`,
    );
  const length = ((end - begin + WEEKDAYS.length) % WEEKDAYS.length) + 1;
  return Array.from({ length }, (_, index) => WEEKDAYS[(begin + index) % WEEKDAYS.length]!);
}

function rolling(text: string, before: unknown) {
  const [, days, most] = /^(\d+)d=(\d+)$/.exec(text) ?? [];
  if (days === undefined || most === undefined)
    throw new InvalidArgumentError('needs days and dials such as 7d=3.');
  return [...earlier(before), { days: Number(days), most: Number(most) }];
}

const earlier = (before: unknown): unknown[] =>
  Array.isArray(before) ? (before as unknown[]) : [];

function refusal(text: string, before: unknown) {
  const [, key, rule] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (key === undefined || rule === undefined)
    throw new InvalidArgumentError(
      'needs a status or code and an action, such as 422=fail-contact.',
    );
  const [action, ...rest] = list(rule);
  const one = { action, ...settings(rest, { after: String, most: number }) };
  return { ...(before as object | undefined), [key]: one };
}

function holdTimeout(text: string) {
  if (text === NONE) return null;
  const [, after, action] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (after === undefined)
    throw new InvalidArgumentError('needs a time and an action, such as 2h=pause.');
  return { after, action };
}
