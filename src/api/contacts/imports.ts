import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { LeftOutRow } from '../../store/campaigns/import-store.ts';
import type { Store } from '../../store/store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { CONTACT_COLUMNS, LEFT_OUT_COLUMNS, UNREAD } from './contact-rows.ts';
import {
  INLINE_ROWS,
  ImportReportView,
  ImportView,
  importReportView,
  importView,
} from './import-view.ts';
import {
  PageQuery,
  jsonAnswer,
  listAnswer,
  listOf,
  pageRequest,
  problems,
} from '../http/schemas.ts';

const ImportParams = CampaignParams.extend({ importId: z.string().max(64) });

const tags = ['contacts'];

export const importRoutes =
  ({ store }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/campaigns/:campaignId/imports',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'listImports',
          summary: 'List the imports of a campaign, newest first',
          params: CampaignParams,
          querystring: PageQuery,
          response: {
            200: jsonAnswer('A page of imports', listOf(ImportView)),
            ...problems(401, 404, 422),
          },
        },
      },
      async ({ params, query }) =>
        listAnswer(await store.imports(params.campaignId, pageRequest(query)), importView),
    );

    app.get(
      '/campaigns/:campaignId/imports/:importId',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'getImport',
          summary: 'Show the progress of an import and the outcome of its rows',
          params: ImportParams,
          response: { 200: jsonAnswer('The import', ImportReportView), ...problems(401, 404) },
        },
      },
      async ({ params }) => {
        const known = await store.import(params.campaignId, params.importId);
        const { items } = await store.leftOutRows(known.id, { limit: INLINE_ROWS });
        return importReportView(known, items, await store.leftOutReasons(known.id));
      },
    );

    app.get(
      '/campaigns/:campaignId/imports/:importId/rejected',
      {
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'getLeftOutRows',
          summary: 'Download every row that was left out, with its reason, as CSV',
          description:
            'Safe to open in a spreadsheet: an apostrophe is put before text that would be a formula.',
          params: ImportParams,
          response: {
            200: {
              description: 'The rows',
              content: {
                'text/csv': { schema: z.unknown().meta({ override: { type: 'string' } }) },
              },
            },
            ...problems(401, 404),
          },
        },
      },
      async ({ params }, reply) => {
        const { id } = await store.import(params.campaignId, params.importId);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="left-out-${id}.csv"`)
          .send(leftOutCsv(store, id));
      },
    );
  };

const COLUMNS = [...LEFT_OUT_COLUMNS.slice(0, -1), ...CONTACT_COLUMNS, UNREAD];
const PAGE_ROWS = 500;

function leftOutCsv(store: Store, id: string): Readable {
  async function* records() {
    let after: string | undefined;
    do {
      const page = await store.leftOutRows(id, { limit: PAGE_ROWS, after });
      yield* page.items.map(recordOf);
      after = page.next;
    } while (after !== undefined);
  }
  const csv = stringify({ header: true, columns: COLUMNS, escape_formulas: true });
  return Readable.from(records()).compose(csv) as Readable;
}

const recordOf = ({ line, outcome, field, reason, other, written }: LeftOutRow) => ({
  ...written,
  line,
  outcome,
  field,
  reason,
  other_campaign: other?.campaignId,
  other_contact: other?.contact,
});
