import * as z from 'zod';
import { goodUntilMs, type RegistryCopy } from '../../domain/contacts/suppression.ts';
import { DAY_MS } from '../../domain/zone.ts';
import type { SuppressionList } from '../../store/campaigns/suppression-store.ts';
import { CAMPAIGN_STATES } from '../../domain/campaigns/campaign-state.ts';
import type { NumberSuppressions, RemovedList } from '../../store/campaigns/suppression-store.ts';
import { signalMove } from '../campaigns/campaigns.ts';
import { inJson } from '../http/answers/in-json.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import {
  NUMBER_QUERY,
  NumberParams,
  requireNumber,
  requireSearched,
} from './numbers/requested-number.ts';
import { Problem } from '../http/problem.ts';
import { EntryInput, ListId, ListParams, Until } from './suppression-input.ts';
import { suppressPersonRoute } from './suppress-person.ts';
import { readNumbers, rowsBody, takeRowStreams } from './row-bodies.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { Instant, iso, isoOrNull, jsonAnswer, millisOrNull } from '../http/schemas.ts';

const EntryParams = ListParams.extend(NumberParams.shape);

const ListInput = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    registry_copy: z
      .strictObject({
        as_of: z.iso.datetime({ offset: true }).meta({ description: 'When the copy was made.' }),
        max_age_days: z.int().min(1).max(3_650).meta({
          description: 'How old it may be when people are called.',
        }),
      })
      .nullish()
      .meta({
        description:
          'Of a list that is a copy of a registry: once it is too old, the campaigns that it counts for pause. Null: it is none; ' +
          'left out: as it was.',
      }),
  })
  .meta({ id: 'SuppressionListInput' });

const ListView = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: Instant,
    numbers: z.int().meta({ description: 'Number of entries, including expired ones.' }),
    version: z.int().meta({
      description:
        'Number of its last change, counted over all lists. A decision keeps the versions that it asked.',
    }),
    registry_copy: z
      .object({
        as_of: Instant,
        max_age_days: z.number(),
        good_until: Instant.meta({
          description: 'After it the campaigns that the list counts for call nobody.',
        }),
      })
      .nullable()
      .meta({ description: 'Null: it is no copy of a registry.' }),
  })
  .meta({ id: 'SuppressionList' });
const EntryView = z
  .object({ number: z.string(), until: Instant.nullable(), added_at: Instant })
  .meta({ id: 'Suppression' });
const NumberView = z
  .object({
    number: z.string(),
    erased: z.boolean().meta({
      description: 'The person was erased or is being erased: no campaign dials the number.',
    }),
    data: z
      .array(
        z.object({
          list_id: z.string(),
          list_name: z.string(),
          until: Instant.nullable(),
          added_at: Instant,
        }),
      )
      .meta({ description: 'By list, including expired entries.' }),
  })
  .meta({ id: 'NumberSuppressions' });
const ReportView = z.object({
  rows_read: z.int(),
  added: z.int(),
  known: z.int().meta({ description: 'Already on the list, or twice in the rows.' }),
  erased: z.int().meta({
    description:
      'Numbers of erased persons. The list keeps only hashes of them, and holds them again after `POST /v1/privacy/allow`.',
  }),
  rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
});

const RemovalQuery = z.strictObject({
  replace_with: ListId.optional().meta({
    description: 'The list that replaces it in the policies that name it.',
  }),
  force: ListId.optional().meta({
    description: 'The id of the list again: it is removed although campaigns use it.',
  }),
});
const RemovedView = z.object({
  id: z.string(),
  campaigns: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z.enum(CAMPAIGN_STATES),
        suppression_lists: z.array(z.string()).nullable(),
      }),
    )
    .meta({ description: 'The campaigns that used the list, in their new state.' }),
});

function copyOf(
  copy: NonNullable<z.infer<typeof ListInput>['registry_copy']> | null,
): RegistryCopy | null {
  if (copy === null) return null;
  return { asOfMs: Date.parse(copy.as_of), maxAgeMs: copy.max_age_days * DAY_MS };
}

function listView(list: SuppressionList): z.infer<typeof ListView> {
  const { asOfMs, maxAgeMs, ...rest } = list;
  const copy = asOfMs === null || maxAgeMs === null ? null : { asOfMs, maxAgeMs };
  return {
    ...inJson(rest),
    registry_copy: copy && {
      as_of: iso(copy.asOfMs),
      max_age_days: copy.maxAgeMs / DAY_MS,
      good_until: iso(goodUntilMs(copy)),
    },
  };
}

const { reads, changes } = routesOf('suppressions');

export const suppressionRoutes = parts(() => [
  listRoutes,
  entryRoutes,
  suppressPersonRoute,
  numberRoute,
  importRoute,
]);

const listRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;
  app.get(
    '/suppressions',
    reads('read', {
      operationId: 'listSuppressionLists',
      summary: 'List the suppression lists',
      response: { 200: jsonAnswer('The lists', z.object({ data: z.array(ListView) })) },
    }),
    async () => ({ data: (await store.suppressionLists()).map(listView) }),
  );

  app.put(
    '/suppressions/:listId',
    changes(
      'operate',
      {
        operationId: 'putSuppressionList',
        summary: 'Create or rename a suppression list',
        description: 'The list is checked at every claim and again just before each POST.',
        params: ListParams,
        body: ListInput,
        response: { 200: jsonAnswer('The list', ListView) },
      },
      { neverMissing: true },
    ),
    async (request, reply) => {
      const { listId: id } = request.params;
      const { name, registry_copy: copy } = request.body;
      const input = { id, name, ...(copy !== undefined && { copy: copyOf(copy) }), nowMs: nowMs() };
      return listView(reply.answerOf(await store.putSuppressionList(input, request.idempotency)));
    },
  );

  app.delete(
    '/suppressions/:listId',
    changes('operate', {
      operationId: 'dropSuppressionList',
      forbids: 'account',
      summary: 'Remove a list with all its entries',
      description:
        'While campaigns that are not over name it, or use every list and it has entries, the answer is 409 and names ' +
        'them. The list is out of use as soon as the answer is sent; the entries of a long one are deleted after it. `replace_with` puts another list in its place; `force` pauses the campaigns that name it.',
      params: ListParams,
      querystring: RemovalQuery,
      response: { 200: jsonAnswer('Gone', RemovedView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { listId: id } = request.params;
      const { replace_with: replaceWith = null, force } = request.query;
      if (force !== undefined && force !== id) throw otherForced(id);
      const removal = { id, replaceWith, forced: force === id, nowMs: nowMs() };
      const removed = reply.answerOf(await store.dropSuppressionList(removal, request.idempotency));
      for (const campaign of removed.campaigns) signalMove(deps, campaign);
      return removedView(removed);
    },
  );
});

const entryRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/suppressions/:listId/numbers',
    reads('read', {
      operationId: 'listSuppressions',
      summary: 'List the entries of a list, by number',
      params: ListParams,
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of entries', EntryView) },
    }),
    async ({ params: { listId }, query }) =>
      listAnswer(await store.suppressions(listId, pageRequest(query)), inJson),
  );

  app.put(
    '/suppressions/:listId/numbers/:number',
    changes('operate', {
      operationId: 'suppressNumber',
      forbids: 'number',
      summary: 'Suppress one number; after the answer, no POST to it is sent',
      params: EntryParams,
      body: EntryInput,
      response: {
        200: jsonAnswer('Suppressed', z.object({ number: z.string(), until: Instant.nullable() })),
      },
    }),
    async (request, reply) => {
      const number = requireNumber(request.params.number);
      const untilMs = millisOrNull(request.body?.until);
      const input = { list: request.params.listId, numbers: [number], untilMs, nowMs: nowMs() };
      reply.answerOf(await store.suppress(input, request.idempotency));
      return { number, until: isoOrNull(untilMs) };
    },
  );

  app.delete(
    '/suppressions/:listId/numbers/:number',
    changes('operate', {
      operationId: 'unsuppressNumber',
      summary: 'Remove one number from a list',
      params: EntryParams,
      response: { 200: jsonAnswer('Gone', z.object({ number: z.string() })) },
    }),
    async (request, reply) => {
      const number = requireNumber(request.params.number);
      const input = { list: request.params.listId, number };
      reply.answerOf(await store.unsuppress(input, request.idempotency));
      return { number };
    },
  );
});

const numberRoute = routes((app, { store }) => {
  app.get(
    '/numbers/:number/suppressions',
    reads(
      'read',
      {
        operationId: 'listSuppressionsOfNumber',
        summary: 'List the suppression lists that a number is on, and since when',
        params: NumberParams,
        querystring: z.strictObject({ default_country: NUMBER_QUERY.default_country }),
        response: { 200: jsonAnswer('The entries of the number', NumberView) },
      },
      { neverMissing: true },
    ),
    async ({ params, query }) => {
      const number = requireSearched(params.number, query.default_country);
      return numberView(number, await store.suppressionsOf(number));
    },
  );
});

const importRoute = routes((app, { store, nowMs }) => {
  takeRowStreams(app);
  app.post(
    '/suppressions/:listId/numbers',
    changes('operate', {
      operationId: 'importSuppressions',
      forbids: 'account',
      summary: 'Add many numbers, as CSV, NDJSON or JSON',
      description:
        'Read as contacts are, of which only the number counts. Rows that cannot be used are listed. Each number counts ' +
        'as soon as it is added; the answer comes when all are added. If no answer comes, send the request again: with the same ' +
        'idempotency key it continues, and the answer covers all rows.',
      params: ListParams,
      querystring: z.object({ until: Until }),
      body: rowsBody,
      response: { 200: jsonAnswer('What became of the rows', ReportView) },
    }),
    async (request, reply) => {
      const { numbers, rejected } = await readNumbers(request);
      const input = {
        list: request.params.listId,
        numbers,
        untilMs: millisOrNull(request.query.until),
        nowMs: nowMs(),
      };
      const report = reply.answerOf(await store.suppress(input, request.idempotency));
      return { rows_read: numbers.length + rejected.length, ...report, rejected };
    },
  );
});

const removedView = ({ id, campaigns }: RemovedList): z.infer<typeof RemovedView> => ({
  id,
  campaigns: campaigns.map(inJson),
});

const otherForced = (id: string): Problem => {
  const detail = `must repeat the id of the list: ${id}`;
  return new Problem({
    status: 422,
    code: 'invalid_request',
    detail: `force ${detail}.`,
    errors: [{ parameter: 'force', detail }],
  });
};

const numberView = (
  number: string,
  { erased, entries }: NumberSuppressions,
): z.infer<typeof NumberView> => ({
  number,
  erased,
  data: entries.map(({ list, ...entry }) => ({ list_id: list, ...inJson(entry) })),
});
