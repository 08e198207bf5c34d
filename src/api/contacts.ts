import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import { mayDial } from '../domain/campaign-state.ts';
import type { CampaignId } from '../domain/ids.ts';
import type { ResourceDeps } from './api-deps.ts';
import { readRowBodies } from './bodies.ts';
import { CampaignParams } from './campaigns.ts';
import { LARGEST_ROWS_BYTES, readRows, rowsBody } from './row-bodies.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import { jsonAnswer, problems } from './wire.ts';

const ImportReportView = z
  .object({
    rows_read: z.int().meta({ description: 'accepted + duplicates + rejected' }),
    accepted: z.int(),
    duplicates: z.array(
      z.object({
        line: z.int(),
        reason: z.string(),
        contact: z.int().meta({ description: 'Position of the contact that was there first.' }),
      }),
    ),
    rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
    first_contact: z.int().nullable(),
  })
  .meta({ id: 'ImportReport' });

export const contactRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    readRowBodies(app);
    app.post(
      '/campaigns/:campaignId/contacts',
      {
        bodyLimit: LARGEST_ROWS_BYTES,
        schema: {
          tags: ['contacts'],
          operationId: 'addContacts',
          summary: 'Add contacts, as CSV, NDJSON or JSON',
          description:
            'Columns or fields: `number` (needed; international, with `+` or `00`), `name`, ' +
            '`row_key`. CSV has a header line and `,` or `;` between fields. Rows that cannot be ' +
            'used are listed in the answer, and the others are added.',
          params: CampaignParams,
          headers: IdempotencyHeaders,
          body: rowsBody,
          response: {
            200: jsonAnswer('What became of each row', ImportReportView),
            ...problems(400, 401, 404, 409, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        const { campaignId: id } = request.params;
        const { contacts, rejected } = await readRows(request);
        const input = { id, contacts, nowMs: deps.nowMs() };
        const report = answerOf(await deps.store.addContacts(input, onceKey(request)), reply);
        if (report.accepted > 0) tellAppended(deps, id);
        return {
          rows_read: report.accepted + report.duplicates.length + rejected.length,
          accepted: report.accepted,
          duplicates: report.duplicates,
          rejected,
          first_contact: report.firstContact,
        };
      },
    );
  };

function tellAppended({ store, gateway, bestEffort }: ResourceDeps, id: CampaignId): void {
  bestEffort.run(`telling campaign ${id} of its new contacts`, async () => {
    const { state } = await store.campaign(id);
    if (mayDial(state)) await gateway.wakeCampaign(id);
  });
}
