import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Account, AccountLimits } from '../../store/account-store.ts';
import type { Idempotent } from '../../store/requests.ts';
import {
  accountTag,
  AccountEdit,
  AccountStateView,
  AccountView,
  EditedAccountView,
  limitsAfter,
  stateView,
  pollingView,
  webhooksView,
} from './account-view.ts';
import { inJson } from '../http/answers/in-json.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { routes, routesOf } from '../http/routes.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import { webhooksOf } from '../campaigns/webhook-status.ts';
import { NoBody, iso } from '../http/schemas.ts';

const StopInput = z.strictObject({ reason: z.string().trim().min(1).max(200).nullish() }).nullish();

const { reads, changes } = routesOf('account');
const changed = { 200: taggedAnswer('The account', AccountStateView) };

export const accountRoutes = routes(async (app, deps) => {
  const { store, settings, nowMs } = deps;
  app.get(
    '/account',
    reads('read', {
      operationId: 'getAccount',
      summary: 'Show whether the account may dial, and the queue of the recording desk',
      response: { 200: taggedAnswer('The account', AccountView) },
    }),
    async (_request, reply): Promise<z.infer<typeof AccountView>> => {
      const account = await store.account();
      reply.header('etag', accountTag(account));
      const { deskSpacingMs: spacingMs, lookupAtMostMs } = settings.timing;
      const webhooks = await webhooksOf(deps);
      const desk = await store.desk({ nowMs: nowMs(), spacingMs, lookupAtMostMs });
      return {
        ...stateView(account, settings.timing.hold, webhooks, nowMs()),
        webhooks: webhooks ? webhooksView(webhooks) : null,
        polling: pollingView(await store.polledCalls(), settings.timing),
        recording_desk: {
          ...inJson(desk),
          closed: desk.closed && { reason: desk.closed.why, until: iso(desk.closed.untilMs) },
        },
      };
    },
  );
  for (const route of [limitsRoute, stopRoute, goRoute, liftRoute]) await app.register(route(deps));
});

const stopRoute = routes((app, deps) => {
  app.post(
    '/account/stop',
    changes('operate', {
      operationId: 'stopAccount',
      forbids: 'account',
      summary: 'Stop all new calls of the account at once',
      headers: WriteHeaders,
      body: StopInput,
      response: changed,
    }),
    async (request, reply) => {
      const reason = request.body?.reason ?? null;
      const precondition = ifMatch(request, accountTag);
      const input = { stopped: true, reason, precondition, nowMs: deps.nowMs() };
      const written = await deps.store.setAccountStopped(input, request.idempotency);
      return changedView(deps, written, reply);
    },
  );
});

const goRoute = routes((app, deps) => {
  app.post(
    '/account/go',
    changes('operate', {
      operationId: 'letAccountGo',
      summary: 'Let the account dial again',
      headers: WriteHeaders,
      body: NoBody,
      problems: [409],
      response: changed,
    }),
    async (request, reply) => {
      const precondition = ifMatch(request, accountTag);
      const input = { stopped: false, reason: null, precondition, nowMs: deps.nowMs() };
      const written = await deps.store.setAccountStopped(input, request.idempotency);
      signalDiallingCampaigns(deps);
      return changedView(deps, written, reply);
    },
  );
});

const limitsRoute = routes((app, deps) => {
  app.patch(
    '/account',
    changes('operate', {
      operationId: 'limitAccount',
      forbids: 'account',
      summary: 'Change the limits over all campaigns',
      description: MERGE_PATCH_RULE,
      headers: WriteHeaders,
      body: patchBody(AccountEdit),
      response: { 200: taggedAnswer('The account', EditedAccountView) },
    }),
    async (request, reply) => {
      const { hold } = deps.settings.timing;
      const input = {
        change: (known: AccountLimits) => limitsAfter(known, request.body, hold),
        precondition: ifMatch(request, accountTag),
        hold,
        nowMs: deps.nowMs(),
      };
      const written = await deps.store.setAccountLimits(input, request.idempotency);
      signalDiallingCampaigns(deps);
      const changed = await changedView(deps, written, reply);
      return { ...changed, removed: [...(written.answer.removed ?? [])] };
    },
  );
});

const liftRoute = routes((app, deps) => {
  app.post(
    '/account/hold/lift',
    changes('operate', {
      operationId: 'liftHold',
      summary: 'Lift the hold by hand',
      headers: WriteHeaders,
      body: NoBody,
      response: changed,
    }),
    async (request, reply) => {
      const input = { precondition: ifMatch(request, accountTag), nowMs: deps.nowMs() };
      const written = await deps.store.liftHold(input, request.idempotency);
      signalDiallingCampaigns(deps);
      return changedView(deps, written, reply);
    },
  );
});

async function changedView(deps: ResourceDeps, written: Idempotent<Account>, reply: FastifyReply) {
  const account = reply.answerOf(written);
  reply.header('etag', accountTag(account));
  return stateView(account, deps.settings.timing.hold, await webhooksOf(deps), deps.nowMs());
}
