import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { Call } from '../../store/calls/call-store.ts';
import type { Page, PageRequest } from '../../store/store.ts';
import { CallQuery, callFilter, callView } from '../calls/call-view.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { ContactQuery, contactFilter, contactView } from '../contacts/contact-list.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { problems } from '../http/schemas.ts';
import { CALL_COLUMNS } from './call-columns.ts';
import { CONTACT_REPORT_COLUMNS } from './contact-columns.ts';
import { recordingsZip } from './recordings-zip.ts';
import { REPORT_FIELDS, ReportsAtOnce, rowsOf, sendReport } from './report-stream.ts';

const PAGING = { limit: true, cursor: true } as const;
const CallSelection = CallQuery.omit(PAGING);

const tags = ['reports'];
const MOST_AT_ONCE = 4;

const text = { schema: z.unknown().meta({ override: { type: 'string' } }) };
const REPORT = {
  200: {
    description: 'The report',
    content: { 'text/csv': text, 'application/x-ndjson': text },
  },
};
const DESCRIPTION =
  'Streamed, of any length. Times are in UTC; columns that end in `_local` show them in `zone`. The CSV is safe to open ' +
  'in a spreadsheet: an apostrophe is put before text that would be a formula. A connection that breaks before the end ' +
  'means that the report is not complete.';

export const reportRoutes =
  ({ store, recordings, settings: { currency } }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const atOnce = new ReportsAtOnce(MOST_AT_ONCE);
    app.addHook('preClose', async () => atOnce.cut());

    app.get(
      '/reports/calls',
      {
        // The answer to HEAD would read the whole report.
        exposeHeadRoute: false,
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'reportCalls',
          summary: 'Download calls as CSV or NDJSON',
          description: DESCRIPTION,
          querystring: CallSelection.extend(REPORT_FIELDS),
          response: { ...REPORT, ...problems(401, 404, 422, 503) },
        },
      },
      async ({ query }, reply) => {
        const filter = callFilter(query);
        atOnce.begin(reply);
        const pages = viewed(
          (page) => store.calls({ filter }, page),
          (call) => callView(call, currency),
        );
        return sendReport(reply, { name: 'calls', columns: CALL_COLUMNS, pages }, query);
      },
    );

    app.get(
      '/reports/campaigns/:campaignId/contacts',
      {
        exposeHeadRoute: false,
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'reportContacts',
          summary: 'Download the contacts of a campaign as CSV or NDJSON',
          description: DESCRIPTION,
          params: CampaignParams,
          querystring: ContactQuery.omit(PAGING).extend(REPORT_FIELDS),
          response: { ...REPORT, ...problems(401, 404, 422, 503) },
        },
      },
      async ({ params: { campaignId }, query }, reply) => {
        await store.campaign(campaignId);
        const input = { campaignId, filter: contactFilter(query) };
        atOnce.begin(reply);
        const pages = viewed((page) => store.contacts(input, page), contactView);
        const name = `contacts-${campaignId}`;
        return sendReport(reply, { name, columns: CONTACT_REPORT_COLUMNS, pages }, query);
      },
    );

    app.get(
      '/reports/recordings',
      {
        exposeHeadRoute: false,
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'reportRecordings',
          summary: 'Download the stored recordings of calls as a ZIP file',
          description:
            'Streamed. Its last file, `index.csv`, lists the calls with sizes and SHA-256, and the recordings that ' +
            'were deleted from where they are kept.',
          querystring: CallSelection.omit({ recording: true }),
          response: {
            200: {
              description: 'The recordings',
              content: {
                'application/zip': {
                  schema: z.any().meta({ override: { type: 'string', format: 'binary' } }),
                },
              },
            },
            ...problems(401, 404, 422, 503),
          },
        },
      },
      async ({ query }, reply) => {
        const filter = callFilter({ ...query, recording: 'stored' });
        atOnce.begin(reply);
        const calls = rowsOf<Call>((page) => store.calls({ filter }, page));
        return reply
          .type('application/zip')
          .header('content-disposition', 'attachment; filename="recordings.zip"')
          .send(recordingsZip({ store, recordings }, calls));
      },
    );
  };

function viewed<Item, View>(
  pages: (page: PageRequest) => Promise<Page<Item>>,
  view: (item: Item) => View,
): (page: PageRequest) => Promise<Page<View>> {
  return async (request) => {
    const { items, ...page } = await pages(request);
    return { ...page, items: items.map(view) };
  };
}
