import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { LeftOutRow } from '../../store/campaigns/import-store.ts';
import type { Store } from '../../store/store.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import {
  CONTACT_COLUMNS,
  LEFT_OUT_COLUMNS,
  OTHER_CAMPAIGN_NAME,
  UNREAD,
} from './rows/row-fields.ts';
import {
  INLINE_ROWS,
  ImportReportView,
  ImportView,
  importReportView,
  importView,
} from './import-view.ts';
import type { Cell } from '../http/csv/csv-cells.ts';
import { fileWord } from '../../domain/spreadsheets/file-word.ts';
import { CSV_FIELDS, writeCsv, type CsvForm } from '../http/csv/csv-writer.ts';
import { attachment, dayOf } from '../http/csv/file-names.ts';
import { NamesById } from '../http/csv/names-by-id.ts';
import { routes, routesOf } from '../http/routes.ts';
import { PageQuery, itemsOf, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { jsonAnswer } from '../http/schemas.ts';

const ImportParams = CampaignParams.extend({ importId: z.string().max(64) });

const { reads, changes } = routesOf('contacts');

export const importRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/campaigns/:campaignId/imports',
    reads('read', {
      operationId: 'listImports',
      summary: 'List the imports of a campaign, newest first',
      params: CampaignParams,
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of imports', ImportView) },
    }),
    async ({ params, query }) =>
      listAnswer(await store.imports(params.campaignId, pageRequest(query)), importView),
  );

  app.get(
    '/campaigns/:campaignId/imports/:importId',
    reads('read', {
      operationId: 'getImport',
      summary: 'Show the progress of an import and the outcome of its rows',
      params: ImportParams,
      response: { 200: jsonAnswer('The import', ImportReportView) },
    }),
    async ({ params }) => {
      const known = await store.import(params.campaignId, params.importId);
      const { items } = await store.leftOutRows(known.id, { limit: INLINE_ROWS });
      return importReportView(known, items, await store.leftOutReasons(known.id));
    },
  );

  app.post(
    '/campaigns/:campaignId/imports/:importId/undo',
    changes('operate', {
      operationId: 'undoImport',
      summary: 'Undo an import: those of its contacts that nobody has called leave the campaign',
      description:
        'They become final with `not-dialled` and the reason `withdrawn`, and lose number, name and row key, so that a corrected list ' +
        'can be imported. The first hundred leave before the answer, the others by and by: `undo.state` is then `open`. Pause a running ' +
        'campaign first: it is completed when no contact is left to call.',
      params: ImportParams,
      response: { 200: jsonAnswer('The import', ImportView) },
      problems: [409],
      forbids: 'campaign',
    }),
    async ({ params, idempotency }, reply) => {
      const { campaignId, importId: id } = params;
      const undone = await store.undoImport({ campaignId, id, nowMs: nowMs() }, idempotency);
      return importView(reply.answerOf(undone));
    },
  );

  app.get(
    '/campaigns/:campaignId/imports/:importId/rejected',
    reads('operate', {
      operationId: 'getLeftOutRows',
      summary: 'Download every row that was left out, with its reason, as CSV',
      description:
        'Safe to open in a spreadsheet: an apostrophe is put before text that would be a formula.',
      params: ImportParams,
      querystring: z.strictObject(CSV_FIELDS),
      response: {
        200: {
          description: 'The rows',
          content: {
            'text/csv': { schema: z.unknown().meta({ override: { type: 'string' } }) },
          },
        },
      },
    }),
    async ({ params, query }, reply) => {
      const { id, begunAtMs } = await store.import(params.campaignId, params.importId);
      const { name } = await store.campaign(params.campaignId);
      const file = ['left-out', fileWord(name) || params.campaignId, dayOf('UTC', begunAtMs)].join(
        '-',
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(`${file}.csv`))
        .send(leftOutCsv(store, id, query));
    },
  );
});

/** Texts that may look like numbers. */
const OWN: readonly string[] = ['number', 'name', 'row_key', 'agent_id'];
const AT_THE_END: readonly string[] = [UNREAD, OTHER_CAMPAIGN_NAME];
const COLUMNS = [
  ...LEFT_OUT_COLUMNS.filter((name) => !AT_THE_END.includes(name)),
  ...CONTACT_COLUMNS,
  ...AT_THE_END,
].map((name) => ({ name, ...(OWN.includes(name) && { kind: 'own' as const }) }));
const PAGE_ROWS = 500;

function leftOutCsv(store: Store, id: string, form: CsvForm): Readable {
  const campaigns = new NamesById((campaign) => store.campaign(campaign));
  async function* records() {
    for await (const row of itemsOf(PAGE_ROWS, (page) => store.leftOutRows(id, page))) {
      const record: Record<string, Cell> = recordOf(row);
      record[OTHER_CAMPAIGN_NAME] = await campaigns.of(row.other?.campaignId ?? null);
      yield COLUMNS.map(({ name }) => record[name]);
    }
  }
  return writeCsv(records(), COLUMNS, form);
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
