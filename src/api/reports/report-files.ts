/** What each report contains. The same file is sent as an answer, or written to the archive by a job. */
import { Readable } from 'node:stream';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { Page, PageRequest } from '../../store/requests.ts';
import { spanOf } from '../agents/agent-times.ts';
import { callFilter, type CallViewSettings } from '../calls/call-view.ts';
import { viewCalls } from '../calls/view-calls.ts';
import { contactFilter, contactView } from '../contacts/contact-list.ts';
import { costs, type FigureDeps } from '../statistics/statistics.ts';
import { CALL_COLUMNS } from './call-columns.ts';
import { CONTACT_REPORT_COLUMNS } from './contact-columns.ts';
import { COST_COLUMNS } from './cost-columns.ts';
import { recordingsZip } from './recordings-zip.ts';
import { csvOf, linesOf, rowsOf, type OnRows } from './report-stream.ts';
import type { CsvOptions, ReportColumn } from './report-columns.ts';
import { NamesById } from '../http/csv/names-by-id.ts';
import { reportFileName } from './report-file-name.ts';
import { fileType, type ReportRequest } from './report-request.ts';
import { SHIFT_COLUMNS, shiftRows } from './shift-rows.ts';

export interface ReportFile {
  name: string;
  /** Content type. */
  type: string;
  body: Readable;
}

export interface ReportDeps extends FigureDeps {
  settings: CallViewSettings;
  recordings: Pick<RecordingArchive, 'open'>;
}

/**
 * Checks what a job would only find out later.
 * @throws Problem; StoreRefusal not-found
 */
export async function checkReport(deps: ReportDeps, request: ReportRequest): Promise<void> {
  const { store, nowMs } = deps;
  switch (request.report) {
    case 'contacts':
      return void (await store.campaign(request.campaignId));
    case 'shifts':
      spanOf(request.query, nowMs());
      return request.query.agent === undefined
        ? undefined
        : void (await store.agent(request.query.agent));
    case 'costs':
      return void (await costs(deps, request.query));
    case 'calls':
    case 'recordings':
      return void callFilter(request.query);
    default:
      return request satisfies never;
  }
}

/**
 * @param onRows called with the number of rows read so far
 * @throws Problem; StoreRefusal not-found
 */
export async function openReport(
  deps: ReportDeps,
  request: ReportRequest,
  onRows: OnRows = () => undefined,
): Promise<ReportFile> {
  const name = await reportFileName(deps.store, request, deps.nowMs());
  return { name, type: fileType(request), body: await bodyOf(deps, request, onRows) };
}

async function bodyOf(deps: ReportDeps, request: ReportRequest, onRows: OnRows): Promise<Readable> {
  const { store } = deps;
  switch (request.report) {
    case 'calls': {
      const filter = callFilter(request.query);
      const page = async (wanted: PageRequest) => {
        const { items, ...rest } = await store.calls({ filter }, wanted);
        return { ...rest, items: await viewCalls(deps, items) };
      };
      const rows = rowsOf(page, onRows);
      if (request.query.format === 'ndjson') return Readable.from(linesOf(rows));
      return csvOf(rows, CALL_COLUMNS, request.query);
    }
    case 'contacts': {
      const { campaignId, query } = request;
      const { name: campaign } = await store.campaign(campaignId);
      const input = { campaignId, filter: contactFilter(query) };
      const rows = rowsOf(
        viewed((page) => store.contacts(input, page), contactView),
        onRows,
      );
      if (query.format === 'ndjson') return Readable.from(linesOf(rows));
      const agents = new NamesById((id) => store.agent(id));
      async function* named() {
        for await (const row of rows) {
          const agent = await agents.of(row.agent_id);
          yield { ...row, campaign_id: campaignId, campaign_name: campaign, agent_name: agent };
        }
      }
      return csvOf(named(), CONTACT_REPORT_COLUMNS, query);
    }
    case 'recordings': {
      const filter = callFilter({ ...request.query, recording: 'stored' });
      const calls = rowsOf<Call>((page) => store.calls({ filter }, page), onRows);
      return recordingsZip(deps, calls, request.query);
    }
    case 'shifts':
      await checkReport(deps, request);
      return tableOf(SHIFT_COLUMNS, shiftRows(deps, request.query, onRows), request.query);
    case 'costs': {
      const { data } = await costs(deps, request.query);
      onRows(data.length);
      const rows = data.map((row) => ({ ...row, currency: deps.settings.currency }));
      return tableOf(COST_COLUMNS, rows, request.query);
    }
    default:
      return request satisfies never;
  }
}

type TableQuery = CsvOptions & { format: 'csv' | 'ndjson' };

const tableOf = <View extends object>(
  columns: readonly ReportColumn<View>[],
  rows: AsyncIterable<View> | Iterable<View>,
  query: TableQuery,
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
