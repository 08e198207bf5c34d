/** `GET /v1/callbacks/turns`: the calendar of callbacks. */
import * as z from 'zod';
import { DAY_MS, type Span } from '../../domain/zone.ts';
import { CalendarTurnView, calendarTurnView } from './callback-view.ts';
import { invalidParameters } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { GivenInstant, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('callbacks');

const USUAL_DAYS = 7;
/** The longest span. */
const MOST_DAYS = 31;
/** Further ahead no turn is computed. */
const MOST_DAYS_AHEAD = 366;

const CalendarQuery = z.strictObject({
  from: GivenInstant.optional().meta({ description: 'Left out: now.' }),
  to: GivenInstant.optional().meta({
    description: `Not included; left out: ${USUAL_DAYS} days after \`from\`. At most ${MOST_DAYS} days after \`from\` and ${MOST_DAYS_AHEAD} days from now.`,
  }),
  limit: z.coerce.number().int().min(1).max(1_000).default(500),
});

export const callbackCalendarRoute = routes((app, { store, nowMs }) => {
  app.get(
    '/callbacks/turns',
    reads('read', {
      operationId: 'callbackCalendar',
      summary: 'List the turns of all callbacks in a span, by time',
      description:
        'Turns that were made, with what became of them, and turns that active recurring callbacks plan. `more` says ' +
        'that the span has further turns: ask for a shorter span. Planned turns are computed for the 5,000 callbacks ' +
        'whose next turn comes first.',
      querystring: CalendarQuery,
      response: {
        200: jsonAnswer(
          'The turns',
          z.object({ data: z.array(CalendarTurnView), more: z.boolean() }),
        ),
      },
    }),
    async ({ query }) => {
      const now = nowMs();
      const span = spanOf(query, now);
      const { turns, more } = await store.callbackCalendar(span, query.limit, now);
      return { data: turns.map(calendarTurnView), more };
    },
  );
});

/** @throws Problem 422 */
function spanOf({ from, to }: z.infer<typeof CalendarQuery>, now: number): Span {
  const fromMs = from === undefined ? now : Date.parse(from);
  const toMs = to === undefined ? fromMs + USUAL_DAYS * DAY_MS : Date.parse(to);
  if (toMs <= fromMs) throw invalidParameters({ to: 'must be after `from`' });
  if (toMs - fromMs > MOST_DAYS * DAY_MS) {
    throw invalidParameters({ to: `must be at most ${MOST_DAYS} days after \`from\`` });
  }
  if (toMs - now > MOST_DAYS_AHEAD * DAY_MS) {
    throw invalidParameters({ to: `must be at most ${MOST_DAYS_AHEAD} days from now` });
  }
  return { fromMs, toMs };
}
