/** Routes of what people say that a call led to, and its statistics. */
import * as z from 'zod';
import { DAY_MS } from '../../domain/zone.ts';
import { CallParams } from '../calls/calls.ts';
import { taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { GivenInstant, jsonAnswer, millisOrNull } from '../http/schemas.ts';
import { outcomeCodeRoutes } from './outcome-codes.ts';
import { OutcomeGroupField } from './outcome-code-view.ts';
import { OutcomeInput, outcomeTag, OutcomeView, outcomeView } from './outcome-view.ts';
import { setOutcomeOf } from './set-outcome.ts';

const { reads, changes } = routesOf('outcomes');

export const outcomeRoutes = parts(() => [outcomeCodeRoutes, ofCallRoutes, statisticsRoute]);

const ofCallRoutes = routes((app, deps) => {
  const { store } = deps;
  app.get(
    '/calls/:ref/outcome',
    reads('read', {
      operationId: 'getOutcome',
      summary: 'Show what somebody said that a call led to',
      params: CallParams,
      response: { 200: taggedAnswer('The outcome', OutcomeView) },
    }),
    async ({ params: { ref } }, reply) => {
      const outcome = await store.outcome(ref);
      if (!outcome) throw nobodyHas();
      reply.header('etag', outcomeTag(outcome));
      return outcomeView(outcome);
    },
  );

  app.put(
    '/calls/:ref/outcome',
    changes('operate', {
      operationId: 'setOutcome',
      summary: 'Say what a call led to, by a code of the account',
      description:
        'From the carrier’s acceptance on, also long after the end. Beside the disposition, which is the carrier’s fact and ' +
        'stays. What the code says follows in the same transaction, and `effects` says what was done. To change an outcome, ' +
        'send its `ETag` in `If-Match`; without it, only the first one is set.',
      params: CallParams,
      headers: WriteHeaders,
      body: OutcomeInput,
      response: { 200: taggedAnswer('The outcome', OutcomeView) },
      problems: [409],
    }),
    async (request, reply) =>
      setOutcomeOf(deps, request.params.ref, { body: request.body, request, reply }),
  );
});

const nobodyHas = () =>
  new Problem({
    status: 404,
    code: 'not_found',
    detail: 'Nobody has set an outcome of this call.',
  });

const CountsQuery = z.strictObject({
  campaign: z.string().max(64).optional().meta({ description: 'Its id; left out: all.' }),
  agent: z.string().max(64).optional().meta({ description: 'Its id; left out: all.' }),
  from: GivenInstant.optional().meta({
    description: 'Calls that were placed then or later; left out: 30 days before `to`.',
  }),
  to: GivenInstant.optional().meta({ description: 'Placed before this; left out: now.' }),
});

const CountsView = z
  .object({
    data: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          group: OutcomeGroupField,
          calls: z.int(),
          share: z.number().meta({ description: 'Of all calls with an outcome, from 0 to 1.' }),
        }),
      )
      .meta({ description: 'The most frequent first.' }),
    calls: z.int().meta({ description: 'Calls with an outcome.' }),
  })
  .meta({ id: 'OutcomeStatistics' });

const statisticsRoute = routes((app, { store, nowMs }) => {
  app.get(
    '/stats/outcomes',
    reads('read', {
      operationId: 'getOutcomeStatistics',
      summary: 'Count calls by their outcome codes',
      description:
        'From counters of quarters of an hour of the last placement, so a million calls take as long as one. `from` is rounded down.',
      querystring: CountsQuery,
      response: { 200: jsonAnswer('The counts', CountsView) },
    }),
    async ({ query: { campaign, agent, from, to } }) => {
      const toMs = millisOrNull(to) ?? nowMs() + 1;
      const fromMs = millisOrNull(from) ?? toMs - 30 * DAY_MS;
      const counts = await store.outcomeCounts({
        campaignId: campaign,
        agentId: agent,
        fromMs,
        toMs,
      });
      const labels = new Map((await store.outcomeCodes()).map(({ id, label }) => [id, label]));
      const calls = counts.reduce((sum, each) => sum + each.calls, 0);
      const data = counts.map((each) => ({
        ...each,
        label: labels.get(each.code) ?? each.code,
        share: each.calls / calls,
      }));
      return { data, calls };
    },
  );
});
