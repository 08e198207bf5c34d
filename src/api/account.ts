import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import {
  holdAlert,
  holdEndsAtMs,
  mayProbeAtMs,
  type Hold,
  type HoldTiming,
} from '../domain/hold.ts';
import { HOLD_ENDS } from '../domain/hold-rules.ts';
import type { Account, AccountLimits } from '../store/account-store.ts';
import { WEBHOOK_STATES, type WebhookStanding } from '../domain/webhook-health.ts';
import type { ResourceDeps } from './api-deps.ts';
import { tellDiallingCampaigns } from './campaigns.ts';
import {
  HoldRulesInput,
  HoldRuleView,
  holdRulesOf,
  holdRuleView,
  usualRuleViews,
} from './hold-rules-view.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import { Instant, NoBody, iso, isoOrNull, jsonAnswer, problems } from './wire.ts';

const ACCOUNT_FIELDS = {
  stopped: z
    .object({ since: Instant, reason: z.string().nullable() })
    .nullable()
    .meta({ description: 'Set by a person: no call is placed, whatever else is said.' }),
  hold: z
    .object({
      reason: z.string(),
      rule: HoldRuleView.meta({ description: 'The rule in force: for this status and code.' }),
      opened_at: Instant,
      changed_at: Instant,
      refused_probes: z.int(),
      next_probe_at: Instant.nullable().meta({ description: 'Null: a person lifts the hold.' }),
      ends_at: Instant.nullable().meta({
        description:
          'When the rule ends by its `longest_time`, if its `most_probes` do not end it before.',
      }),
      ended: z
        .object({
          at: Instant,
          by: z.enum(['most-probes', 'longest-time']),
          did: z.enum(HOLD_ENDS),
        })
        .nullable()
        .meta({
          description: 'The rule has come to its end: nobody probes, a person lifts the hold.',
        }),
    })
    .nullable()
    .meta({ description: 'The carrier refused the account.' }),
  hold_rules: z
    .array(HoldRuleView)
    .meta({ description: 'As they were set; see `usual_hold_rules`.' }),
  usual_hold_rules: z.array(HoldRuleView).meta({
    description: 'What holds for a status that has no rule in `hold_rules`. Cannot be set.',
  }),
  alerts: z
    .array(z.object({ kind: z.enum(['hold-ended']), text: z.string(), since: Instant }))
    .meta({ description: 'What wants a person, for as long as it stands.' }),
  calls_per_second: z.number().nullable().meta({ description: 'Most POSTs, over all campaigns.' }),
  max_live_calls: z.int().nullable().meta({ description: 'Over all campaigns.' }),
  live_calls: z.int(),
};
export const AccountStateView = z.object(ACCOUNT_FIELDS).meta({ id: 'AccountState' });

const WebhooksView = z.object({
  state: z.enum(WEBHOOK_STATES).meta({
    description:
      'healthy: calls wait for them. lost: calls ended of which no webhook had told, so all are looked at by GET ' +
      'from their start until webhooks are heard again. unproven: none has come yet.',
  }),
  since: Instant.nullable(),
  heard: z
    .int()
    .meta({ description: 'Of those in `looked_at`, how many a webhook had told of before GET.' }),
  looked_at: z
    .int()
    .meta({ description: 'The last calls, eight at most, since the state changed.' }),
  last_heard_at: Instant.nullable(),
  listening: z
    .boolean()
    .meta({ description: 'False: our own ingress is away, and calls are looked at by GET.' }),
});

export const AccountView = z
  .object({
    ...ACCOUNT_FIELDS,
    webhooks: WebhooksView.nullable().meta({
      description:
        'Whether the carrier\u2019s webhooks arrive; null: there is no public URL, so none are asked for.',
    }),
    recording_desk: z.object({
      queued: z.int(),
      closed: z
        .object({ reason: z.string(), until: Instant })
        .nullable()
        .meta({ description: 'No recording is looked up before the instant.' }),
      last_lookup_at: Instant.nullable(),
      empty_at: Instant.nullable(),
    }),
  })
  .meta({ id: 'Account' });

const LimitsInput = z
  .strictObject({
    calls_per_second: z.number().min(0.001).max(10_000).nullable().optional(),
    max_live_calls: z.int().min(1).max(100_000).nullable().optional(),
    hold_rules: HoldRulesInput.nullable().optional(),
  })
  .meta({ id: 'AccountLimits', description: 'Null takes a limit away; what is left out stays.' });

const StopInput = z.strictObject({ reason: z.string().trim().min(1).max(200).nullish() }).nullish();

const tags = ['account'];
const changed = { 200: jsonAnswer('The account', AccountStateView), ...problems(400, 401, 422) };

export const accountRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const { store, settings, nowMs } = deps;
    app.get(
      '/account',
      {
        schema: {
          tags,
          operationId: 'getAccount',
          summary: 'Whether the account may dial, and the queue of the recording desk',
          response: { 200: jsonAnswer('The account', AccountView), ...problems(401) },
        },
      },
      async (): Promise<z.infer<typeof AccountView>> => {
        const { deskSpacingMs: spacingMs, lookupAtMostMs } = settings.timing;
        const desk = await store.desk({ nowMs: nowMs(), spacingMs, lookupAtMostMs });
        return {
          ...stateView(await store.account(), settings.timing.hold),
          webhooks:
            settings.publicUrl === undefined ? null : webhooksView(await store.webhooks(nowMs())),
          recording_desk: {
            queued: desk.queued,
            closed: desk.closed && { reason: desk.closed.why, until: iso(desk.closed.untilMs) },
            last_lookup_at: isoOrNull(desk.lastLookupAtMs),
            empty_at: isoOrNull(desk.emptyAtMs),
          },
        };
      },
    );
    for (const route of [limitsRoute, stopRoute, goRoute, liftRoute])
      await app.register(route(deps));
  };

