/** The JSON forms of a rehearsal's request and answer. */
import * as z from 'zod';
import { formatMoney, parseMoney } from '../../domain/money.ts';
import {
  PLAYED_OUTCOMES,
  type AnswerModel,
  type Spread,
} from '../../domain/planning/rehearsal/answers.ts';
import {
  DEFAULT_FORECAST,
  type Forecast,
  type Range,
} from '../../domain/planning/rehearsal/forecast.ts';
import { LEAST_MEASURED, MEASURED_DAYS } from '../../domain/planning/rehearsal/measured-answers.ts';
import {
  UNREACHED_TEXTS,
  type RunReport,
  type Unreached,
} from '../../domain/planning/rehearsal/run-report.ts';
import { Price, StartAt } from './preflight.ts';
import { inJson } from '../http/answers/in-json.ts';
import {
  Currency,
  Duration,
  Instant,
  Money,
  durationMs,
  formatDuration,
  iso,
} from '../http/schemas.ts';

const Weight = z.number().min(0).max(1_000_000);
const SpreadInput = z
  .strictObject({ from: Duration, to: Duration })
  .refine(({ from, to }) => durationMs(from) <= durationMs(to), {
    path: ['to'],
    message: 'must not be shorter than `from`',
  });

/** Each end with its name in JSON. */
const OUTCOMES = PLAYED_OUTCOMES.map((end) => [end.replaceAll('-', '_'), end] as const);

const SPREADS = {
  agent_ring: 'agentRing',
  agent_ring_out: 'agentRingOut',
  customer_ring: 'customerRing',
  customer_ring_out: 'customerRingOut',
  talk: 'talk',
} as const satisfies Record<string, keyof AnswerModel>;
const SPREAD_NAMES = Object.keys(SPREADS) as (keyof typeof SPREADS)[];

const AnswersInput = z
  .strictObject({
    outcomes: z
      .strictObject(Object.fromEntries(OUTCOMES.map(([name]) => [name, Weight.optional()])))
      .optional()
      .meta({
        description:
          'How calls end: weights, relative to their sum. `busy`: the line of the customer is, so the call ends at once as `customer_unreached`.',
      }),
    agent_ring: SpreadInput.optional().meta({ description: 'Time until the agent answers.' }),
    agent_ring_out: SpreadInput.optional().meta({
      description: 'How long it rings if the agent does not answer.',
    }),
    customer_ring: SpreadInput.optional(),
    customer_ring_out: SpreadInput.optional(),
    talk: SpreadInput.optional(),
    wrap_up: SpreadInput.nullish().meta({
      description: 'Work after a call that the agent answered; null: as set in the campaign.',
    }),
    handling: Duration.optional().meta({
      description:
        'How long a call keeps its agent besides ringing and talking: to place it, to dial, to confirm its end.',
    }),
    cost_per_minute: Price.optional().meta({
      description: 'From the agent’s answer to the end.',
    }),
    fee_per_call: Price.optional().meta({
      description: 'For each call that the carrier accepts, however it ends; by default none.',
    }),
  })
  .meta({
    id: 'RehearsalAnswers',
    description: `Fields that are left out are as measured: from the account’s calls of the last ${MEASURED_DAYS} days, if at least ${LEAST_MEASURED} have ended.`,
  });

export const RehearsalInput = z
  .strictObject({
    start_at: StartAt,
    seed: z.int().min(0).max(2_147_483_647).default(DEFAULT_FORECAST.seed),
    runs: z
      .int()
      .min(1)
      .max(20)
      .optional()
      .meta({
        description:
          `Number of runs, each with its own seed. Left out: ${DEFAULT_FORECAST.runs}, or ` +
          `${DEFAULT_FORECAST.runsOfMany} for more than ${DEFAULT_FORECAST.many} contacts.`,
      }),
    answers: AnswersInput.optional(),
    agent_back_after: Duration.nullable()
      .default(formatDuration(DEFAULT_FORECAST.agentBackAfterMs))
      .meta({
        description: 'When an agent paused for missed calls is ready again; null: never.',
      }),
    bill_after: Duration.optional().meta({
      description: `From the end of a call until its cost is known. Left out: ${formatDuration(DEFAULT_FORECAST.billAfterMs)} by the carrier’s clock.`,
    }),
  })
  .meta({ id: 'RehearsalInput' });

/** The usual model, overridden by the request. */
export function modelOf(input: z.infer<typeof AnswersInput> = {}, usual: AnswerModel): AnswerModel {
  const model = structuredClone(usual);
  for (const [name, end] of OUTCOMES) {
    const weight = input.outcomes?.[name];
    if (weight !== undefined) model.outcomes[end] = weight;
  }
  for (const name of SPREAD_NAMES) {
    const spread = input[name];
    if (spread) model[SPREADS[name]] = spreadOf(spread);
  }
  if (input.wrap_up !== undefined) model.wrapUp = input.wrap_up && spreadOf(input.wrap_up);
  if (input.handling !== undefined) model.handlingMs = durationMs(input.handling);
  if (input.cost_per_minute !== undefined) {
    model.costPerMinute = parseMoney(input.cost_per_minute) ?? 0n;
  }
  if (input.fee_per_call !== undefined) model.feePerCall = parseMoney(input.fee_per_call) ?? 0n;
  return model;
}

