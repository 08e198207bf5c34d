import * as z from 'zod';
import { whyNotComparable } from '../../domain/reconciliation/reconciliation.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { newId } from '../temporal/new-id.ts';
import { Problem } from '../http/problem.ts';
import {
  ReconciliationSummaryView,
  ReconciliationView,
  reconciliationSummaryView,
  reconciliationView,
} from './reconciliation-view.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { GivenInstant, jsonAnswer } from '../http/schemas.ts';

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

const { reads, changes } = routesOf('reconciliations');

export const reconciliationRoutes = parts(() => [askRoute, readRoutes]);

/** Writes the row first: if Temporal cannot be reached, the sweep starts the comparison. */
const askRoute = routes((app, { store, gateway, background, settings, nowMs }) => {
  app.post(
    '/reconciliations',
    changes('operate', {
      operationId: 'reconcile',
      summary: 'Compare the carrier\u2019s call records of a span with our calls',
      description:
        'Settles calls whose cost never came, and closes unknown calls that a record proves. A repeat changes nothing more.',
      body: ReconciliationInput,
      response: { 202: jsonAnswer('Requested; read it until it is done', ReconciliationView) },
      problems: [409],
    }),
    async (request, reply) => {
      const why = whyNotComparable(settings.carrierProfile.operations['cdr']?.read);
      if (why !== undefined) {
        const detail = `There are no call records to compare: ${why}.`;
        throw new Problem({ status: 409, code: 'call_records_not_declared', detail });
      }
      const { from, to } = request.body;
      const span = { fromMs: Date.parse(from), toMs: Date.parse(to) };
      const input = { id: newId('r'), ...span, nowMs: nowMs() };
      const asked = reply.answerOf(await store.openReconciliation(input, request.idempotency));
      background.run('starting a reconciliation', () => gateway.reconcile(asked.id));
      const location = `/v1/reconciliations/${asked.id}`;
      return reply
        .code(202)
        .header('location', location)
        .send(reconciliationView(asked, settings.currency));
    },
  );
});

const readRoutes = routes((app, { store, settings: { currency } }) => {
  app.get(
    '/reconciliations',
    reads('read', {
      operationId: 'listReconciliations',
      summary:
        'List comparisons with the carrier\u2019s call records, newest first, without their lists',
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of comparisons', ReconciliationSummaryView) },
    }),
    async ({ query }) =>
      listAnswer(await store.reconciliations(pageRequest(query)), (one) =>
        reconciliationSummaryView(one, currency),
      ),
  );

  app.get(
    '/reconciliations/:reconciliationId',
    reads('read', {
      operationId: 'getReconciliation',
      summary: 'Show the result of a comparison',
      params: ReconciliationParams,
      response: { 200: jsonAnswer('The comparison', ReconciliationView) },
    }),
    async ({ params }) =>
      reconciliationView(await store.reconciliation(params.reconciliationId), currency),
  );
});
