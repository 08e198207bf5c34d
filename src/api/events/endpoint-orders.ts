/** What can be asked of a webhook endpoint besides edits: another secret, a replay, a test. */
import * as z from 'zod';
import { parseEventId } from '../../domain/events/event.ts';
import { inJson } from '../http/answers/in-json.ts';
import { routes, routesOf } from '../http/routes.ts';
import { Problem } from '../http/problem.ts';
import { Duration, durationMs, jsonAnswer, NoBody } from '../http/schemas.ts';
import {
  EndpointParams,
  endpointView,
  EndpointView,
  NewEndpointView,
  newSecret,
  wakeEndpoint,
} from './endpoint-view.ts';
import { EventIdText } from './event-view.ts';

const { reads, changes } = routesOf('webhook endpoints');

const RotateInput = z
  .strictObject({
    overlap: Duration.default('24h').meta({
      description: 'For so long requests are signed with both secrets; at most 30d.',
    }),
  })
  .meta({ id: 'RotateSecretInput' });

export const rotateRoute = routes((app, { store, nowMs }) => {
  app.post(
    '/webhook-endpoints/:endpointId/rotate-secret',
    changes('admin', {
      operationId: 'rotateWebhookSecret',
      summary: 'Make a new secret; it is shown only in this answer',
      description:
        'Until the old secret expires, requests have a signature of each, so that the receiver can change over.',
      params: EndpointParams,
      body: RotateInput,
      response: { 200: jsonAnswer('The endpoint with its new secret', NewEndpointView) },
    }),
    async (request, reply) => {
      const secret = newSecret();
      const atMs = nowMs();
      const input = {
        id: request.params.endpointId,
        secret,
        oldUntilMs: atMs + durationMs(request.body.overlap),
        nowMs: atMs,
      };
      const written = await store.rotateSecret(input, request.idempotency);
      const endpoint = reply.answerOf(written);
      return { ...endpointView(endpoint), secret: written.replayed ? null : secret };
    },
  );
});

const ReplayInput = z
  .strictObject({
    from: EventIdText.meta({ description: 'The first event.', example: 'evt_1000' }),
    to: EventIdText.optional().meta({
      description: 'The last event. Left out: the last one that was sent.',
      example: 'evt_1042',
    }),
  })
  .meta({ id: 'ReplayInput' });

export const replayRoute = routes((app, deps) => {
  app.post(
    '/webhook-endpoints/:endpointId/replay',
    changes('admin', {
      operationId: 'replayWebhookEvents',
      summary: 'Send events again, with the same ids',
      description:
        'In order, and in turn with new events. One replay at a time. Events that are not kept any more: 410.',
      params: EndpointParams,
      body: ReplayInput,
      response: { 200: jsonAnswer('The endpoint', EndpointView) },
      problems: [409, 410],
    }),
    async (request, reply) => {
      const { from, to } = request.body;
      const input = {
        id: request.params.endpointId,
        from: parseEventId(from)!,
        to: to === undefined ? undefined : parseEventId(to),
        nowMs: deps.nowMs(),
      };
      const endpoint = reply.answerOf(await deps.store.replayEvents(input, request.idempotency));
      wakeEndpoint(deps, endpoint);
      return endpointView(endpoint);
    },
  );
});

const TestView = z
  .object({
    status: z.int().nullable(),
    failure: z.string().nullable().meta({ description: 'Null: delivered.' }),
    duration_ms: z.int(),
  })
  .meta({ id: 'WebhookTest' });

export const testRoute = routes((app, { store, gateway }) => {
  app.post(
    '/webhook-endpoints/:endpointId/test',
    reads('admin', {
      operationId: 'testWebhookEndpoint',
      summary: 'Send one event of the type webhook.test, and show the answer',
      description: 'Also to an endpoint that is disabled. A worker sends it once.',
      params: EndpointParams,
      body: NoBody,
      response: { 200: jsonAnswer('What came of it', TestView) },
      problems: [503],
    }),
    async ({ params }) => {
      const { id } = await store.endpoint(params.endpointId);
      const tested = await gateway.testWebhook(id).catch(() => null);
      if (tested === null) throw noTest();
      return inJson(tested);
    },
  );
});

const noTest = () =>
  new Problem({
    status: 503,
    code: 'no_worker',
    detail:
      'No worker has sent the test event: none serves `bookkeeping`, or Temporal cannot be reached. `dialwright doctor` says which.',
    headers: { 'retry-after': '30' },
  });
