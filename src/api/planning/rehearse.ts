import type * as z from 'zod';
import type { AnswerModel } from '../../domain/planning/rehearsal/answers.ts';
import {
  DEFAULT_FORECAST,
  type Forecast,
  type ForecastSettings,
} from '../../domain/planning/rehearsal/forecast.ts';
import {
  defaultAnswersAt,
  LEAST_MEASURED,
  MEASURED_DAYS,
  measuredAnswers,
  measuredCalls,
  measuredHandlingMs,
} from '../../domain/planning/rehearsal/measured-answers.ts';
import { addCounts, noCalls } from '../../domain/statistics/call-counts.ts';
import type { ProblemCode } from '../../domain/problem-codes.ts';
import type { CampaignOutlook } from '../../store/campaigns/campaign-reading-store.ts';
import { readForecast, writeOrder } from '../../domain/planning/rehearsal/rehearsal-text.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { MOST_REHEARSED, REHEARSAL_FAULTS, REHEARSAL_WITHIN_MS } from '../../contract/messages.ts';
import type { RehearsalOutcome } from '../temporal/temporal-gateway.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { keptForecastOf } from './forecast.ts';
import { startOf } from './start-at.ts';
import { Problem } from '../http/problem.ts';
import {
  RehearsalInput,
  RehearsalView,
  forecastView,
  hasOutcome,
  modelOf,
  modelView,
  type RehearsalAnswer,
} from './rehearsal-view.ts';
import { routes, routesOf } from '../http/routes.ts';
import { durationMs, iso, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('campaigns');

const MOST_CALLS = 1_000_000;
const MOST_CALLS_IN_ALL = 3_000_000;
const MOST_DAYS = 366;

export const rehearseRoute = routes(
  (app, { store, gateway, settings: { timeFactor = 1, currency }, nowMs }) => {
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    app.post(
      '/campaigns/:campaignId/rehearse',
      reads('read', {
        operationId: 'rehearseCampaign',
        summary:
          'Rehearse the whole campaign in virtual time, with a model of how calls are answered',
        description:
          'Changes nothing in the campaign. Before its start, the result is kept for `GET …/forecast`.',
        params: CampaignParams,
        body: RehearsalInput.nullish(),
        response: { 200: jsonAnswer('How it would go', RehearsalView) },
        problems: [503],
      }),
      async ({ params: { campaignId: id }, body }, reply) => {
        const at = nowMs();
        const input = body ?? RehearsalInput.parse({});
        const outlook = await store.campaignOutlook(id, at);
        const startMs = startOf(input.start_at, outlook.plan.startsAtMs, at);
        const settings = settingsOf(input, { startMs, contacts: outlook.contacts, timeFactor });
        const usual = await usualAnswers(store, at, timeFactor);
        const model = modelOf(input.answers, usual.model);
        if (!hasOutcome(model)) throw noOutcome();
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const order = writeOrder({ model, settings });
        const signal = AbortSignal.any([gone.signal, closing.signal]);
        const outcome = await gateway.rehearse(id, order, signal).catch((error: unknown) => {
          throw signal.aborted ? isClosing() : unreached(error);
        });
        const found = forecastOf(outcome);
        const kept = { startAtMs: settings.startMs, contacts: outlook.contacts };
        await store.keepForecast({ id, forecast: keptForecastOf(found, kept), nowMs: nowMs() });
        return {
          campaign_id: id,
          start_at: iso(settings.startMs),
          contacts: outlook.contacts,
          currency,
          answers: modelView(model),
          assumptions: [usual.from, ...assumptionsOf(outlook, input)],
          ...forecastView(found),
          cut: cutsOf(found, outlook.contacts),
        } satisfies RehearsalAnswer;
      },
    );
  },
);

type Input = z.infer<typeof RehearsalInput>;

const settingsOf = (
  input: Input,
  { startMs, contacts, timeFactor }: { startMs: number; contacts: number; timeFactor: number },
): ForecastSettings => ({
  startMs,
  seed: input.seed,
  runs:
    input.runs ??
    (contacts > DEFAULT_FORECAST.many ? DEFAULT_FORECAST.runsOfMany : DEFAULT_FORECAST.runs),
  mostCalls: MOST_CALLS,
  mostCallsInAll: MOST_CALLS_IN_ALL,
  mostMs: MOST_DAYS * DAY_MS,
  agentBackAfterMs: input.agent_back_after === null ? null : durationMs(input.agent_back_after),
  billAfterMs:
    input.bill_after === undefined
      ? Math.round(DEFAULT_FORECAST.billAfterMs / timeFactor)
      : durationMs(input.bill_after),
});

/** What the account's own calls showed lately, or the default where they are too few. */
async function usualAnswers(
  store: Pick<ResourceDeps['store'], 'callsByQuarter' | 'calls'>,
  nowMs: number,
  timeFactor: number,
): Promise<{ model: AnswerModel; from: string }> {
  const toMs = Math.ceil(nowMs / QUARTER_MS) * QUARTER_MS;
  const span = { fromMs: toMs - MEASURED_DAYS * DAY_MS, toMs };
  const quarters = await store.callsByQuarter(span);
  const counts = quarters.reduce((sum, quarter) => addCounts(sum, quarter.counts), noCalls());
  const ended = { filter: { state: 'ended' }, order: 'desc' } as const;
  const { items } = await store.calls(ended, { limit: NEWEST_CALLS });
  const model = measuredAnswers(counts, timeFactor, measuredHandlingMs(items));
  const follow = 'all calls follow the model in `answers`, for every contact and at every time';
  if (model === undefined)
    return {
      model: defaultAnswersAt(timeFactor),
      from: `${follow}: a guess, until ${LEAST_MEASURED} calls have ended`,
    };
  const calls = measuredCalls(counts);
  return {
    model,
    from: `${follow}: as the account’s ${calls} calls of the last ${MEASURED_DAYS} days`,
  };
}

const QUARTER_MS = 15 * 60_000;
/** Of which it is measured how long calls keep their agents besides. */
const NEWEST_CALLS = 200;

/** @throws Problem */
function forecastOf(outcome: RehearsalOutcome): Forecast {
  switch (outcome.kind) {
    case 'done':
      return readForecast(outcome.forecast);
    case 'busy':
      throw unable(
        'rehearsal_busy',
        'The campaign is being rehearsed; only one rehearsal of it can run at a time.',
      );
    case 'failed':
      throw failed(outcome.code);
    default:
      return unreachable(outcome);
  }
}

const unable = (code: ProblemCode, detail: string) =>
  new Problem({ status: 503, code, detail, headers: { 'retry-after': '10' } });

const isClosing = () => unable('closing', 'The server is shutting down.');

function unreached(cause: unknown): Problem {
  const detail =
    'Temporal cannot be reached, and a worker rehearses: see that it runs, then try again.';
  return Object.assign(unable('temporal_unavailable', detail), { cause });
}

const FAILED: Record<(typeof REHEARSAL_FAULTS)[keyof typeof REHEARSAL_FAULTS], string> = {
  [REHEARSAL_FAULTS.tooLong]: `The rehearsal took longer than ${REHEARSAL_WITHIN_MS / 1_000} s: request fewer runs.`,
  [REHEARSAL_FAULTS.tooLarge]:
    'The campaign has too many contacts: its rehearsal needs more memory than it is allowed.',
};

const isKnownFault = (why: string): why is keyof typeof FAILED => Object.hasOwn(FAILED, why);

/** `why`: the type of the rehearsal's failure; null if it has not ended in time. */
function failed(why: string | null): Problem {
  if (why === null) {
    return unable(
      'rehearsal_not_ended',
      'No worker has finished the rehearsal in time: see that a worker runs that serves bookkeeping, then try again.',
    );
  }
  if (isKnownFault(why)) return unable(why, FAILED[why]);
  return new Problem({
    status: 500,
    code: 'rehearsal_failed',
    detail: `The rehearsal failed (${why}); its workflow in the Temporal Web UI shows the error.`,
  });
}

function noOutcome(): Problem {
  const detail = 'at least one weight must be more than 0';
  return new Problem({
    status: 422,
    code: 'invalid_request',
    detail: `answers/outcomes: ${detail}.`,
    errors: [{ pointer: '#/answers/outcomes', detail }],
  });
}

/** The assumptions of the rehearsal that differ from the present state. */
function assumptionsOf({ plan, account }: CampaignOutlook, input: Input): string[] {
  const paused = plan.agents.filter(({ state }) => state === 'paused').length;
  const back = input.agent_back_after;
  return [
    'no other campaign dials at the same time, and no settings change',
    ...(account.stopped ? ['the account, which is stopped, may dial again at the start'] : []),
    ...(account.hold?.open ? ['the hold of the account is lifted at the start'] : []),
    ...(paused > 0 ? [`the ${paused} agents who are paused stay paused`] : []),
    ...(plan.policy.agents.pauseAfterMisses === null
      ? []
      : [
          `agents paused for missed calls are ready again ${back === null ? 'never' : `after ${back}`}`,
        ]),
    ...(plan.policy.dialOrder === 'best-hours'
      ? ['contacts are dialled in the order of the list, not by the best hours of areas']
      : []),
    'no refusal pauses the campaign or puts the account on hold',
  ];
}

function cutsOf({ runs, runsLeftOut }: Forecast, contacts: number): string[] {
  const cut = (why: string) => runs.filter((run) => run.cut === why).length;
  return [
    ...(contacts > MOST_REHEARSED
      ? [`only the first ${MOST_REHEARSED} contacts were rehearsed`]
      : []),
    ...(cut('calls') > 0 ? [`${cut('calls')} runs were stopped after ${MOST_CALLS} calls`] : []),
    ...(cut('horizon') > 0 ? [`${cut('horizon')} runs were stopped after ${MOST_DAYS} days`] : []),
    ...(runsLeftOut > 0
      ? [`${runsLeftOut} runs were left out: those before made ${MOST_CALLS_IN_ALL} calls`]
      : []),
  ];
}
