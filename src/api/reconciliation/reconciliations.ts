import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import { whyNotComparable } from '../../domain/reconciliation/reconciliation.ts';
import { DAY_MS } from '../../domain/zone.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { IdempotencyHeaders, answerOf, idempotencyKeyOf } from '../http/idempotency.ts';
import { newId } from '../temporal/new-id.ts';
import { Problem } from '../http/problem.ts';
import {
  ReconciliationSummaryView,
  ReconciliationView,
  reconciliationSummaryView,
  reconciliationView,
} from './reconciliation-view.ts';
import {
  GivenInstant,
  PageQuery,
  jsonAnswer,
  listAnswer,
  listOf,
  pageRequest,
  problems,
} from '../http/schemas.ts';

const MOST_DAYS = 31;

const ReconciliationInput = z
  .strictObject({ from: GivenInstant, to: GivenInstant })
  // The negation lets invalid instants pass: the field's own rule reports them.
  .refine(({ from, to }) => !(Date.parse(from) >= Date.parse(to)), {
    path: ['to'],
    message: 'must be later than `from`',
  })
  .refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) > MOST_DAYS * DAY_MS), {
    path: ['to'],
    message: `must be at most ${MOST_DAYS} days after \`from\``,
  })
  .meta({ id: 'ReconciliationInput' });

const ReconciliationParams = z.object({ reconciliationId: z.string().max(64) });

const tags = ['reconciliations'];

export const reconciliationRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    await app.register(askRoute(deps));
    await app.register(readRoutes(deps));
  };

/** Writes the row first: if Temporal cannot be reached, the sweep starts the comparison. */
const askRoute =
  ({ store, gateway, background, settings, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/reconciliations',
      {
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'reconcile',
          summary: 'Compare the carrier\u2019s call records of a span with our calls',
          description:
            'Settles calls whose cost never came, and closes unknown calls that a record proves. A repeat changes nothing more.',
          headers: IdempotencyHeaders,
          body: ReconciliationInput,
          response: {
            202: jsonAnswer('Requested; read it until it is done', ReconciliationView),
            ...problems(401, 409),
          },
        },
      },
      async (request, reply) => {
        const why = whyNotComparable(settings.carrierProfile.operations['cdr']?.read);
        if (why !== undefined) {
          const detail = `There are no call records to compare: ${why}.`;
          throw new Problem({ status: 409, code: 'call_records_not_declared', detail });
        }
        const { from, to } = request.body;
        const span = { fromMs: Date.parse(from), toMs: Date.parse(to) };
        const input = { id: newId('r'), ...span, nowMs: nowMs() };
        const asked = answerOf(
          await store.openReconciliation(input, idempotencyKeyOf(request)),
          reply,
        );
        background.run('starting a reconciliation', () => gateway.reconcile(asked.id));
        const location = `/v1/reconciliations/${asked.id}`;
        return reply
          .code(202)
          .header('location', location)
          .send(reconciliationView(asked, settings.currency));
      },
    );
  };

const readRoutes =
  ({ store, settings: { currency } }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/reconciliations',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'listReconciliations',
          summary:
            'List comparisons with the carrier\u2019s call records, newest first, without their lists',
          querystring: PageQuery,
          response: {
            200: jsonAnswer('A page of comparisons', listOf(ReconciliationSummaryView)),
            ...problems(401, 404),
          },
        },
      },
      async ({ query }) =>
        listAnswer(await store.reconciliations(pageRequest(query)), (one) =>
          reconciliationSummaryView(one, currency),
        ),
    );

    app.get(
      '/reconciliations/:reconciliationId',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'getReconciliation',
          summary: 'Show the result of a comparison',
          params: ReconciliationParams,
          response: {
            200: jsonAnswer('The comparison', ReconciliationView),
            ...problems(401, 404),
          },
        },
      },
      async ({ params }) =>
        reconciliationView(await store.reconciliation(params.reconciliationId), currency),
    );
  };
