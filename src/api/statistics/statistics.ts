/** Statistics and costs, from counters. */
import * as z from 'zod';
import { addCounts, noCalls, type CallCounts } from '../../domain/statistics/call-counts.ts';
import type { BucketSize } from '../../domain/statistics/time-buckets.ts';
import { hoursOfDay } from '../../domain/statistics/hours-of-day.ts';
import { addTimes, noTime, type AgentMs } from '../../domain/statistics/agent-time.ts';
import type { Span } from '../../domain/zone.ts';
import type { CountedCalls } from '../../store/statistics/statistics-store.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { invalidParameters } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { iso, jsonAnswer } from '../http/schemas.ts';
import { answersRoute } from './answers.ts';
import { bucketsOrThrow, localText, SPAN_FIELDS, spanOf } from './statistics-query.ts';
import { agentTimeView, CostsView, countsView, StatisticsView } from './statistics-view.ts';

const Id = z.string().min(1).max(64);
const SIZE = z.enum(['15m', 'hour', 'day']).default('hour');
const CampaignStatsQuery = z.strictObject({
  ...SPAN_FIELDS,
  by: SIZE,
  agent: Id.optional(),
  agent_time: z
    .stringbool('must be true or false')
    .default(true)
    .meta({
      description:
        'Whether to say what agents did. The time since the last quarter of an hour is added up for each agent, so polls ' +
        'that show only calls leave it out.',
    }),
});
const StatsQuery = CampaignStatsQuery.extend({ campaign: Id.optional() });
export const CostsQuery = z.strictObject({
  ...SPAN_FIELDS,
  by: z.enum(['month', 'campaign', 'agent']).default('month'),
  campaign: Id.optional(),
  agent: Id.optional(),
});

const { reads } = routesOf('statistics');
const DESCRIPTION =
  'From counters, so it does not read the calls. A call counts in the bucket of its last POST, and later evidence, a corrected ' +
  'disposition or bill changes it there. At most 750 buckets and 750 days. `from` is by default the start of the day in `zone`, for ' +
  '`day` and `month` that of the month.';

const MINUTE_MS = 60_000;
/** The most campaigns or agents of one answer. */
const MOST_GROUPS = 1_000;

export const statisticsRoutes = parts(() => [figureRoutes, answersRoute]);

const figureRoutes = routes((app, deps) => {
  const { store } = deps;
  app.get(
    '/stats',
    reads('read', {
      operationId: 'getStatistics',
      summary: 'Calls, talk time, cost and the time of agents by 15 minutes, hour or day',
      description: `${DESCRIPTION} \`zone\` is UTC by default.`,
      querystring: StatsQuery,
      response: { 200: jsonAnswer('The figures', StatisticsView) },
      problems: [404],
    }),
    async ({ query }) => {
      if (query.campaign !== undefined) await store.campaign(query.campaign);
      return statistics(deps, { ...query, zone: query.zone ?? 'UTC' });
    },
  );

  app.get(
    '/campaigns/:campaignId/stats',
    reads('read', {
      operationId: 'getStatisticsOfCampaign',
      summary: 'Calls, talk time and cost of a campaign',
      description: `${DESCRIPTION} \`zone\` is that of the campaign by default.`,
      params: CampaignParams,
      querystring: CampaignStatsQuery,
      response: { 200: jsonAnswer('The figures', StatisticsView) },
    }),
    async ({ params: { campaignId: campaign }, query }) => {
      const { policy } = await store.campaign(campaign);
      return statistics(deps, { ...query, campaign, zone: query.zone ?? policy.zone });
    },
  );

  app.get(
    '/costs',
    reads('read', {
      operationId: 'getCosts',
      summary: 'Costs by month, campaign or agent',
      description:
        'From the same counters, those with the most calls first. `from` is by default the start of the month. At most ' +
        `${MOST_GROUPS} campaigns or agents, and 750 days. A cost counts in the month of the last POST of its call.`,
      querystring: CostsQuery,
      response: { 200: jsonAnswer('The costs', CostsView) },
      problems: [404],
    }),
    async ({ query }) => {
      return costs(deps, { ...query, zone: query.zone ?? 'UTC' });
    },
  );
});

/** What the figures are made from. */
export interface FigureDeps extends Pick<ResourceDeps, 'store' | 'nowMs'> {
  settings: { currency: string | null };
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  zone: string;
  campaign?: string | undefined;
  agent?: string | undefined;
}

async function statistics(
  deps: FigureDeps,
  asked: Asked & { by: BucketSize; agent_time: boolean },
): Promise<z.infer<typeof StatisticsView>> {
  const { by, zone, agent_time: withTimes } = asked;
  const spans = spansOf(deps, asked, by);
  const quarters = await deps.store.callsByQuarter(countedIn(spans, asked));
  const sums = sumsOf(spans, quarters, CALLS);
  const times = withTimes ? await agentTimesIn(deps, spans, asked) : undefined;
  return {
    ...head(deps, spans, asked),
    by,
    calls_a_minute: await callsOfLastMinute(deps, asked),
    total: countsView(sums.reduce(addCounts, noCalls())),
    agent_time: agentTimeView(times?.reduce(addTimes, noTime()), asked),
    hours_of_day: hoursOfDay(quarters, zone),
    buckets: spans.map((span, index) => ({
      from: iso(span.fromMs),
      to: iso(span.toMs),
      local_from: localText(span.fromMs, zone),
      ...countsView(sums[index]!),
      agent_time: agentTimeView(times?.[index], asked),
    })),
  };
}

