/** The times of a callback as a form has them. All are in the zone of the callback. */
import type { Schemas } from '../../../client/client.ts';

type Callback = Schemas['Callback'];
type Weekday = NonNullable<NonNullable<Callback['every']>['weekdays']>[number];

export const WEEKDAYS: readonly { value: Weekday; text: string }[] = [
  { value: 'mon', text: 'Monday' },
  { value: 'tue', text: 'Tuesday' },
  { value: 'wed', text: 'Wednesday' },
  { value: 'thu', text: 'Thursday' },
  { value: 'fri', text: 'Friday' },
  { value: 'sat', text: 'Saturday' },
  { value: 'sun', text: 'Sunday' },
];

export interface CallbackForm {
  recurs: boolean;
  /** Once: 2026-11-24T10:00. */
  at: string;
  notAfter: string;
  /** Recurring: 10:00. */
  clock: string;
  clockEnd: string;
  weekdays: readonly Weekday[];
  /** Numbers separated by commas; empty: by weekdays, or every day. */
  daysOfMonth: string;
  until: string;
  count: string;
}

const EMPTY: CallbackForm = {
  recurs: false,
  at: '',
  notAfter: '',
  clock: '',
  clockEnd: '',
  weekdays: [],
  daysOfMonth: '',
  until: '',
  count: '',
};

export function formOf(callback: Callback | undefined): CallbackForm {
  if (!callback) return EMPTY;
  const { at, not_after: notAfter, every, zone } = callback;
  if (every === null) {
    return { ...EMPTY, at: localIn(at, zone), notAfter: localIn(notAfter, zone) };
  }
  return {
    ...EMPTY,
    recurs: true,
    clock: every.at,
    clockEnd: every.not_after ?? '',
    weekdays: every.weekdays ?? [],
    daysOfMonth: every.days_of_month?.join(', ') ?? '',
    until: every.until ?? '',
    count: every.count === null ? '' : String(every.count),
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
      until: form.until || null,
      count: form.count === '' ? null : Number(form.count),
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