/** False: all weights are 0, so no outcome is possible. */
export const hasOutcome = ({ outcomes }: AnswerModel): boolean =>
  Object.values(outcomes).some((weight) => weight > 0);

const spreadOf = ({ from, to }: z.infer<typeof SpreadInput>): Spread => ({
  leastMs: durationMs(from),
  mostMs: durationMs(to),
});

const spreadView = ({ leastMs, mostMs }: Spread) => ({
  from: formatDuration(leastMs),
  to: formatDuration(mostMs),
});

export const rangeOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ low: item, median: item, high: item });
const SpreadView = z.object({ from: z.string(), to: z.string() });

const RUN_FIELDS = {
  seed: z.int(),
  finished_at: Instant.nullable().meta({
    description: 'When the last contact was final; null: some contacts are never final.',
  }),
  calls: z.int(),
  reached: z.int(),
  cost: Money,
  cut: z.enum(['calls', 'horizon']).nullable().meta({
    description: 'Why it was stopped before its end: too many calls, or more than a year.',
  }),
};

export const RehearsalView = z
  .object({
    campaign_id: z.string(),
    start_at: Instant,
    contacts: z.int(),
    currency: Currency,
    answers: z.object({
      outcomes: z.record(z.string(), z.number()),
      agent_ring: SpreadView,
      agent_ring_out: SpreadView,
      customer_ring: SpreadView,
      customer_ring_out: SpreadView,
      talk: SpreadView,
      wrap_up: SpreadView.nullable(),
      handling: z.string(),
      cost_per_minute: Money,
      fee_per_call: Money,
    }),
    assumptions: z.array(z.string()),
    finished_at: rangeOf(Instant).nullable().meta({ description: 'Null: a run did not end.' }),
    calls: rangeOf(z.int()),
    reached: rangeOf(z.int()),
    cost: rangeOf(Money),
    calls_per_hour: rangeOf(z.number()).meta({
      description:
        'Over the working time: from the first dial to the last end, without pauses of more than an hour.',
    }),
    agent_use: rangeOf(z.number()).meta({
      description:
        'Share of the agents’ working time (as in `calls_per_hour`) that they spend on calls and wrap-up.',
    }),
    typical: z
      .object({
        ...RUN_FIELDS,
        first_dial_at: Instant.nullable(),
        last_dial_at: Instant.nullable(),
        calls_by_disposition: z.record(z.string(), z.int()),
        most_calls_in_an_hour: z.int(),
        never_reached: z.array(
          z.object({
            reason: z.string(),
            text: z.string(),
            contacts: z.int(),
            examples: z.array(z.int()),
          }),
        ),
        by_day: z.array(z.object({ day: z.string(), calls: z.int(), reached: z.int() })),
      })
      .meta({ description: 'The run with the median cost.' }),
    runs: z.array(z.object(RUN_FIELDS)),
    cut: z.array(z.string()).meta({ description: 'What was left out, as text.' }),
  })
  .meta({ id: 'Rehearsal' });
export type RehearsalAnswer = z.infer<typeof RehearsalView>;

export function forecastView(found: Forecast) {
  return {
    finished_at: found.finishedAtMs && inRange(found.finishedAtMs, iso),
    calls: found.calls,
    reached: found.reached,
    cost: inRange(found.cost, formatMoney),
    calls_per_hour: inRange(found.callsPerHour, (value) => Math.round(value * 10) / 10),
    agent_use: inRange(found.agentUse, (value) => Math.round(value * 1_000) / 1_000),
    typical: typicalView(found.typical),
    runs: found.runs.map(runView),
  };
}

export const modelView = (model: AnswerModel): RehearsalAnswer['answers'] => ({
  outcomes: Object.fromEntries(OUTCOMES.map(([name, end]) => [name, model.outcomes[end]])),
  agent_ring: spreadView(model.agentRing),
  agent_ring_out: spreadView(model.agentRingOut),
  customer_ring: spreadView(model.customerRing),
  customer_ring_out: spreadView(model.customerRingOut),
  talk: spreadView(model.talk),
  wrap_up: model.wrapUp && spreadView(model.wrapUp),
  handling: formatDuration(model.handlingMs ?? 0),
  cost_per_minute: formatMoney(model.costPerMinute),
  fee_per_call: formatMoney(model.feePerCall),
});

export const inRange = <Value, Shown>(
  { low, median, high }: Range<Value>,
  show: (value: Value) => Shown,
) => ({
  low: show(low),
  median: show(median),
  high: show(high),
});

const runView = (run: RunReport & { seed: number }) => ({
  ...inJson(run),
  cost: formatMoney(run.cost),
});

function typicalView(run: RunReport & { seed: number }): RehearsalAnswer['typical'] {
  const unreached = Object.entries(run.neverReached) as [Unreached, number][];
  return {
    ...runView(run),
    most_calls_in_an_hour: run.callsPerHour.most,
    never_reached: unreached
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, contacts]) => ({
        reason,
        text: UNREACHED_TEXTS[reason],
        contacts,
        examples: run.examples[reason] ?? [],
      })),
  };
}