/** Whatever the span is: how fast it dials now. */
function callsOfLastMinute({ store, nowMs }: FigureDeps, { campaign, agent }: Asked) {
  const toMs = nowMs();
  const span = { fromMs: toMs - MINUTE_MS, toMs };
  return store.callsPlacedSince({ ...span, campaignId: campaign, agentId: agent });
}

/** What agents did in each span, up to now; undefined: it is not counted yet. @throws StoreRefusal not-found */
async function agentTimesIn(
  { store, nowMs }: FigureDeps,
  spans: readonly Span[],
  asked: Asked,
): Promise<AgentMs[] | undefined> {
  if (asked.agent !== undefined) await store.agent(asked.agent);
  const which = countedIn(spans, asked);
  const toMs = Math.min(which.toMs, nowMs());
  const quarters = await store.agentTimesByQuarter({ ...which, toMs });
  return (
    quarters &&
    sumsOf(
      spans,
      quarters.map(({ fromMs, ms }) => ({ fromMs, counts: ms })),
      TIMES,
    )
  );
}

/** @throws Problem; StoreRefusal not-found */
export async function costs(
  deps: FigureDeps,
  asked: Asked & { by: 'month' | 'campaign' | 'agent' },
): Promise<z.infer<typeof CostsView>> {
  const { by, campaign, agent } = asked;
  if (campaign !== undefined) await deps.store.campaign(campaign);
  if (agent !== undefined) await deps.store.agent(agent);
  const spans = spansOf(deps, asked, 'month');
  const groups =
    by === 'month'
      ? await byMonth(deps, spans, asked)
      : await byGroup(deps, spans, { ...asked, by });
  const total = groups.map(({ counts }) => counts).reduce(addCounts, noCalls());
  const none = { month: null, campaign_id: null, agent_id: null, name: null };
  return {
    ...head(deps, spans, asked),
    by,
    total: countsView(total),
    data: groups.map(({ counts, ...group }) => ({ ...none, ...group, ...countsView(counts) })),
  };
}

async function byMonth({ store }: FigureDeps, spans: readonly Span[], asked: Asked) {
  const sums = sumsOf(spans, await store.callsByQuarter(countedIn(spans, asked)), CALLS);
  return spans.map(({ fromMs }, index) => ({
    month: localText(fromMs, asked.zone).slice(0, 'YYYY-MM'.length),
    counts: sums[index]!,
  }));
}

async function byGroup(
  { store }: FigureDeps,
  spans: readonly Span[],
  { by, ...asked }: Asked & { by: 'campaign' | 'agent' },
) {
  const which = { ...countedIn(spans, asked), by, limit: MOST_GROUPS + 1 };
  const found = await store.callsByGroup(which);
  if (found.length > MOST_GROUPS) {
    const detail = `more than ${MOST_GROUPS} of them have calls in this span`;
    throw invalidParameters({
      by: detail,
      from: 'a shorter span has fewer',
      to: 'a shorter span has fewer',
    });
  }
  return found.map(({ id, name, counts }) => ({
    ...(by === 'campaign' ? { campaign_id: id } : { agent_id: id }),
    name,
    counts,
  }));
}

const spansOf = ({ nowMs }: FigureDeps, asked: Asked, size: BucketSize): Span[] =>
  bucketsOrThrow(spanOf(asked, { size, zone: asked.zone, nowMs: nowMs() }), size, asked.zone);

const countedIn = (spans: readonly Span[], { campaign, agent }: Asked): CountedCalls => ({
  fromMs: spans[0]!.fromMs,
  toMs: spans.at(-1)!.toMs,
  campaignId: campaign,
  agentId: agent,
});

function head(
  { settings: { currency } }: FigureDeps,
  spans: readonly Span[],
  { zone, campaign, agent }: Asked,
) {
  return {
    from: iso(spans[0]!.fromMs),
    to: iso(spans.at(-1)!.toMs),
    zone,
    currency,
    campaign_id: campaign ?? null,
    agent_id: agent ?? null,
  };
}

/** How figures of one kind are added up. */
interface Sums<Figures> {
  none: () => Figures;
  add: (one: Figures, other: Figures) => Figures;
}
const CALLS: Sums<CallCounts> = { none: noCalls, add: addCounts };
const TIMES: Sums<AgentMs> = { none: noTime, add: addTimes };

/** Both are in the order of time. */
function sumsOf<Figures>(
  spans: readonly Span[],
  quarters: readonly { fromMs: number; counts: Figures }[],
  { none, add }: Sums<Figures>,
): Figures[] {
  let next = 0;
  return spans.map(({ toMs }) => {
    let sum = none();
    for (; next < quarters.length && quarters[next]!.fromMs < toMs; next++) {
      sum = add(sum, quarters[next]!.counts);
    }
    return sum;
  });
}
