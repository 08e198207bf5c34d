import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import { mayProbeAtMs } from '../domain/hold.ts';
import type { Account } from '../store/account-store.ts';
import type { DeskView } from '../store/recording-store.ts';
import type { ResourceDeps } from './api-deps.ts';
import { tellDiallingCampaigns } from './campaigns.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import { Instant, NoBody, iso, isoOrNull, jsonAnswer, problems } from './wire.ts';

const AccountView = z
  .object({
    stopped: z
      .object({ since: Instant, reason: z.string().nullable() })
      .nullable()
      .meta({ description: 'Set by a person: no call is placed, whatever else is said.' }),
    hold: z
      .object({
        reason: z.string(),
        probing: z.enum(['automatic', 'by-person']),
        opened_at: Instant,
        changed_at: Instant,
        refused_probes: z.int(),
        next_probe_at: Instant.nullable().meta({ description: 'Null: a person lifts the hold.' }),
      })
      .nullable()
      .meta({ description: 'The carrier refused the account.' }),
    live_calls: z.int(),
    recording_desk: z.object({
      queued: z.int(),
      last_lookup_at: Instant.nullable(),
      empty_at: Instant.nullable(),
    }),
  })
  .meta({ id: 'Account' });

const StopInput = z.strictObject({ reason: z.string().trim().min(1).max(200).nullish() }).nullish();

const tags = ['account'];
const answered = { 200: jsonAnswer('The account', AccountView) };

export const accountRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const { store, nowMs } = deps;
    const view = async (account: Account) => accountView(account, await desk(deps));

    app.get(
      '/account',
      {
        schema: {
          tags,
          operationId: 'getAccount',
          summary: 'Whether the account may dial, and the queue of the recording desk',
          response: { ...answered, ...problems(401) },
        },
      },
      async () => view(await store.account()),
    );

    app.post(
      '/account/hold/lift',
      {
        schema: {
          tags,
          operationId: 'liftHold',
          summary: 'Lift the hold by hand',
          headers: IdempotencyHeaders,
          body: NoBody,
          response: { ...answered, ...problems(401, 422) },
        },
      },
      async (request, reply) => {
        const account = answerOf(await store.liftHold(nowMs(), onceKey(request)), reply);
        tellDiallingCampaigns(deps);
        return view(account);
      },
    );

    app.post(
      '/account/stop',
      {
        schema: {
          tags,
          operationId: 'stopAccount',
          summary: 'Stop every new call of the account, at once',
          headers: IdempotencyHeaders,
          body: StopInput,
          response: { ...answered, ...problems(400, 401, 422) },
        },
      },
      async (request, reply) => {
        const input = { stopped: true, reason: request.body?.reason ?? null, nowMs: nowMs() };
        const once = await store.setAccountStopped(input, onceKey(request));
        return view(answerOf(once, reply));
      },
    );

    app.post(
      '/account/go',
      {
        schema: {
          tags,
          operationId: 'letAccountGo',
          summary: 'Let the account dial again',
          headers: IdempotencyHeaders,
          body: NoBody,
          response: { ...answered, ...problems(401, 422) },
        },
      },
      async (request, reply) => {
        const input = { stopped: false, reason: null, nowMs: nowMs() };
        const account = answerOf(await store.setAccountStopped(input, onceKey(request)), reply);
        tellDiallingCampaigns(deps);
        return view(account);
      },
    );
  };

const desk = ({ store, settings, nowMs }: ResourceDeps) =>
  store.desk({ nowMs: nowMs(), spacingMs: settings.timing.deskSpacingMs });

function accountView(
  { stopped, hold, liveCalls }: Account,
  { queued, lastLookupAtMs, emptyAtMs }: DeskView,
): z.infer<typeof AccountView> {
  return {
    stopped: stopped && { since: iso(stopped.sinceMs), reason: stopped.reason },
    hold: hold?.open
      ? {
          reason: hold.reason,
          probing: hold.probing,
          opened_at: iso(hold.openedAtMs),
          changed_at: iso(hold.changedAtMs),
          refused_probes: hold.refusedProbes,
          next_probe_at: isoOrNull(mayProbeAtMs(hold)),
        }
      : null,
    live_calls: liveCalls,
    recording_desk: {
      queued,
      last_lookup_at: isoOrNull(lastLookupAtMs),
      empty_at: isoOrNull(emptyAtMs),
    },
  };
}
