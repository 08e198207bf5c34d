/** Which reports there are, and what is asked for. */
import * as z from 'zod';
import { CallSelection } from '../calls/call-view.ts';
import { ContactQuery } from '../contacts/contact-list.ts';
import { GivenInstant } from '../http/schemas.ts';
import { CostsQuery } from '../statistics/statistics.ts';
import { FOR_FIELD } from '../http/csv/csv-writer.ts';
import { REPORT_FIELDS, ZONE_FIELD } from './report-stream.ts';

const PAGING = { limit: true, cursor: true } as const;
export const CallReportQuery = CallSelection.extend(REPORT_FIELDS);
export const ContactReportQuery = ContactQuery.omit(PAGING).extend(REPORT_FIELDS);
/** Its index is CSV. */
export const RecordingReportQuery = CallSelection.omit({ recording: true }).extend({
  ...ZONE_FIELD,
  ...FOR_FIELD,
});

export const ShiftReportQuery = z.strictObject({
  from: GivenInstant.optional().meta({ description: 'Left out: 24 hours before `to`.' }),
  to: GivenInstant.optional().meta({ description: 'Left out: now.' }),
  agent: z.string().min(1).max(64).optional(),
  ...REPORT_FIELDS,
});
export const CostReportQuery = CostsQuery.extend(REPORT_FIELDS);

/** Stored with a job, as JSON. */
export type ReportRequest =
  | { report: 'calls'; query: z.infer<typeof CallReportQuery> }
  | { report: 'contacts'; campaignId: string; query: z.infer<typeof ContactReportQuery> }
  | { report: 'recordings'; query: z.infer<typeof RecordingReportQuery> }
  | { report: 'shifts'; query: z.infer<typeof ShiftReportQuery> }
  | { report: 'costs'; query: z.infer<typeof CostReportQuery> };

export const REPORTS = [
  'calls',
  'contacts',
  'recordings',
  'shifts',
  'costs',
] as const satisfies ReportRequest['report'][];

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;

export const fileType = ({ report, query }: ReportRequest): string =>
  report === 'recordings' ? 'application/zip' : TYPES[query.format];
