/** Routes of the codes by which people say what a call led to. */
import * as z from 'zod';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { wholeList, wholeListAnswer } from '../http/answers/pages.ts';
import { routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import {
  CodeId,
  codeOf,
  OutcomeCodeInput,
  outcomeCodeTag,
  OutcomeCodeView,
  outcomeCodeView,
} from './outcome-code-view.ts';

const CodeParams = z.object({ codeId: CodeId });

const { reads, changes } = routesOf('outcomes');

export const outcomeCodeRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/outcome-codes',
    reads('read', {
      operationId: 'listOutcomeCodes',
      summary: 'List the outcome codes, deleted ones too',
      response: { 200: wholeListAnswer('The codes', OutcomeCodeView) },
    }),
    async () => wholeList(await store.outcomeCodes(), outcomeCodeView),
  );

  app.put(
    '/outcome-codes/:codeId',
    changes(
      'operate',
      {
        operationId: 'putOutcomeCode',
        summary: 'Create or change an outcome code',
        description:
          'Calls that have the code keep what followed from it. A deleted code is there again.',
        params: CodeParams,
        headers: WriteHeaders,
        body: OutcomeCodeInput,
        response: { 200: taggedAnswer('The code', OutcomeCodeView) },
      },
      { neverMissing: true },
    ),
    async (request, reply) => {
      const precondition = ifMatch(request, outcomeCodeTag);
      const code = codeOf(request.params.codeId, request.body);
      const input = { code, precondition, nowMs: nowMs() };
      const put = reply.answerOf(await store.putOutcomeCode(input, request.idempotency));
      reply.header('etag', outcomeCodeTag(put));
      return outcomeCodeView(put);
    },
  );

  app.delete(
    '/outcome-codes/:codeId',
    changes('operate', {
      operationId: 'deleteOutcomeCode',
      summary: 'Delete an outcome code; calls keep it',
      params: CodeParams,
      response: { 200: jsonAnswer('The code', OutcomeCodeView) },
    }),
    async (request, reply) => {
      const input = { id: request.params.codeId, nowMs: nowMs() };
      return outcomeCodeView(
        reply.answerOf(await store.deleteOutcomeCode(input, request.idempotency)),
      );
    },
  );
});
