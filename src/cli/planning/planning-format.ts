/** Formats preflight, why and rehearsal for people. */
import type {
  Forecast,
  Contact,
  PreflightAnswer,
  RehearsalAnswer,
  WhyAnswer,
} from '../../terminal/api-shapes.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { amountText, inCurrency } from '../../terminal/terminal-text.ts';

export const contactTable = (contacts: readonly Contact[]): string =>
  table(
    [
      ['contact', 'number', 'state', 'calls', 'disposition', 'due', 'why'],
      ...contacts.map((contact) => [
        contact.position,
        contact.number,
        contact.state,
        contact.calls,
        contact.disposition,
        contact.state === 'due' ? short(contact.due_at) : '',
        contact.due_reason,
      ]),
    ],
    [0, 3],
  );

export function formatPreflight(found: PreflightAnswer): string {
  const { contacts, cost } = found;
  const rows = [
    ['contacts', contacts.total, ''],
    ['  dialled at once', contacts.now, ''],
    ...contacts.later.map(({ contacts, text }) => ['  dialled later', contacts, text]),
    ...(contacts.on_call > 0 ? [['  on a call', contacts.on_call, '']] : []),
    ...contacts.skipped.map(({ contacts, text, examples }) => [
      '  not dialled',
      contacts,
      `${text} (${examples.join(', ')}${examples.length < contacts ? ', …' : ''})`,
    ]),
  ];
  const facts = [
    ['start', short(found.start_at)],
    ['first dial', found.first_dial_at === null ? 'none' : short(found.first_dial_at)],
    [
      'last possible dial',
      found.last_dial_at === null ? 'nothing ends the campaign' : short(found.last_dial_at),
    ],
    ['attempts', `at most ${found.attempts}`],
    ['cost', cost === null ? 'not known' : formatCost(cost, found.currency)],
    ['time zone data', found.zone_rules.release ? `IANA ${found.zone_rules.release}` : 'not known'],
    ['area codes', found.area_data],
    ...(found.carrier.asked ? [['at the carrier', formatCarrier(found.carrier)]] : []),
  ];
  return [
    `Preflight of campaign ${found.campaign_id}`,
    table(rows, [1]),
    table(facts),
    table([['zone', 'contacts'], ...zoneRows(found)], [1]),
    ...(found.areas.length === 0 ? [] : [table([['area', 'contacts'], ...areaRows(found)], [1])]),
    formatWarnings(found.warnings),
    ...formatNotes(found.carrier.notes),
  ].join('\n\n');
}

function formatCost(
  { low, high, per_call: each, from, budget_ends_it: ends }: Cost,
  currency: string | null,
): string {
  const source = {
    request: 'as asked',
    'settled-calls': 'as calls have cost',
    budget: 'as the budget sets aside',
  };
  const end = ends ? ', where the budget ends it' : '';
  return `${low} to ${amountText(high, currency)}${end} (${each.low} to ${each.high} a call, ${source[from]})`;
}
type Cost = NonNullable<PreflightAnswer['cost']>;

const MOST_ZONES = 10;

function zoneRows({ zones }: PreflightAnswer): Cell[][] {
  const rows = zones.slice(0, MOST_ZONES).map(({ zone, contacts }) => [fewer(zone), contacts]);
  const rest = zones.slice(MOST_ZONES).reduce((sum, { contacts }) => sum + contacts, 0);
  return rest === 0 ? rows : [...rows, ['others', rest]];
}

function areaRows({ areas }: PreflightAnswer): Cell[][] {
  const rows = areas.slice(0, MOST_ZONES).map(({ area, contacts }) => [area, contacts]);
  const rest = areas.slice(MOST_ZONES).reduce((sum, { contacts }) => sum + contacts, 0);
  return rest === 0 ? rows : [...rows, ['others', rest]];
}

/** Shortens the list of zones: some numbers may be in a dozen. */
function fewer(zone: string): string {
  const [first = '', second, ...others] = zone.split(' or ');
  if (second === undefined) return first;
  return `${first} or ${others.length === 0 ? second : `${others.length + 1} others`}`;
}

type Findings = PreflightAnswer['warnings'];

const formatWarnings = (warnings: Findings): string =>
  warnings.length === 0 ? 'No warnings.' : formatFindings('Warnings:', warnings);

const formatNotes = (notes: Findings): string[] =>
  notes.length === 0 ? [] : [formatFindings('Not checked:', notes)];

const formatFindings = (title: string, findings: Findings): string =>
  [
    title,
    ...findings.map(({ text, code, severity, section }) => {
      const place = section === undefined ? '' : `, section ${section} of the carrier's document`;
      const level = severity === undefined ? '' : `${severity}: `;
      return `  ${level}${text} [${code}${place}]`;
    }),
  ].join('\n');

function formatCarrier({
  sip_accounts: sip,
  numbers,
  balance,
}: PreflightAnswer['carrier']): string {
  return [
    `${sip.found} of ${sip.used} SIP accounts`,
    ...(numbers.listed === null ? [] : [`${numbers.listed} numbers`]),
    ...(balance === null ? [] : [`balance ${balance.amount} ${balance.currency ?? ''}`.trim()]),
  ].join(', ');
}

