/** Routes of what is recorded of persons' consent: events by number, which are never changed. */
import * as z from 'zod';
import {
  NUMBER_QUERY,
  NumberParams,
  requireNumber,
  requireSearched,
} from '../contacts/numbers/requested-number.ts';
import { numberIn, readNumberRows, rowsBody, takeRowStreams } from '../contacts/row-bodies.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import {
  CONSENT_FIELDS,
  ConsentInput,
  ConsentView,
  consentView,
  newConsent,
} from './consent-view.ts';

const { reads, changes } = routesOf('consents');

export const consentRoutes = parts(() => [ofNumberRoutes, importRoute]);

const ofNumberRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/numbers/:number/consents',
    reads(
      'read',
      {
        operationId: 'listConsents',
        summary: 'List what is recorded of the consent of a number, the newest first',
        params: NumberParams,
        querystring: z.strictObject({ default_country: NUMBER_QUERY.default_country }),
        response: {
          200: jsonAnswer(
            'The events',
            z.object({ number: z.string(), data: z.array(ConsentView) }),
          ),
        },
      },
      { neverMissing: true },
    ),
    async ({ params, query }) => {
      const number = requireSearched(params.number, query.default_country);
      return { number, data: (await store.consentsOf(number)).map(consentView) };
    },
  );

  app.post(
    '/numbers/:number/consents',
    changes(
      'operate',
      {
        operationId: 'recordConsent',
        forbids: 'number',
        summary: 'Record a consent, an objection or a relation of the person with a number',
        description:
          'It is added and never changed: a later event stands for what the person wants now. After the answer to an objection, ' +
          'no POST of a campaign that it counts for is sent to the number.',
        params: NumberParams,
        body: ConsentInput,
        response: {
          200: jsonAnswer(
            'Recorded',
            z.object({
              number: z.string(),
              recorded: z.boolean().meta({ description: 'False: it was recorded before.' }),
            }),
          ),
        },
        problems: [409],
      },
      { neverMissing: true },
    ),
    async (request, reply) => {
      const number = requireNumber(request.params.number);
      const consents = [newConsent(number, request.body, nowMs())];
      const input = { consents, nowMs: nowMs() };
      const { recorded } = reply.answerOf(await store.recordConsents(input, request.idempotency));
      return { number, recorded: recorded === 1 };
    },
  );
});

const ReportView = z.object({
  rows_read: z.int(),
  recorded: z.int(),
  known: z.int().meta({ description: 'Recorded before, or twice in the rows.' }),
  rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
});

/** A row may have other columns too. */
const RowFields = z.object(CONSENT_FIELDS);

const importRoute = routes((app, { store, nowMs }) => {
  takeRowStreams(app);
  app.post(
    '/consents',
    changes('operate', {
      operationId: 'importConsents',
      forbids: 'account',
      summary: 'Record many consents and objections, as CSV, NDJSON or JSON',
      description:
        'Read as contacts are; besides `number`, rows have the fields of one event. Rows that cannot be used are listed. Each ' +
        'event counts as soon as it is recorded. If no answer comes, send the request again: events that are there are not ' +
        'recorded twice if their rows have `at`.',
      body: rowsBody,
      response: { 200: jsonAnswer('What became of the rows', ReportView) },
      problems: [409],
    }),
    async (request, reply) => {
      const atMs = nowMs();
      const { rows, rejected } = await readNumberRows(request, Object.keys(CONSENT_FIELDS), (row) =>
        rowOf(row, atMs),
      );
      const input = { consents: rows, nowMs: atMs };
      const report = reply.answerOf(await store.recordConsents(input, request.idempotency));
      return { rows_read: rows.length + rejected.length, ...report, rejected };
    },
  );
});

function rowOf(row: unknown, nowMs: number) {
  const number = numberIn(row);
  if ('fault' in number) return number;
  // An empty cell says nothing.
  const given = Object.entries(row as object).filter(([, value]) => value !== '');
  const read = RowFields.safeParse(Object.fromEntries(given));
  if (read.success) return newConsent(number.e164, read.data, nowMs);
  const [issue] = read.error.issues;
  return { fault: `${issue!.path.join('/')}: ${issue!.message}` };
}
