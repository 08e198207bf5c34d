/** Routes that erase a person. The server's own loop does the work (run-erasures.ts). */
import * as z from 'zod';
import { requireNumber } from '../contacts/numbers/requested-number.ts';
import { inJson } from '../http/answers/in-json.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { newId } from '../temporal/new-id.ts';
import {
  AllowedView,
  ErasureInput,
  ErasurePreviewView,
  ErasureView,
  NumberInput,
  allowedView,
  erasureView,
  subjectOf,
} from './erasure-view.ts';

const ErasureParams = z.object({ erasureId: z.string().max(64) });

const { reads, changes } = routesOf('privacy');

export const erasureRoutes = parts(() => [eraseRoutes, readRoutes, allowRoute]);

const eraseRoutes = routes((app, { store, nowMs }) => {
  app.post(
    '/privacy/erase',
    changes('admin', {
      operationId: 'erasePerson',
      forbids: 'account',
      summary: 'Erase a person, by number or row key',
      description:
        'From the answer on, nobody dials the number: not in any campaign, and not after another import. Names, numbers, row keys, ' +
        'bodies of webhooks and recordings are erased in batches after that; calls, costs and counts stay. If a call of the person is ' +
        'live, the erasure waits for its end. Read it until it is done.',
      body: ErasureInput,
      response: { 202: jsonAnswer('Requested', ErasureView) },
      problems: [404, 409],
    }),
    async (request, reply) => {
      const input = { id: newId('e'), subject: subjectOf(request.body), nowMs: nowMs() };
      const begun = reply.answerOf(await store.beginErasure(input, request.idempotency));
      reply.code(202).header('location', `/v1/privacy/erasures/${begun.id}`);
      return erasureView(begun);
    },
  );

  app.post(
    '/privacy/erase/preview',
    reads('admin', {
      operationId: 'previewErasure',
      summary: 'Show what would be erased; changes nothing',
      description:
        'Texts that quote the number (the audit, left-out rows of imports and others) are found only by the erasure.',
      body: ErasureInput,
      response: { 200: jsonAnswer('What was found', ErasurePreviewView) },
      problems: [404],
    }),
    async ({ body }) => inJson(await store.previewErasure(subjectOf(body))),
  );
});

const readRoutes = routes((app, { store }) => {
  app.get(
    '/privacy/erasures',
    reads('admin', {
      operationId: 'listErasures',
      summary: 'List erasures, newest first, without numbers',
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of erasures', ErasureView) },
    }),
    async ({ query }) => listAnswer(await store.erasures(pageRequest(query)), erasureView),
  );

  app.get(
    '/privacy/erasures/:erasureId',
    reads('admin', {
      operationId: 'getErasure',
      summary: 'Show how far an erasure is, and what it has erased',
      params: ErasureParams,
      response: { 200: jsonAnswer('The erasure', ErasureView) },
    }),
    async ({ params }) => erasureView(await store.erasure(params.erasureId)),
  );
});

const allowRoute = routes((app, { store, nowMs }) => {
  app.post(
    '/privacy/allow',
    changes('admin', {
      operationId: 'allowErasedNumber',
      summary: 'Allow calls to an erased number again, because the person asks for them',
      description:
        'The number is on the suppression lists again that held it before its erasure, or to which it was added since: the ' +
        'answer names them. Campaigns that use these lists do not call it until it is taken off them ' +
        '(`DELETE /v1/suppressions/{listId}/numbers/{number}`). Caps count the calls from now on, since those before were erased.',
      body: NumberInput,
      response: { 200: jsonAnswer('Allowed', AllowedView) },
      problems: [404, 409],
    }),
    async (request, reply) => {
      const input = { number: requireNumber(request.body.number), nowMs: nowMs() };
      return allowedView(reply.answerOf(await store.allowErasedNumber(input, request.idempotency)));
    },
  );
});
