/** How agents spent their time. */
import * as z from 'zod';
import { agentSpans, type AgentSpan } from '../../domain/agents/agent-history.ts';
import { FIGURES } from '../../domain/figures/figures.ts';
import { occupancyRatio, type AgentMs } from '../../domain/statistics/agent-time.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { ACTIVITIES, ACTIVITY_RULE, AgentParams } from './agent-view.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { invalidParameters, Problem } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { PageQuery, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { GivenInstant, Instant, iso } from '../http/schemas.ts';

/** The longest span in which an agent's time is added up. */
export const LONGEST_DAYS = 31;
const HOUR_MS = 3_600_000;
/** Calls of an agent that are read in one piece. */
const CALLS_AT_ONCE = 1_000;

const SpanQuery = PageQuery.extend({
  from: GivenInstant.optional().meta({ description: 'Left out: 24 hours before `to`.' }),
  to: GivenInstant.optional().meta({ description: 'Left out: now.' }),
});

export const SpanView = z
  .object({
    state: z.enum(ACTIVITIES).meta({ description: ACTIVITY_RULE }),
    from: Instant,
    to: Instant.nullable().meta({ description: 'Null: it goes on.' }),
    seconds: z.number(),
    reason: z.string().nullable().meta({ description: 'Of `paused`, if a reason was given.' }),
    who: z.string().nullable().meta({
      description:
        'Who set the agent ready, or paused it: the name of an API key, or `dialwright`.',
    }),
    call: z.string().nullable().meta({
      description: 'The call; one of them if there were several at once.',
    }),
  })
  .meta({ id: 'AgentSpan' });

const seconds = z.number();
/** Seconds in each state. */
export const OCCUPANCY_FIELDS = {
  ready_seconds: seconds.meta({ description: FIGURES.ready_seconds.is }),
  ringing_seconds: seconds,
  on_call_seconds: seconds.meta({ description: 'From the answer of the agent to the end.' }),
  wrap_up_seconds: seconds,
  paused_seconds: seconds.meta({ description: FIGURES.paused_seconds.is }),
  occupancy: z
    .number()
    .nullable()
    .meta({
      description: `${FIGURES.occupancy.is} From 0 to 1.`,
    }),
};
const OccupancyView = z
  .object({
    agent_id: z.string(),
    name: z.string(),
    pools: z.array(z.string()),
    ...OCCUPANCY_FIELDS,
  })
  .meta({ id: 'AgentOccupancy' });

const { reads } = routesOf('agents');

export const agentTimeRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/agents/:agentId/history',
    reads('read', {
      operationId: 'agentHistory',
      summary: 'List what an agent did, span by span, oldest first',
      description:
        `Spans without gaps from \`from\` to \`to\`, at most ${LONGEST_DAYS} days, from the time when the agent was ` +
        'added. A page has the spans around at most `limit` calls. For an agent that takes several calls at once, a ' +
        'span is `on_call` while at least one of them is.',
      params: AgentParams,
      querystring: SpanQuery,
      response: { 200: pageAnswer('A page of spans', SpanView) },
    }),
    async ({ params: { agentId }, query }) => {
      const now = nowMs();
      const span = spanOf(query, now);
      const times = await store.agentTimes(agentId, span, pageRequest(query));
      const data = agentSpans(times).map((each) => spanView(each, now));
      return { data, next_cursor: times.next ?? null };
    },
  );

  app.get(
    '/agents/occupancy',
    reads('read', {
      operationId: 'agentOccupancy',
      summary: 'How busy each agent was',
      description:
        `Seconds in each state from \`from\` to \`to\`, at most ${LONGEST_DAYS} days, for each agent that is not deleted, ` +
        'in the order of their ids. `occupancy` is the share of the time in which the agent was available that it ' +
        'spent on calls and their wrap-up.',
      querystring: SpanQuery,
      response: { 200: pageAnswer('A page of agents', OccupancyView) },
      problems: [503],
    }),
    async ({ query }) => {
      const span = spanOf(query, nowMs());
      const page = await store.agentPage(pageRequest(query));
      const data: z.infer<typeof OccupancyView>[] = [];
      for (const agent of page.items) {
        const { id, name, pools } = agent;
        const time = await store.agentTimeIn(id, span);
        if (!time) throw notCounted(id);
        data.push({ agent_id: id, name, pools: [...pools], ...occupancyFields(time) });
      }
      return { data, next_cursor: page.next ?? null };
    },
  );
});

/** All spans of an agent, for a report. Its calls are read in pieces. */
export async function spansOfAgent(
  store: ResourceDeps['store'],
  id: string,
  span: { fromMs: number; toMs: number },
): Promise<AgentSpan[]> {
  const spans: AgentSpan[] = [];
  let after: string | undefined;
  do {
    const times = await store.agentTimes(id, span, { limit: CALLS_AT_ONCE, after });
    spans.push(...agentSpans(times));
    after = times.next;
  } while (after !== undefined);
  return spans;
}

/** @throws Problem */
export function spanOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
) {
  const toMs = Math.min(nowMs, to === undefined ? nowMs : Date.parse(to));
  const fromMs = from === undefined ? toMs - DAY_MS : Date.parse(from);
  if (fromMs >= toMs) throw invalidParameters({ from: 'must be before `to`, and in the past' });
  // A month in which clocks are put back is an hour longer.
  if (toMs - fromMs > LONGEST_DAYS * DAY_MS + HOUR_MS) {
    throw invalidParameters({ from: `at most ${LONGEST_DAYS} days may be asked for at once` });
  }
  return { fromMs, toMs };
}

export const spanView = (
  { activity, fromMs, toMs, reason, who, ref }: AgentSpan,
  nowMs: number,
): z.infer<typeof SpanView> => ({
  state: activity,
  from: iso(fromMs),
  to: toMs === nowMs ? null : iso(toMs),
  seconds: (toMs - fromMs) / 1_000,
  reason,
  who,
  call: ref,
});

const notCounted = (id: string) =>
  new Problem({
    status: 503,
    code: 'not_counted_yet',
    detail: `Too many calls of the agent ${id} are not counted yet. The server counts them now: ask again in a minute.`,
    errors: [],
  });

export function occupancyFields(ms: AgentMs) {
  return {
    ready_seconds: ms.ready / 1_000,
    ringing_seconds: ms.ringing / 1_000,
    on_call_seconds: ms.on_call / 1_000,
    wrap_up_seconds: ms.wrap_up / 1_000,
    paused_seconds: ms.paused / 1_000,
    occupancy: roundedRatio(occupancyRatio(ms)),
  };
}

const RATIO_DECIMALS = 4;
const roundedRatio = (ratio: number | null): number | null =>
  ratio === null ? null : Number(ratio.toFixed(RATIO_DECIMALS));
