import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { Suppression, SuppressionList } from '../store/suppression-store.ts';
import type { ResourceDeps } from './api-deps.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import { requireNumber } from './phone-number.ts';
import { readNumbers, rowsBody, takeRowStreams } from './row-bodies.ts';
import {
  Instant,
  PageQuery,
  iso,
  isoOrNull,
  jsonAnswer,
  listAnswer,
  listOf,
  pageRequest,
  problems,
} from './wire.ts';

const ListId = z.string().regex(/^[\w-]{1,64}$/, 'needs 1 to 64 letters, digits, _ or -');
const ListParams = z.object({ listId: ListId });
const EntryParams = ListParams.extend({ number: z.string().max(40) });

const ListInput = z
  .strictObject({ name: z.string().trim().min(1).max(200) })
  .meta({ id: 'SuppressionListInput' });
const Until = z.iso
  .datetime({ offset: true })
  .nullish()
  .meta({ description: 'From then on the number may be called again; left out: never.' });
const EntryInput = z.strictObject({ until: Until }).nullish();

const ListView = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: Instant,
    numbers: z.int().meta({ description: 'Entries that have not expired.' }),
  })
  .meta({ id: 'SuppressionList' });
const EntryView = z
  .object({ number: z.string(), until: Instant.nullable(), added_at: Instant })
  .meta({ id: 'Suppression' });
const ReportView = z.object({
  rows_read: z.int(),
  added: z.int(),
  known: z.int().meta({ description: 'On the list before, or twice in the rows.' }),
  rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
});

const tags = ['suppressions'];

export const suppressionRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    for (const routes of [listRoutes, entryRoutes, importRoute]) await app.register(routes(deps));
  };

const listRoutes =
  ({ store, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/suppressions',
      {
        schema: {
          tags,
          operationId: 'listSuppressionLists',
          summary: 'The suppression lists',
          response: {
            200: jsonAnswer('The lists', z.object({ data: z.array(ListView) })),
            ...problems(401),
          },
        },
      },
      async () => ({ data: (await store.suppressionLists(nowMs())).map(listView) }),
    );

    app.put(
      '/suppressions/:listId',
      {
        schema: {
          tags,
          operationId: 'putSuppressionList',
          summary: 'Make a suppression list, or rename it',
          description: 'Checked at every claim and again right before each POST.',
          params: ListParams,
          headers: IdempotencyHeaders,
          body: ListInput,
          response: { 200: jsonAnswer('The list', ListView), ...problems(400, 401, 422) },
        },
      },
      async (request, reply) => {
        const { listId: id } = request.params;
        const input = { id, name: request.body.name, nowMs: nowMs() };
        return listView(answerOf(await store.putSuppressionList(input, onceKey(request)), reply));
      },
    );

    app.delete(
      '/suppressions/:listId',
      {
        schema: {
          tags,
          operationId: 'dropSuppressionList',
          summary: 'Take a list away, with all its entries',
          params: ListParams,
          headers: IdempotencyHeaders,
          response: {
            200: jsonAnswer('Gone', z.object({ id: z.string() })),
            ...problems(401, 404, 422),
          },
        },
      },
      async (request, reply) =>
        answerOf(await store.dropSuppressionList(request.params.listId, onceKey(request)), reply),
    );
  };

const entryRoutes =
  ({ store, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/suppressions/:listId/numbers',
      {
        schema: {
          tags,
          operationId: 'listSuppressions',
          summary: 'The entries of a list, by number',
          params: ListParams,
          querystring: PageQuery,
          response: {
            200: jsonAnswer('A page of entries', listOf(EntryView)),
            ...problems(401, 404, 422),
          },
        },
      },
      async ({ params: { listId }, query }) =>
        listAnswer(await store.suppressions(listId, pageRequest(query)), entryView),
    );

    app.put(
      '/suppressions/:listId/numbers/:number',
      {
        schema: {
          tags,
          operationId: 'suppressNumber',
          summary: 'Suppress one number; no POST to it leaves from the answer on',
          params: EntryParams,
          headers: IdempotencyHeaders,
          body: EntryInput,
          response: {
            200: jsonAnswer(
              'Suppressed',
              z.object({ number: z.string(), until: Instant.nullable() }),
            ),
            ...problems(400, 401, 404, 422),
          },
        },
      },
      async (request, reply) => {
        const number = requireNumber(request.params.number);
        const untilMs = millisOf(request.body?.until);
        const input = { list: request.params.listId, numbers: [number], untilMs, nowMs: nowMs() };
        answerOf(await store.suppress(input, onceKey(request)), reply);
        return { number, until: isoOrNull(untilMs) };
      },
    );

    app.delete(
      '/suppressions/:listId/numbers/:number',
      {
        schema: {
          tags,
          operationId: 'unsuppressNumber',
          summary: 'Take one number off a list',
          params: EntryParams,
          headers: IdempotencyHeaders,
          response: {
            200: jsonAnswer('Gone', z.object({ number: z.string() })),
            ...problems(401, 404, 422),
          },
        },
      },
      async (request, reply) => {
        const number = requireNumber(request.params.number);
        const input = { list: request.params.listId, number };
        return answerOf(await store.unsuppress(input, onceKey(request)), reply);
      },
    );
  };

const importRoute =
  ({ store, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    takeRowStreams(app);
    app.post(
      '/suppressions/:listId/numbers',
      {
        schema: {
          tags,
          operationId: 'importSuppressions',
          summary: 'Add many numbers, as CSV, NDJSON or JSON',
          description:
            'Read as contacts are, of which only the number counts. Rows that cannot be used are listed.',
          params: ListParams,
          headers: IdempotencyHeaders,
          querystring: z.object({ until: Until }),
          body: rowsBody,
          response: {
            200: jsonAnswer('What became of the rows', ReportView),
            ...problems(400, 401, 404, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        const { numbers, rejected } = await readNumbers(request);
        const input = {
          list: request.params.listId,
          numbers,
          untilMs: millisOf(request.query.until),
          nowMs: nowMs(),
        };
        const report = answerOf(await store.suppress(input, onceKey(request)), reply);
        return { rows_read: numbers.length + rejected.length, ...report, rejected };
      },
    );
  };

const millisOf = (instant: string | null | undefined): number | null =>
  instant == null ? null : Date.parse(instant);

const listView = ({ createdAtMs, ...list }: SuppressionList): z.infer<typeof ListView> => ({
  ...list,
  created_at: iso(createdAtMs),
});

const entryView = ({ number, untilMs, addedAtMs }: Suppression): z.infer<typeof EntryView> => ({
  number,
  until: isoOrNull(untilMs),
  added_at: iso(addedAtMs),
});