const stopRoute =
  ({ store, settings, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/account/stop',
      {
        schema: {
          tags,
          operationId: 'stopAccount',
          summary: 'Stop every new call of the account, at once',
          headers: IdempotencyHeaders,
          body: StopInput,
          response: changed,
        },
      },
      async (request, reply) => {
        const input = { stopped: true, reason: request.body?.reason ?? null, nowMs: nowMs() };
        const once = await store.setAccountStopped(input, onceKey(request));
        return stateView(answerOf(once, reply), settings.timing.hold);
      },
    );
  };

const goRoute =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/account/go',
      {
        schema: {
          tags,
          operationId: 'letAccountGo',
          summary: 'Let the account dial again',
          headers: IdempotencyHeaders,
          body: NoBody,
          response: changed,
        },
      },
      async (request, reply) => {
        const input = { stopped: false, reason: null, nowMs: deps.nowMs() };
        const once = await deps.store.setAccountStopped(input, onceKey(request));
        tellDiallingCampaigns(deps);
        return stateView(answerOf(once, reply), deps.settings.timing.hold);
      },
    );
  };

const limitsRoute =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.patch(
      '/account',
      {
        schema: {
          tags,
          operationId: 'limitAccount',
          summary: 'Limits over all campaigns, changeable while they run',
          headers: IdempotencyHeaders,
          body: LimitsInput,
          response: changed,
        },
      },
      async (request, reply) => {
        const { hold } = deps.settings.timing;
        const input = { limits: limitsOf(request.body, hold), hold, nowMs: deps.nowMs() };
        const once = await deps.store.setAccountLimits(input, onceKey(request));
        tellDiallingCampaigns(deps);
        return stateView(answerOf(once, reply), deps.settings.timing.hold);
      },
    );
  };

const liftRoute =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/account/hold/lift',
      {
        schema: {
          tags,
          operationId: 'liftHold',
          summary: 'Lift the hold by hand',
          headers: IdempotencyHeaders,
          body: NoBody,
          response: changed,
        },
      },
      async (request, reply) => {
        const once = await deps.store.liftHold(deps.nowMs(), onceKey(request));
        tellDiallingCampaigns(deps);
        return stateView(answerOf(once, reply), deps.settings.timing.hold);
      },
    );
  };

function limitsOf(
  {
    calls_per_second: callsPerSecond,
    max_live_calls: maxLiveCalls,
    hold_rules: holdRules,
  }: z.infer<typeof LimitsInput>,
  usual: HoldTiming,
): Partial<AccountLimits> {
  return {
    ...(callsPerSecond !== undefined && { callsPerSecond }),
    ...(maxLiveCalls !== undefined && { maxLiveCalls }),
    ...(holdRules !== undefined && { holdRules: holdRulesOf(holdRules ?? [], usual) }),
  };
}

function webhooksView(standing: WebhookStanding): z.infer<typeof WebhooksView> {
  return {
    state: standing.state,
    since: isoOrNull(standing.sinceMs),
    heard: standing.recent.filter((heard) => heard).length,
    looked_at: standing.recent.length,
    last_heard_at: isoOrNull(standing.heardAtMs),
    listening: !standing.deaf,
  };
}

function stateView(
  { stopped, hold, limits, liveCalls }: Account,
  usual: HoldTiming,
): z.infer<typeof AccountStateView> {
  return {
    stopped: stopped && { since: iso(stopped.sinceMs), reason: stopped.reason },
    hold: hold?.open ? holdView(hold) : null,
    hold_rules: limits.holdRules.map(holdRuleView),
    usual_hold_rules: usualRuleViews(usual),
    alerts: alertsOf(hold),
    calls_per_second: limits.callsPerSecond,
    max_live_calls: limits.maxLiveCalls,
    live_calls: liveCalls,
  };
}

function holdView(hold: Hold): NonNullable<z.infer<typeof AccountStateView>['hold']> {
  const { ended } = hold;
  return {
    reason: hold.reason,
    rule: holdRuleView({ status: hold.status, code: hold.code ?? null, rule: hold.rule }),
    opened_at: iso(hold.openedAtMs),
    changed_at: iso(hold.changedAtMs),
    refused_probes: hold.refusedProbes,
    next_probe_at: isoOrNull(mayProbeAtMs(hold)),
    ends_at: isoOrNull(holdEndsAtMs(hold)),
    ended: ended ? { at: iso(ended.atMs), by: ended.by, did: ended.did } : null,
  };
}

function alertsOf(hold: Hold | undefined): z.infer<typeof AccountStateView>['alerts'] {
  const alert = holdAlert(hold);
  return alert ? [{ kind: 'hold-ended', text: alert.text, since: iso(alert.sinceMs) }] : [];
}
