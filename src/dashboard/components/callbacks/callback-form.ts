/** A callback as a form has it. All times are in the zone of the callback. */
import type { Schemas } from '../../../client/client.ts';
import type { Choice } from '../../format/choices.ts';
import { WEEKDAYS } from '../../format/time/weekdays.ts';

type Callback = Schemas['Callback'];
type Weekday = NonNullable<NonNullable<Callback['every']>['weekdays']>[number];

/** The API's default. */
const USUAL_ALONE = '15m';
const USUAL_POOL = 'usual';
const ANY_POOL = 'any';

const EMPTY = {
  number: '',
  callRef: '',
  name: '',
  zone: '',
  agent: '',
  /** For this time only the agent may take it; empty: no other agent ever. */
  agentAlone: USUAL_ALONE,
  /** A choice of `poolChoices`. */
  pool: USUAL_POOL,
  recurs: false,
  /** Once: 2026-11-24T10:00. */
  at: '',
  notAfter: '',
  /** Recurring: 10:00. */
  clock: '',
  clockEnd: '',
  weekdays: [] as readonly Weekday[],
  /** Numbers separated by commas; empty: by weekdays, or every day. */
  daysOfMonth: '',
  from: '',
  until: '',
  count: '',
  /** A duration; empty: none. */
  jitter: '',
};
export type CallbackForm = typeof EMPTY;

export function formOf(callback: Callback | undefined): CallbackForm {
  if (!callback) return EMPTY;
  const { at, not_after: notAfter, every, zone, pool } = callback;
  const known: CallbackForm = {
    ...EMPTY,
    name: callback.name ?? '',
    zone,
    agent: callback.agent_id ?? '',
    agentAlone: callback.prefer_agent_for ?? '',
    pool: pool === null ? ANY_POOL : poolValue(pool),
  };
  if (every === null) {
    return { ...known, at: localIn(at, zone), notAfter: localIn(notAfter, zone) };
  }
  return {
    ...known,
    recurs: true,
    clock: every.at,
    clockEnd: every.not_after ?? '',
    weekdays: every.weekdays ?? [],
    daysOfMonth: every.days_of_month?.join(', ') ?? '',
    from: every.from ?? '',
    until: every.until ?? '',
    count: every.count === null ? '' : String(every.count),
    jitter: every.jitter === NO_JITTER ? '' : every.jitter,
  };
}

/** What a list says of the person, where nobody has typed it. Of several zones none is taken. */
export function knownOf(
  { name, zones }: Pick<Schemas['FoundContact'], 'name' | 'zones'>,
  form: CallbackForm,
): Pick<CallbackForm, 'name' | 'zone'> {
  const [zone, another] = zones ?? [];
  return {
    name: form.name || (name ?? ''),
    zone: form.zone || (another === undefined ? (zone ?? '') : ''),
  };
}

const NO_JITTER = '0s';

const OF_POOL = 'pool ';
const poolValue = (pool: string) => OF_POOL + pool;

/** @param isNew a new callback without a choice takes the pool of its agent */
export function poolChoices(
  pools: readonly string[],
  form: CallbackForm,
  isNew: boolean,
): Choice[] {
  const chosen = form.pool.startsWith(OF_POOL) ? [form.pool.slice(OF_POOL.length)] : [];
  const named = [...new Set([...chosen, ...pools])].map((pool) => ({
    value: poolValue(pool),
    text: pool,
  }));
  const usual = { value: USUAL_POOL, text: 'The first pool of the agent' };
  return [
    ...(isNew && form.agent ? [usual] : []),
    { value: isNew && !form.agent ? USUAL_POOL : ANY_POOL, text: 'Any pool' },
    ...named,
  ];
}

export const ALONE_CHOICES: readonly Choice[] = [
  ...['5m', '15m', '30m', '1h', '4h', '1d'].map((value) => ({ value, text: `For ${value}` })),
  { value: '', text: 'For ever: no other agent takes it' },
];

/** Who is called, and who takes the call. */
export function settingsOf(form: CallbackForm) {
  const { name, zone, agent, agentAlone, pool } = form;
  return {
    name: name.trim() || null,
    ...(zone.trim() && { zone: zone.trim() }),
    agent_id: agent || null,
    ...(agent && { prefer_agent_for: agentAlone || null }),
    ...(pool !== USUAL_POOL && { pool: pool === ANY_POOL ? null : pool.slice(OF_POOL.length) }),
  };
}

/** The times that differ from those that are known. An instant that nobody changed stays as it is. */
export function timesOf(form: CallbackForm, known: CallbackForm = EMPTY) {
  if (!form.recurs) {
    return {
      ...(form.at !== known.at && { at: form.at }),
      ...(form.notAfter !== known.notAfter && form.notAfter && { not_after: form.notAfter }),
    };
  }
  const days = numbersIn(form.daysOfMonth);
  return {
    every: {
      at: form.clock,
      not_after: form.clockEnd || null,
      weekdays: form.weekdays.length > 0 ? [...form.weekdays] : null,
      days_of_month: days.length > 0 ? days : null,
      from: form.from || null,
      until: form.until || null,
      count: form.count === '' ? null : Number(form.count),
      jitter: form.jitter.trim() || NO_JITTER,
    },
  };
}

const numbersIn = (text: string): number[] =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);

/** 2026-11-24T10:00 by the clocks of the zone. */
function localIn(iso: string | null, zone: string): string {
  if (iso === null) return '';
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(iso));
  return text.replace(' ', 'T');
}

/** "Every Monday and Friday at 10:00" */
export function recurrenceText({ at, weekdays, days_of_month: days, until, count }: Every): string {
  const names = WEEKDAYS.filter(({ value }) => weekdays?.includes(value)).map(({ text }) => text);
  const on = weekdays
    ? `Every ${names.join(', ')}`
    : days
      ? `Day ${days.join(', ')} of the month`
      : 'Every day';
  const end = until ? `, until ${until}` : '';
  return `${on} at ${at}${end}${count === null ? '' : `, ${count} times`}`;
}
type Every = NonNullable<Callback['every']>;
