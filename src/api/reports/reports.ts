/** Reports as answers, which are streamed. `report-jobs.ts` has those that are written in the background. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { LONGEST_DAYS } from '../agents/agent-times.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { routes, routesOf } from '../http/routes.ts';
import { NoBody, jsonAnswer } from '../http/schemas.ts';
import { newId } from '../temporal/new-id.ts';
import { checkReport, openReport } from './report-files.ts';
import { CostReportQuery } from './report-request.ts';
import { ShiftReportQuery } from './report-request.ts';
import { RecordingReportQuery } from './report-request.ts';
import { ContactReportQuery } from './report-request.ts';
import { CallReportQuery } from './report-request.ts';
import type { ReportRequest } from './report-request.ts';
import { ReportJobView, reportJobView } from './report-job-view.ts';
import { attachment } from '../http/csv/file-names.ts';
import { ReportsAtOnce } from './report-stream.ts';

const { reads, changes } = routesOf('reports');
const MOST_AT_ONCE = 4;

const text = { schema: z.unknown().meta({ override: { type: 'string' } }) };
const TABLE = { 'text/csv': text, 'application/x-ndjson': text };
const ZIP = {
  'application/zip': { schema: z.any().meta({ override: { type: 'string', format: 'binary' } }) },
};
/** Every form that a report can have. */
export const REPORT_FILES = { ...TABLE, ...ZIP };
const ABOUT_TABLES =
  'Streamed, of any length. Times are in UTC; columns that end in `_local` show them in `zone`. The CSV is safe to open ' +
  'in a spreadsheet: an apostrophe is put before text that would be a formula or another number, such as a phone number ' +
  'with its plus; an import takes it away. With `delimiter=semicolon` the decimal mark is a comma; `for` chooses all that Excel needs in a ' +
  'country. A connection that breaks before the end means that the report is not complete.';
const ABOUT_RECORDINGS =
  'Streamed. Its last file, `index.csv`, lists the calls with sizes and SHA-256, and the recordings that were deleted ' +
  'from where they are kept.';
const ABOUT_JOBS =
  'For reports that take long. The file is kept for a day. Read the job until its `state` is `done` or `failed`, every ' +
  'second or less often.';

const ROUTES = [
  {
    report: 'calls',
    path: '/reports/calls',
    id: 'Calls',
    what: 'calls as CSV or NDJSON',
    description: ABOUT_TABLES,
    params: z.object({}),
    querystring: CallReportQuery,
    content: TABLE,
  },
  {
    report: 'contacts',
    path: '/reports/campaigns/:campaignId/contacts',
    id: 'Contacts',
    what: 'the contacts of a campaign as CSV or NDJSON',
    description: ABOUT_TABLES,
    params: CampaignParams,
    querystring: ContactReportQuery,
    content: TABLE,
  },
  {
    report: 'recordings',
    path: '/reports/recordings',
    id: 'Recordings',
    what: 'the stored recordings of calls as a ZIP file',
    description: ABOUT_RECORDINGS,
    params: z.object({}),
    querystring: RecordingReportQuery,
    content: ZIP,
  },
  {
    report: 'shifts',
    path: '/reports/shifts',
    id: 'Shifts',
    what: 'what agents did, span by span, as CSV or NDJSON',
    description: `${ABOUT_TABLES} Agents in the order of their ids, deleted ones left out, at most ${LONGEST_DAYS} days.`,
    params: z.object({}),
    querystring: ShiftReportQuery,
    content: TABLE,
  },
  {
    report: 'costs',
    path: '/reports/costs',
    id: 'Costs',
    what: 'costs by month, campaign or agent as CSV or NDJSON',
    description: `${ABOUT_TABLES} The rows of \`GET /v1/costs\`.`,
    params: z.object({}),
    querystring: CostReportQuery,
    content: TABLE,
  },
] as const;

export const reportRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;
  const atOnce = new ReportsAtOnce(MOST_AT_ONCE);
  app.addHook('preClose', async () => atOnce.cut());

  for (const { report, path, id, what, description, params, querystring, content } of ROUTES) {
    app.get(
      path,
      {
        // The answer to HEAD would read the whole report.
        exposeHeadRoute: false,
        ...reads('operate', {
          operationId: `report${id}`,
          summary: `Download ${what}`,
          description,
          params,
          querystring,
          response: { 200: { description: 'The report', content } },
          problems: [503],
        }),
      },
      async (request, reply) => {
        atOnce.begin(reply);
        return sendFile(reply, await openReport(deps, requestOf(report, request)));
      },
    );

    app.post(
      path,
      changes('operate', {
        operationId: `report${id}InBackground`,
        summary: `Write ${what} in the background`,
        description: ABOUT_JOBS,
        params,
        querystring,
        body: NoBody,
        response: { 202: jsonAnswer('Accepted; read the job until it is done', ReportJobView) },
        problems: [409],
      }),
      async (request, reply) => {
        const wanted = requestOf(report, request);
        await checkReport(deps, wanted);
        const input = { id: newId('rp'), request: JSON.stringify(wanted), nowMs: nowMs() };
        const job = reply.answerOf(await store.createReportJob(input, request.idempotency));
        return reply
          .code(202)
          .header('location', `/v1/report-jobs/${job.id}`)
          .send(reportJobView(job));
      },
    );
  }
});

/** The query was read by the schema of its own report. */
const requestOf = (
  report: ReportRequest['report'],
  { params, query }: { params: object; query: object },
) => ({ report, ...params, query }) as ReportRequest;

export const sendFile = (
  reply: FastifyReply,
  { name, type, body }: Awaited<ReturnType<typeof openReport>>,
): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', attachment(name))
    // If reading fails on the way, the connection breaks, so that no client takes a part for the whole.
    .send(body);