export function formatWhy(found: WhyAnswer): string {
  const at =
    found.at === null
      ? ''
      : `, ${found.verdict === 'now' ? 'at' : 'not before'} ${short(found.at)}`;
  const rows = found.rules.map(({ rule, answer, text, until, inputs }) => [
    rule,
    answer,
    text,
    until === null ? '' : short(until),
    formatInputs(inputs),
  ]);
  return [
    `Contact ${found.position} of campaign ${found.campaign_id}: ${found.verdict}${at}: ${found.text}`,
    table([['rule', 'answer', 'why', 'until', 'asked with'], ...rows]),
  ].join('\n\n');
}

const LONGEST_INPUTS = 100;

function formatInputs(inputs: Record<string, unknown>): string {
  const text = Object.entries(inputs)
    .filter(([, value]) => value !== null && !isEmpty(value))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return text.length > LONGEST_INPUTS ? `${text.slice(0, LONGEST_INPUTS - 1)}…` : text;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && Object.keys(value ?? {}).length === 0;

export function formatRehearsal(found: RehearsalAnswer): string {
  const { typical } = found;
  const span = <Value>({ low, median, high }: Span<Value>, show: (value: Value) => string) => [
    show(low),
    show(median),
    show(high),
  ];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const ranges = [
    ['', 'low', 'median', 'high'],
    ['finished', ...(found.finished_at ? span(found.finished_at, short) : ['never', '', ''])],
    ['calls', ...span(found.calls, String)],
    ['contacts reached', ...span(found.reached, String)],
    [`cost${inCurrency(found.currency)}`, ...span(found.cost, cents)],
    ['calls an hour', ...span(found.calls_per_hour, String)],
    ['agents at work', ...span(found.agent_use, percent)],
  ];
  return [
    `Rehearsal of campaign ${found.campaign_id}: ${found.contacts} contacts from ${short(found.start_at)}, ${found.runs.length} runs`,
    table(ranges, [1, 2, 3]),
    `In the run of median cost (seed ${typical.seed}):`,
    table([['day', 'calls', 'newly reached'], ...dayRows(typical.by_day)], [1, 2]),
    formatNeverReached(found),
    ['Taken for granted:', ...found.assumptions.map((text) => `  ${text}`)].join('\n'),
    ...(found.cut.length === 0
      ? []
      : [['Cut:', ...found.cut.map((text) => `  ${text}`)].join('\n')]),
  ].join('\n\n');
}

interface Span<Value> {
  low: Value;
  median: Value;
  high: Value;
}

const MOST_DAYS = 14;

function dayRows(days: RehearsalAnswer['typical']['by_day']): Cell[][] {
  const rows = days.slice(0, MOST_DAYS).map(({ day, calls, reached }) => [day, calls, reached]);
  const rest = days.slice(MOST_DAYS);
  if (rest.length === 0) return rows;
  const sum = (count: (day: { calls: number; reached: number }) => number) =>
    String(rest.reduce((total, day) => total + count(day), 0));
  return [
    ...rows,
    [`${rest.length} more`, sum(({ calls }) => calls), sum(({ reached }) => reached)],
  ];
}

function formatNeverReached({ typical }: RehearsalAnswer): string {
  if (typical.never_reached.length === 0) return 'Everybody is reached.';
  const rows = typical.never_reached.map(({ contacts, text, reason, examples }) => [
    contacts,
    reason,
    `${text} (${examples.join(', ')}${examples.length < contacts ? ', …' : ''})`,
  ]);
  return table([['never reached', 'reason', ''], ...rows], [0]);
}

/** Rounds to cents, which is enough for a forecast. */
const cents = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
};

/** An instant in UTC, without seconds. */
const short = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')}Z`;

export function formatForecast({ state, currency, forecast, actual }: Forecast): string {
  const span = <Value extends string | number>(
    range: { low: Value; median: Value; high: Value } | null | undefined,
  ) => (range == null ? '–' : `${range.median} (${range.low} to ${range.high})`);
  const row = (name: string, foreseen: string, came: string | number | null | undefined) => [
    name,
    foreseen,
    String(came ?? '–'),
  ];
  const notes = [
    ...(forecast === null ? ['No forecast: it was not rehearsed before its start.'] : []),
    ...(actual === null ? [`Nothing to compare yet: the campaign is ${state}.`] : []),
    ...(actual && actual.costs_open > 0 ? [`${actual.costs_open} costs are still to come.`] : []),
  ];
  const rows = [
    ['', 'foreseen', 'came'],
    row('first dial', forecast?.first_dial_at ?? '–', actual?.first_dial_at),
    row('finished', span(forecast?.finished_at), actual?.finished_at),
    row('contacts', String(forecast?.contacts ?? '–'), actual?.contacts),
    row('calls', span(forecast?.calls), actual?.calls),
    row('reached', span(forecast?.reached), actual?.reached),
    row(`cost${inCurrency(currency)}`, span(forecast?.cost), actual?.cost),
  ];
  return [table(rows), ...notes].join('\n');
}
