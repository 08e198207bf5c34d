/** Which fields each report has, and the request that its form makes. */
import type { Schemas } from '../../../client/client.ts';

export type Report = Schemas['ReportJob']['report'];

const OF_CALLS = [
  'campaign',
  'agent',
  'number',
  'default_country',
  'from',
  'to',
  'state',
  'disposition',
  'settlement',
  'outcome',
] as const;
const OF_TABLES = ['format', 'for', 'zone', 'delimiter', 'decimal', 'bom'] as const;

/** The names are those of the API, and of the page's address. */
export type ReportField =
  (typeof OF_CALLS)[number] | (typeof OF_TABLES)[number] | 'recording' | 'reason' | 'data' | 'by';
export type ReportValues = Partial<Record<ReportField, string>>;

export const REPORTS: Record<
  Report,
  { name: string; contains: string; fields: readonly ReportField[] }
> = {
  calls: {
    name: 'Calls',
    contains: 'One row for each call, with its times, outcome and cost.',
    fields: [...OF_CALLS, 'recording', ...OF_TABLES],
  },
  contacts: {
    name: 'Contacts of a campaign',
    contains: 'One row for each contact, with its state and why it is in it.',
    fields: ['campaign', 'state', 'reason', 'disposition', 'data', ...OF_TABLES],
  },
  recordings: {
    name: 'Recordings',
    contains: 'A ZIP file of the stored recordings, with an index of the calls.',
    fields: [...OF_CALLS, 'for', 'zone'],
  },
  shifts: {
    name: 'Shifts',
    contains: 'What each agent did, span by span, for at most 31 days.',
    fields: ['from', 'to', 'agent', ...OF_TABLES],
  },
  costs: {
    name: 'Costs',
    contains: 'Sums of calls, talk time and cost.',
    fields: ['by', 'from', 'to', 'campaign', 'agent', ...OF_TABLES],
  },
};

export const isReport = (name: string | null): name is Report =>
  name !== null && Object.hasOwn(REPORTS, name);

/** Whether a report cannot be written without the field. */
export const isNeeded = (report: Report, field: ReportField): boolean =>
  report === 'contacts' && field === 'campaign';

/** What most reports are about. The other fields are folded. */
export const isFirst = (report: Report, field: ReportField): boolean =>
  field === 'from' || field === 'to' || field === 'by' || isNeeded(report, field);

/** Fields that only CSV has. */
const OF_CSV: readonly ReportField[] = ['for', 'delimiter', 'decimal', 'bom'];
/** What CSV for programs has; for Excel its language says it. */
const OF_PLAIN_CSV: readonly ReportField[] = ['delimiter', 'decimal', 'bom'];
/** The value of `for` that is chosen for programs. It is not sent. */
export const FOR_PROGRAMS = 'programs';

export const shownFields = (report: Report, values: ReportValues): ReportField[] =>
  REPORTS[report].fields.filter(
    (field) =>
      (values.format !== 'ndjson' || !OF_CSV.includes(field)) &&
      (values.for === FOR_PROGRAMS || !OF_PLAIN_CSV.includes(field)),
  );

/** The query of the request: the fields of the report that have a value. */
export function reportQuery(report: Report, values: ReportValues): ReportValues {
  const sent = shownFields(report, values).filter(
    (field) =>
      values[field] &&
      !(field === 'for' && values[field] === FOR_PROGRAMS) &&
      !(report === 'contacts' && field === 'campaign'),
  );
  return Object.fromEntries(sent.map((field) => [field, values[field]]));
}
