/** Rules that are lists: calling hours, closed dates, rolling caps and refusals, as rows of texts and as JSON. */
import type { FieldRow, RowColumn } from '../../components/forms/field-rows.ts';

export type RowKind = 'hours' | 'dates' | 'rolling' | 'refusals';

interface RowRule {
  one: string;
  columns: readonly RowColumn[];
  first: FieldRow;
  /** What a row adds to a JSON pointer of the list. */
  place: (row: FieldRow, index: number, column: string) => string;
  rowsOf: (value: unknown) => FieldRow[];
  valueOf: (rows: readonly FieldRow[]) => unknown;
}

/** Text that is no number is sent as it is, so that the API says at the field what is wrong. */
const numberOf = (text = ''): number | string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);

const inList = (_row: FieldRow, index: number, column: string) => `/${index}/${column}`;

interface Hours {
  weekdays: readonly string[];
  from: string;
  to: string;
}
interface Rolling {
  days: number;
  most: number;
}
interface Refusal {
  action: string;
  after?: string | null;
  most?: number;
}

/** Fields for times of day have no 24:00. A window that ends at 00:00 ends with the day. */
const [DAY_END, DAY_START] = ['24:00', '00:00'];

const HOURS: RowRule = {
  one: 'hours',
  columns: [
    { name: 'weekdays', label: 'Days', kind: 'weekdays' },
    { name: 'from', label: 'From', kind: 'time' },
    { name: 'to', label: 'Until', kind: 'time' },
  ],
  first: { weekdays: 'mon tue wed thu fri', from: '09:00', to: '17:00' },
  place: inList,
  rowsOf: (value) =>
    (value as Hours[]).map(({ weekdays, from, to }) => ({
      weekdays: weekdays.join(' '),
      from,
      to: to === DAY_END ? DAY_START : to,
    })),
  valueOf: (rows) =>
    rows.map(({ weekdays = '', from = '', to = '' }) => ({
      weekdays: weekdays.split(' ').filter(Boolean),
      from,
      to: to === DAY_START ? DAY_END : to,
    })),
};

const DATES: RowRule = {
  one: 'date',
  columns: [{ name: 'date', label: 'Date', kind: 'date' }],
  first: { date: '' },
  place: (_row, index) => `/${index}`,
  rowsOf: (value) => (value as string[]).map((date) => ({ date })),
  valueOf: (rows) => rows.map(({ date }) => date),
};

const ROLLING: RowRule = {
  one: 'cap',
  columns: [
    { name: 'most', label: 'At most, calls', kind: 'number' },
    { name: 'days', label: 'In any span of days', kind: 'number' },
  ],
  first: { most: '3', days: '7' },
  place: inList,
  rowsOf: (value) =>
    (value as Rolling[]).map(({ days, most }) => ({ days: String(days), most: String(most) })),
  valueOf: (rows) => rows.map(({ days, most }) => ({ days: numberOf(days), most: numberOf(most) })),
};

const isRetry = ({ action }: FieldRow) => action === 'retry';

const REFUSALS: RowRule = {
  one: 'rule',
  columns: [
    { name: 'key', label: 'Code or status', kind: 'text', placeholder: 'invalid_destination' },
    {
      name: 'action',
      label: 'What happens',
      kind: [
        { value: 'retry', text: 'The call is tried again' },
        { value: 'fail-contact', text: 'The contact is final' },
        { value: 'pause-campaign', text: 'The campaign is paused' },
      ],
    },
    {
      name: 'after',
      label: 'Again after',
      kind: 'text',
      placeholder: 'growing pauses',
      shownIn: isRetry,
    },
    {
      name: 'most',
      label: 'Times, then pause',
      kind: 'number',
      placeholder: '5',
      shownIn: ({ action }) => action !== 'pause-campaign',
    },
  ],
  first: { key: '', action: 'retry', after: '', most: '' },
  place: ({ key = '' }, _index, column) => (column === 'key' ? `/${key}` : `/${key}/${column}`),
  rowsOf: (value) =>
    Object.entries(value as Record<string, Refusal>).map(([key, { action, after, most }]) => ({
      key,
      action,
      after: after ?? '',
      most: most === undefined ? '' : String(most),
    })),
  valueOf: (rows) =>
    Object.fromEntries(
      rows.map(({ key = '', ...row }) => [
        key.trim(),
        {
          action: row['action'],
          ...(isRetry(row) && row['after'] && { after: row['after'].trim() }),
          ...(row['most'] && row['action'] !== 'pause-campaign' && { most: numberOf(row['most']) }),
        },
      ]),
    ),
};

export const ROW_RULES: Record<RowKind, RowRule> = {
  hours: HOURS,
  dates: DATES,
  rolling: ROLLING,
  refusals: REFUSALS,
};

/** Two rules for one code: only one of them can be sent. */
export function doubleKeys(rows: readonly FieldRow[]): string[] {
  const keys = rows.map(({ key = '' }) => key.trim());
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}
