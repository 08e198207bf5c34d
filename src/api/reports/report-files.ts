/** What each report contains. The same file is sent as an answer, or written to the archive by a job. */
import { Readable } from 'node:stream';
import type * as z from 'zod';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { Page, PageRequest, Store } from '../../store/store.ts';
import { CallSelection, callFilter, callView } from '../calls/call-view.ts';
import { ContactQuery, contactFilter, contactView } from '../contacts/contact-list.ts';
import { CALL_COLUMNS } from './call-columns.ts';
import { CONTACT_REPORT_COLUMNS } from './contact-columns.ts';
import { recordingsZip } from './recordings-zip.ts';
import { csvOf, linesOf, REPORT_FIELDS, rowsOf, type OnRows } from './report-stream.ts';
import type { ReportColumn } from './report-columns.ts';

const PAGING = { limit: true, cursor: true } as const;
export const CallReportQuery = CallSelection.extend(REPORT_FIELDS);
export const ContactReportQuery = ContactQuery.omit(PAGING).extend(REPORT_FIELDS);
export const RecordingReportQuery = CallSelection.omit({ recording: true });

/** Stored with a job, as JSON. */
export type ReportRequest =
  | { report: 'calls'; query: z.infer<typeof CallReportQuery> }
  | { report: 'contacts'; campaignId: string; query: z.infer<typeof ContactReportQuery> }
  | { report: 'recordings'; query: z.infer<typeof RecordingReportQuery> };

interface FileForm {
  name: string;
  /** Content type. */
  type: string;
}

export interface ReportFile extends FileForm {
  body: Readable;
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;

export function fileForm(request: ReportRequest): FileForm {
  const { report, query } = request;
  if (report === 'recordings') return { name: 'recordings.zip', type: 'application/zip' };
  const ofCampaign = report === 'contacts' ? `-${request.campaignId}` : '';
  return { name: `${report}${ofCampaign}.${query.format}`, type: TYPES[query.format] };
}

export interface ReportDeps {
  store: Pick<Store, 'calls' | 'contacts' | 'campaign' | 'storedRecording'>;
  recordings: Pick<RecordingArchive, 'open'>;
  settings: { currency: string | null };
}

/**
 * @param onRows called with the number of rows read so far
 * @throws StoreRefusal not-found
 */
export async function openReport(
  deps: ReportDeps,
  request: ReportRequest,
  onRows: OnRows = () => undefined,
): Promise<ReportFile> {
  return { ...fileForm(request), body: await bodyOf(deps, request, onRows) };
}

async function bodyOf(deps: ReportDeps, request: ReportRequest, onRows: OnRows): Promise<Readable> {
  const { store, settings } = deps;
  switch (request.report) {
    case 'calls': {
      const filter = callFilter(request.query);
      const view = (call: Call) => callView(call, settings.currency);
      const rows = rowsOf(
        viewed((page) => store.calls({ filter }, page), view),
        onRows,
      );
      return tableOf(CALL_COLUMNS, rows, request.query);
    }
    case 'contacts': {
      const { campaignId, query } = request;
      await store.campaign(campaignId);
      const input = { campaignId, filter: contactFilter(query) };
      const rows = rowsOf(
        viewed((page) => store.contacts(input, page), contactView),
        onRows,
      );
      return tableOf(CONTACT_REPORT_COLUMNS, rows, query);
    }
    case 'recordings': {
      const filter = callFilter({ ...request.query, recording: 'stored' });
      const calls = rowsOf<Call>((page) => store.calls({ filter }, page), onRows);
      return recordingsZip(deps, calls);
    }
    default:
      return request satisfies never;
  }
}

const tableOf = <View extends object>(
  columns: readonly ReportColumn<View>[],
  rows: AsyncIterable<View>,
  query: z.infer<typeof CallReportQuery> | z.infer<typeof ContactReportQuery>,
): Readable =>
  query.format === 'csv' ? csvOf(rows, columns, query) : Readable.from(linesOf(rows));

function viewed<Item, View>(
  pages: (page: PageRequest) => Promise<Page<Item>>,
  view: (item: Item) => View,
): (page: PageRequest) => Promise<Page<View>> {
  return async (request) => {
    const { items, ...page } = await pages(request);
    return { ...page, items: items.map(view) };
  };
}
