/** Where and when customers answer. */
import * as z from 'zod';
import { FIGURES } from '../../domain/figures/figures.ts';
import {
  ANSWER_GROUPS,
  ANSWERS_SPAN_MS,
  answersByPlace,
  MOST_PLACES,
  type AnswersOf,
} from '../../domain/statistics/answers-by-place.ts';
import { ANSWERS_READ } from '../../store/statistics/statistics-store.ts';
import { invalidParameters } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { GivenInstant, Instant, iso, jsonAnswer, millisOrNull } from '../http/schemas.ts';

const { reads } = routesOf('statistics');

const Query = z.strictObject({
  by: z.enum(ANSWER_GROUPS).meta({
    description: '`area`: of the contact; `prefix`: the number without its last four digits.',
  }),
  campaign: z.string().min(1).max(64).optional(),
  from: GivenInstant.optional().meta({ description: 'By default seven days before `to`.' }),
  to: GivenInstant.optional().meta({ description: 'Not included; by default now.' }),
});

const SAMPLE = {
  dialled: z.int().meta({ description: FIGURES.dialled.is }),
  answered: z.int().meta({ description: FIGURES.customer_answered.is }),
};
const AnswersView = z
  .object({
    by: z.enum(ANSWER_GROUPS),
    from: Instant,
    to: Instant,
    campaign_id: z.string().nullable(),
    data: z.array(
      z.object({
        key: z.string().nullable().meta({
          description: 'The area, such as `US-CA`, or the prefix; null: not known.',
          example: 'US-CA',
        }),
        ...SAMPLE,
        before: z.object(SAMPLE).meta({ description: 'Of a span of the same length just before.' }),
        fell: z.boolean().meta({
          description:
            'Customers answered clearly less often than before: the number may be labelled as spam there.',
        }),
        best_hours: z.array(z.object({ hour: z.int().min(0).max(23), ...SAMPLE })).meta({
          description: 'By the clocks of the area, the best first; empty: too few calls say.',
        }),
      }),
    ),
  })
  .meta({ id: 'Answers' });

export const answersRoute = routes((app, { store, nowMs }) => {
  app.get(
    '/stats/answers',
    reads('read', {
      operationId: 'getAnswers',
      summary: 'Where and when customers answer, by area or network prefix',
      description:
        `Of the newest ${ANSWERS_READ} calls that an agent answered, those with the most calls first, at most ${MOST_PLACES}. Each with the span ` +
        'of the same length just before, and by area with the hours in which most customers answer.',
      querystring: Query,
      response: { 200: jsonAnswer('The groups', AnswersView) },
      problems: [404],
    }),
    async ({ query: { by, campaign, from, to } }) => {
      if (campaign !== undefined) await store.campaign(campaign);
      const toMs = millisOrNull(to) ?? nowMs();
      const fromMs = millisOrNull(from) ?? toMs - ANSWERS_SPAN_MS;
      if (fromMs >= toMs) throw invalidParameters({ from: 'must be before `to`' });
      const which = { by, campaignId: campaign };
      const recent = await store.answersByHour({ ...which, fromMs, toMs });
      const span = { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
      const before = await store.answersByHour({ ...which, ...span });
      const data = answersByPlace({ recent, before }, by).map(answersView);
      return { by, from: iso(fromMs), to: iso(toMs), campaign_id: campaign ?? null, data };
    },
  );
});

const answersView = ({ key, tried, answered, before, fell, bestHours }: AnswersOf) => ({
  key,
  dialled: tried,
  answered,
  before: { dialled: before.tried, answered: before.answered },
  fell,
  best_hours: bestHours.map((hour) => ({
    hour: hour.hour,
    dialled: hour.tried,
    answered: hour.answered,
  })),
});
