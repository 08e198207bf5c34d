/** The fields of a row, and how a row that was left out is shown. */
import * as z from 'zod';
import { dataKeyOf, MOST_DATA_CHARACTERS } from '../../../domain/contacts/details.ts';
import { MOST_OF_PERSON } from '../../../domain/contacts/next-number.ts';
import type { RowFault } from '../../../store/campaigns/import-store.ts';
import { fieldErrors } from '../../http/problem.ts';
import { numbersWritten } from './row-numbers.ts';

export const CONTACT_COLUMNS = [
  'number',
  'name',
  'row_key',
  'zone',
  'agent_id',
  'not_before',
  'not_after',
  'calling_code',
  'do_not_call',
  'suppress',
  'country',
  'region',
  'postal_code',
  'number_label',
  'person_key',
  'company',
  'language',
  'data',
] as const;
/** Titles that are known by themselves. `data` is none, because it is a date in other languages. */
export const KNOWN_TITLES: readonly string[] = CONTACT_COLUMNS.filter((name) => name !== 'data');
/** What a row of JSON may have besides. */
const FIELDS = [...CONTACT_COLUMNS, 'further_numbers'];
/** The column that holds the text of a row that could not be split into columns. */
export const UNREAD = 'unread';
export const OTHER_CAMPAIGN_NAME = 'other_campaign_name';

/** What the list of left-out rows has in addition to their own columns. */
export const LEFT_OUT_COLUMNS = [
  'line',
  'outcome',
  'field',
  'reason',
  'other_campaign',
  'other_contact',
  UNREAD,
  OTHER_CAMPAIGN_NAME,
] as const;

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `longer than ${longest} characters`)
    .nullish()
    .transform((value) => (value === '' ? null : (value ?? null)));

const NOT_AN_INSTANT = 'must be an instant with its offset, such as 2026-11-21T09:30:00+01:00';
const instant = text(64)
  .pipe(z.iso.datetime({ offset: true, error: NOT_AN_INSTANT }).nullable())
  .transform((value) => (value === null ? null : Date.parse(value)));

const Flag = z.union([z.boolean().transform(String), text(200)], 'must say yes or no');

const FurtherNumber = z.strictObject({
  number: z.string('number is missing'),
  number_label: text(50),
});

const TOO_MUCH_DATA = `data has more than ${MOST_DATA_CHARACTERS} characters`;
/** In a table, JSON. */
const Data = z
  .preprocess(
    (value) => (typeof value === 'string' ? parsedJson(value) : value),
    z
      .record(
        z.string().min(1).max(64),
        z.union(
          [z.string(), z.number(), z.boolean(), z.null()],
          'must be a text, a number, true, false or null',
        ),
        'must be an object, such as {"plan": "gold"}',
      )
      .nullish(),
  )
  .transform((data) => (data == null || Object.keys(data).length === 0 ? null : data))
  .refine((data) => JSON.stringify(data).length <= MOST_DATA_CHARACTERS, TOO_MUCH_DATA);

function parsedJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const ContactRow = z.strictObject({
  number: z.string('number is missing'),
  number_label: text(50),
  person_key: text(100),
  company: text(200),
  language: text(35),
  data: Data,
  further_numbers: z
    .array(FurtherNumber)
    .max(MOST_OF_PERSON - 1, `more than ${MOST_OF_PERSON - 1} further numbers`)
    .nullish(),
  name: text(200),
  row_key: text(200),
  zone: text(1_000),
  agent_id: text(64),
  not_before: instant,
  not_after: instant,
  calling_code: text(8),
  do_not_call: Flag,
  suppress: Flag,
  country: text(100),
  region: text(100),
  postal_code: text(20),
});
export type RowData = z.infer<typeof ContactRow>;

/** Does not quote the field's name: in a row without field names, a person's name may be in its place. */
const UNKNOWN_FIELD = {
  pointer: '#',
  detail: `has an unknown field; known fields: ${FIELDS.join(', ')}`,
};

export function faultOf(error: z.ZodError): RowFault {
  const faults = error.issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? [UNKNOWN_FIELD] : fieldErrors(issue)))
    .map(({ pointer = '', detail }) => ({ field: pointer.replace(/^#\/?/, ''), detail }));
  const reason = faults
    .map(({ field, detail }) =>
      field === '' || detail.startsWith(field) ? detail : `${field}: ${detail}`,
    )
    .join('; ');
  return { field: faults[0]?.field || null, reason };
}

/** Columns of a table such as `data.plan` are fields of `data`. */
export function withData(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  if (!Object.keys(row).some((column) => dataKeyOf(column))) return row;
  const fields = Object.entries(row).map(([column, value]) => ({
    column,
    key: dataKeyOf(column),
    value: value as unknown,
  }));
  const others = fields.filter(({ key }) => key === undefined);
  const data = fields.filter(({ key, value }) => key !== undefined && value !== '');
  return {
    ...Object.fromEntries(others.map(({ column, value }) => [column, value])),
    data: Object.fromEntries(data.map(({ key, value }) => [key, value])),
  };
}

const isPlain = (data: unknown): data is object =>
  typeof data === 'object' &&
  data !== null &&
  Object.values(data).every((value) => typeof value !== 'object' || value === null);

/** The columns as text, for the person who corrects the row. */
export function writtenIn(row: unknown): Record<string, string> {
  if (typeof row !== 'object' || row === null) return { [UNREAD]: shown(row) };
  const written: Record<string, string> = {};
  for (const column of CONTACT_COLUMNS) {
    const value: unknown = Object.hasOwn(row, column) ? Reflect.get(row, column) : undefined;
    if (value !== undefined && value !== null && value !== '') written[column] = shown(value);
  }
  const data: unknown = Reflect.get(row, 'data');
  if (isPlain(data)) written['data'] = JSON.stringify(data);
  const number = numbersWritten(row, written['number']);
  return number === '' ? written : { ...written, number };
}

// Lists and objects are left out, because they may be nested too deep for JSON.stringify.
function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? '' : JSON.stringify(value);
}
