import * as z from 'zod';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import { FIGURES, type FigureName } from '../../domain/figures/figures.ts';
import { formatMoney } from '../../domain/money.ts';
import {
  agentRang,
  liveCalls,
  placedCalls,
  seizureRatio,
  type CallCounts,
} from '../../domain/statistics/call-counts.ts';
import { BUCKET_SIZES } from '../../domain/statistics/time-buckets.ts';
import { busyMs, type AgentMs } from '../../domain/statistics/agent-time.ts';
import { OCCUPANCY_FIELDS, occupancyFields } from '../agents/agent-times.ts';
import { CallsPlaced, Currency, Instant, Money } from '../http/schemas.ts';

const Seconds = z.number();
const Count = (figure: FigureName) => z.int().meta({ description: FIGURES[figure].is });
const Time = (figure: FigureName) => Seconds.meta({ description: FIGURES[figure].is });

const COUNT_FIELDS = {
  calls: Count('calls'),
  placed: CallsPlaced,
  live: Count('live'),
  agent_rang: Count('agent_rang'),
  answered: Count('answered'),
  customer_rang: Count('customer_rang'),
  bridged: Count('bridged'),
  dispositions: z.record(z.enum(DISPOSITIONS), z.int()),
  agent_ring_seconds: Time('agent_ring_seconds'),
  customer_ring_seconds: Time('customer_ring_seconds'),
  talk_seconds: Time('talk_seconds'),
  cost: Money.meta({ description: FIGURES.cost.is }),
  asr: z
    .number()
    .nullable()
    .meta({
      description: `${FIGURES.asr.is} From 0 to 1. The carrier’s own figure is in reconciliations.`,
      example: 0.4167,
    }),
};

const CountsView = z.object(COUNT_FIELDS).meta({ id: 'CallCounts' });

const AgentTimeView = z
  .object({
    ...OCCUPANCY_FIELDS,
    ready_seconds: Seconds.nullable().meta({
      description: `${FIGURES.ready_seconds.is} Null with \`campaign\`.`,
    }),
    busy_seconds: Seconds.meta({ description: FIGURES.busy_seconds.is }),
    paused_seconds: Seconds.nullable().meta({
      description: `${FIGURES.paused_seconds.is} Null with \`campaign\`.`,
    }),
  })
  .nullable()
  .meta({
    description:
      'What all agents together did, or the one of `agent`, by the clock: a call counts in the time that it took, up to now. ' +
      'With `campaign` only the time with its calls, because an agent is idle for all campaigns. Null: after an outage of ' +
      'the servers too much is not counted yet; ask again in a minute. Null with `agent_time=false`.',
  });

const BucketView = z
  .object({
    from: Instant,
    to: Instant,
    local_from: z.string().meta({
      description: '`from` by the clocks of `zone`.',
      example: '2026-11-23T09:00',
    }),
    ...COUNT_FIELDS,
    agent_time: AgentTimeView,
  })
  .meta({ id: 'StatisticsBucket' });

const SPAN_VIEW = {
  from: Instant.meta({ description: 'Widened to a whole quarter of an hour.' }),
  to: Instant,
  zone: z.string(),
  currency: Currency,
  campaign_id: z.string().nullable(),
  agent_id: z.string().nullable(),
};

export const StatisticsView = z
  .object({
    ...SPAN_VIEW,
    by: z.enum(BUCKET_SIZES),
    calls_a_minute: Count('calls_a_minute'),
    total: CountsView,
    agent_time: AgentTimeView,
    hours_of_day: z
      .array(
        z.object({
          hour: z.int().min(0).max(23).meta({ description: 'By the clocks of `zone`.' }),
          dialled: Count('dialled'),
          answered: Count('customer_answered'),
        }),
      )
      .meta({
        description:
          'When customers answer: all calls of the span by the hour of their last POST. Hours in which nobody was dialled are left out.',
      }),
    buckets: z.array(BucketView).meta({ description: 'Without gaps, oldest first.' }),
  })
  .meta({ id: 'Statistics' });

export const CostsView = z
  .object({
    ...SPAN_VIEW,
    by: z.enum(['month', 'campaign', 'agent']),
    total: CountsView,
    data: z.array(
      z.object({
        month: z.string().nullable().meta({ example: '2026-11' }),
        campaign_id: z.string().nullable(),
        agent_id: z
          .string()
          .nullable()
          .meta({ description: 'Empty: calls that rang no agent’s phone.' }),
        name: z
          .string()
          .nullable()
          .meta({ description: 'Of the campaign or agent, if it is still there.' }),
        ...COUNT_FIELDS,
      }),
    ),
  })
  .meta({ id: 'Costs' });

const secondsOf = (ms: number): number => ms / 1_000;
const RATIO_DECIMALS = 4;

export function countsView(counts: CallCounts): z.infer<typeof CountsView> {
  const ratio = seizureRatio(counts);
  return {
    calls: counts.calls,
    placed: placedCalls(counts),
    live: liveCalls(counts),
    agent_rang: agentRang(counts),
    answered: counts.answered,
    customer_rang: counts.customerRang,
    bridged: counts.bridged,
    dispositions: counts.dispositions,
    agent_ring_seconds: secondsOf(counts.agentRingMs),
    customer_ring_seconds: secondsOf(counts.customerRingMs),
    talk_seconds: secondsOf(counts.talkMs),
    cost: formatMoney(counts.cost),
    asr: ratio === null ? null : Number(ratio.toFixed(RATIO_DECIMALS)),
  };
}

/** Undefined: it is not counted yet. */
export function agentTimeView(
  ms: AgentMs | undefined,
  { campaign }: { campaign?: string | undefined },
): z.infer<typeof AgentTimeView> {
  if (!ms) return null;
  const fields = { ...occupancyFields(ms), busy_seconds: secondsOf(busyMs(ms)) };
  if (campaign === undefined) return fields;
  return { ...fields, ready_seconds: null, paused_seconds: null, occupancy: null };
}
