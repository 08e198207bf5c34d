import type { WebhookEndpoint } from '../../store/events/endpoint-store.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import {
  PageQuery,
  listAnswer,
  pageAnswer,
  pageRequest,
  wholeList,
  wholeListAnswer,
} from '../http/answers/pages.ts';
import { jsonAnswer, NoBody } from '../http/schemas.ts';
import { newId } from '../temporal/new-id.ts';
import {
  checkedUrl,
  EndpointParams,
  wakeEndpoint,
  deliveryView,
  DeliveryView,
  EditedEndpointView,
  endpointAfter,
  EndpointEdit,
  EndpointInput,
  endpointTag,
  endpointView,
  EndpointView,
  NewEndpointView,
  newSecret,
} from './endpoint-view.ts';
import { replayRoute, rotateRoute, testRoute } from './endpoint-orders.ts';

const { reads, changes } = routesOf('webhook endpoints');

/** Where events are sent. Only admins may see them, because a URL may contain a token. */
export const endpointRoutes = parts(() => [
  createRoute,
  readRoutes,
  editRoute,
  removeRoute,
  stateRoute('enable'),
  stateRoute('disable'),
  rotateRoute,
  replayRoute,
  testRoute,
]);

const createRoute = routes((app, deps) => {
  app.post(
    '/webhook-endpoints',
    changes('admin', {
      operationId: 'addWebhookEndpoint',
      summary: 'Add an endpoint that gets events by HTTP; its secret is shown only in this answer',
      description:
        'It gets events from now on, in the order of their ids, one request for each, signed by Standard Webhooks 1.0. A ' +
        'secret whose answer was lost cannot be shown again: rotate it.',
      body: EndpointInput,
      response: { 201: taggedAnswer('Added', NewEndpointView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { url, description, types } = request.body;
      checkedUrl(url, deps.settings.webhookOrigins);
      const secret = newSecret();
      const settings = { url, description, types };
      const input = { id: newId('we'), ...settings, secret, nowMs: deps.nowMs() };
      const written = await deps.store.addEndpoint(input, request.idempotency);
      const added = reply.answerOf(written);
      wakeEndpoint(deps, added);
      reply.code(201).header('location', `/v1/webhook-endpoints/${added.id}`);
      reply.header('etag', endpointTag(added));
      return { ...endpointView(added), secret: written.replayed ? null : secret };
    },
  );
});

const readRoutes = routes((app, { store }) => {
  app.get(
    '/webhook-endpoints',
    reads('admin', {
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints, with why one fails or is disabled',
      response: { 200: wholeListAnswer('The endpoints', EndpointView) },
    }),
    async () => wholeList(await store.endpoints(), endpointView),
  );

  app.get(
    '/webhook-endpoints/:endpointId',
    reads('admin', {
      operationId: 'getWebhookEndpoint',
      summary: 'Show a webhook endpoint',
      params: EndpointParams,
      response: { 200: taggedAnswer('The endpoint', EndpointView) },
    }),
    async ({ params }, reply) => {
      const endpoint = await store.endpoint(params.endpointId);
      reply.header('etag', endpointTag(endpoint));
      return endpointView(endpoint);
    },
  );

  app.get(
    '/webhook-endpoints/:endpointId/deliveries',
    reads('admin', {
      operationId: 'listWebhookDeliveries',
      summary: 'List the last 200 requests to an endpoint, newest first',
      params: EndpointParams,
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of requests', DeliveryView) },
    }),
    async ({ params, query }) =>
      listAnswer(await store.deliveries(params.endpointId, pageRequest(query)), deliveryView),
  );
});

const editRoute = routes((app, deps) => {
  app.patch(
    '/webhook-endpoints/:endpointId',
    changes('admin', {
      operationId: 'editWebhookEndpoint',
      summary: 'Change the URL, description or types of a webhook endpoint',
      description: `${MERGE_PATCH_RULE} Another URL is tried at once.`,
      params: EndpointParams,
      headers: WriteHeaders,
      body: patchBody(EndpointEdit),
      response: { 200: taggedAnswer('The endpoint', EditedEndpointView) },
    }),
    async (request, reply) => {
      const { webhookOrigins } = deps.settings;
      const input = {
        id: request.params.endpointId,
        change: (known: WebhookEndpoint) => endpointAfter(known, request.body, webhookOrigins),
        precondition: ifMatch(request, endpointTag),
        nowMs: deps.nowMs(),
      };
      const { removed, ...endpoint } = reply.answerOf(
        await deps.store.editEndpoint(input, request.idempotency),
      );
      wakeEndpoint(deps, endpoint);
      reply.header('etag', endpointTag(endpoint));
      return { ...endpointView(endpoint), removed: [...removed] };
    },
  );
});

const removeRoute = routes((app, { store, nowMs }) => {
  app.delete(
    '/webhook-endpoints/:endpointId',
    changes('admin', {
      operationId: 'removeWebhookEndpoint',
      summary: 'Delete a webhook endpoint with its log; a request that is under way is not stopped',
      params: EndpointParams,
      response: { 200: jsonAnswer('The endpoint as it was', EndpointView) },
    }),
    async (request, reply) => {
      const input = { id: request.params.endpointId, nowMs: nowMs() };
      return endpointView(reply.answerOf(await store.removeEndpoint(input, request.idempotency)));
    },
  );
});

const stateRoute = (move: 'enable' | 'disable') =>
  routes((app, deps) => {
    app.post(
      `/webhook-endpoints/:endpointId/${move}`,
      changes('admin', {
        operationId: `${move}WebhookEndpoint`,
        summary:
          move === 'enable'
            ? 'Enable a webhook endpoint, or try one that fails again at once'
            : 'Disable a webhook endpoint: nothing is sent until it is enabled',
        description:
          move === 'enable'
            ? 'It gets what was written since its `position` and is still kept.'
            : 'Its events are kept for DIALWRIGHT_EVENTS_DAYS, as all events are.',
        params: EndpointParams,
        body: NoBody,
        response: { 200: jsonAnswer('The endpoint', EndpointView) },
      }),
      async (request, reply) => {
        const state = move === 'enable' ? ('enabled' as const) : ('disabled' as const);
        const input = { id: request.params.endpointId, state, nowMs: deps.nowMs() };
        const endpoint = reply.answerOf(
          await deps.store.setEndpointState(input, request.idempotency),
        );
        wakeEndpoint(deps, endpoint);
        return endpointView(endpoint);
      },
    );
  });
