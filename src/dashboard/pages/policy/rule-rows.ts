/** Rules that are lists: calling hours, closed dates, rolling caps and refusals, as rows of texts and as JSON. */
import type { FieldRow, RowColumn } from '../../components/forms/field-rows.ts';
import { REFUSAL_RULE } from '../../../domain/rules/outcome-rules.ts';
import type { RuleKind, Values } from '../../../domain/rules/rule-field.ts';
import { ROLLING_CAP } from '../../../domain/rules/time-rules.ts';

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
    (value as Values['hours']).map(({ weekdays, from, to }) => ({
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
  columns: [
    { name: 'date', label: 'Date', kind: 'date' },
    { name: 'area', label: 'Country or state', kind: 'text', placeholder: 'everywhere' },
  ],
  first: { date: '', area: '' },
  place: (_row, index) => `/${index}`,
  rowsOf: (value) =>
    (value as Values['dates']).map((text) => {
      const [date = '', area = ''] = text.split(' ');
      return { date, area };
    }),
  valueOf: (rows) =>
    rows.map(({ date = '', area = '' }) => `${date} ${area.trim().toUpperCase()}`.trim()),
};

const ROLLING: RowRule = {
  one: 'cap',
  columns: [
    { name: 'most', label: ROLLING_CAP.most.label, kind: 'number' },
    { name: 'days', label: ROLLING_CAP.days.label, kind: 'number' },
  ],
  first: { most: '3', days: '7' },
  place: inList,
  rowsOf: (value) =>
    (value as Values['rolling']).map(({ days, most }) => ({
      days: String(days),
      most: String(most),
    })),
  valueOf: (rows) => rows.map(({ days, most }) => ({ days: numberOf(days), most: numberOf(most) })),
};

/** What a refusal's rule leaves out is its default. */
type Refusal = Partial<Values['refusals'][string]> & Pick<Values['refusals'][string], 'action'>;

const isRetry = ({ action }: FieldRow) => action === 'retry';

const REFUSALS: RowRule = {
  one: 'rule',
  columns: [
    { name: 'key', label: 'Code or status', kind: 'text', placeholder: 'invalid_destination' },
    {
      name: 'action',
      label: REFUSAL_RULE.action.label,
      kind: [
        { value: 'retry', text: 'The call is tried again' },
        { value: 'fail-contact', text: 'The contact is final' },
        { value: 'pause-campaign', text: 'The campaign is paused' },
      ],
    },
    {
      name: 'after',
      label: REFUSAL_RULE.after.label,
      kind: 'text',
      placeholder: 'growing pauses',
      shownIn: isRetry,
    },
    {
      name: 'most',
      label: REFUSAL_RULE.most.label,
      kind: 'number',
      placeholder: `${REFUSAL_RULE.most.default}`,
      shownIn: ({ action }) => action !== 'pause-campaign',
    },
  ],
  first: { key: '', action: 'retry', after: '', most: '' },
  place: ({ key = '' }, _index, column) => (column === 'key' ? `/${key}` : `/${key}/${column}`),
  rowsOf: (value) =>
    Object.entries(value as Readonly<Record<string, Refusal>>).map(
      ([key, { action, after, most }]) => ({
        key,
        action,
        after: after ?? '',
        most: most === undefined ? '' : String(most),
      }),
    ),
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

export const isRowKind = (kind: RuleKind): kind is RowKind => kind in ROW_RULES;

/** Two rules for one code: only one of them can be sent. */
export function doubleKeys(rows: readonly FieldRow[]): string[] {
  const keys = rows.map(({ key = '' }) => key.trim());
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}
