import * as z from 'zod';
import {
  CALLBACK_MOVES,
  CALLBACK_STATES,
  type CallbackMove,
} from '../../domain/callbacks/callback-turn.ts';
import type { Callback, CallbackSettings } from '../../store/campaigns/callback-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CallbackEdit, CallbackInput, settingsAfter, settingsOf } from './callback-input.ts';
import { callbackCalendarRoute } from './callback-calendar.ts';
import {
  callbackTag,
  CallbackTurnView,
  CallbackView,
  callbackTurnView,
  callbackView,
  EditedCallbackView,
} from './callback-view.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import { newId } from '../temporal/new-id.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import {
  NUMBER_QUERY,
  requireDialable,
  searchedNumber,
} from '../contacts/numbers/requested-number.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { NoBody } from '../http/schemas.ts';

const CallbackParams = z.object({ callbackId: z.string().max(64) });
const CallbackQuery = PageQuery.extend({
  state: z.enum(CALLBACK_STATES).optional(),
  ...NUMBER_QUERY,
});

const { reads, changes } = routesOf('callbacks');

export const callbackRoutes = parts(() => [
  makeRoute,
  readRoutes,
  callbackCalendarRoute,
  editRoute,
  ...CALLBACK_MOVES.map(moveRoute),
]);

const makeRoute = routes((app, deps) => {
  const { store, nowMs } = deps;
  app.post(
    '/callbacks',
    changes('operate', {
      operationId: 'makeCallback',
      summary: 'Create a callback: call a number at a time, once or repeatedly',
      body: CallbackInput,
      response: { 201: taggedAnswer('It will come', CallbackView) },
      problems: [404],
    }),
    async (request, reply) => {
      const now = nowMs();
      const number = await numberOf(deps, request.body);
      const agentPool = await poolOf(deps, request.body);
      const { country } = number.kind;
      const settings = settingsOf(request.body, { country, agentPool, nowMs: now });
      const callRef = request.body.call_ref ?? null;
      const input = { id: newId('cb'), number: number.e164, callRef, settings, nowMs: now };
      const callback = reply.answerOf(await store.addCallback(input, request.idempotency));
      signalChange(deps, callback);
      reply.header('etag', callbackTag(callback));
      const location = `/v1/callbacks/${callback.id}`;
      return reply.code(201).header('location', location).send(callbackView(callback));
    },
  );
});

async function numberOf({ store }: ResourceDeps, { number, call_ref: ref }: CallbackInput) {
  if (number !== undefined) return requireDialable(number);
  return requireDialable((await store.call(ref!)).number);
}

async function poolOf(
  { store }: ResourceDeps,
  { agent_id: agentId }: CallbackInput,
): Promise<string | null> {
  if (agentId == null) return null;
  return (await store.agents()).find(({ id }) => id === agentId)?.pools[0] ?? null;
}

const readRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/callbacks',
    reads('read', {
      operationId: 'listCallbacks',
      summary: 'List callbacks, oldest first',
      description:
        'With `state`, a page may hold fewer than `limit` entries although there is a next page.',
      querystring: CallbackQuery,
      response: { 200: pageAnswer('A page of callbacks', CallbackView) },
    }),
    async ({ query }) => {
      const { state } = query;
      const number = searchedNumber(query);
      return listAnswer(
        await store.callbacks({ state, number }, pageRequest(query), nowMs()),
        callbackView,
      );
    },
  );

  app.get(
    '/callbacks/:callbackId',
    reads('read', {
      operationId: 'getCallback',
      summary: 'Show a callback',
      params: CallbackParams,
      response: { 200: taggedAnswer('The callback', CallbackView) },
    }),
    async ({ params }, reply) => {
      const callback = await store.callback(params.callbackId, nowMs());
      reply.header('etag', callbackTag(callback));
      return callbackView(callback);
    },
  );

  app.get(
    '/callbacks/:callbackId/turns',
    reads('read', {
      operationId: 'listCallbackTurns',
      summary: 'List the turns of a callback, newest first',
      params: CallbackParams,
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of turns', CallbackTurnView) },
    }),
    async ({ params, query }) =>
      listAnswer(
        await store.callbackTurns(params.callbackId, pageRequest(query), nowMs()),
        callbackTurnView,
      ),
  );
});

const editRoute = routes((app, deps) => {
  app.patch(
    '/callbacks/:callbackId',
    changes('operate', {
      operationId: 'editCallback',
      forbids: 'account',
      summary: 'Change the time and the agents of a callback',
      description: `${MERGE_PATCH_RULE} For a recurring callback this changes the turns to come; a one-off callback can be changed while it has no live call.`,
      params: CallbackParams,
      headers: WriteHeaders,
      body: patchBody(CallbackEdit),
      response: { 200: taggedAnswer('The callback', EditedCallbackView) },
      problems: [409],
    }),
    async (request, reply) => {
      const input = {
        id: request.params.callbackId,
        change: (known: CallbackSettings) => settingsAfter(known, request.body),
        precondition: ifMatch(request, callbackTag),
        nowMs: deps.nowMs(),
      };
      const callback = reply.answerOf(await deps.store.editCallback(input, request.idempotency));
      signalChange(deps, callback);
      reply.header('etag', callbackTag(callback));
      return { ...callbackView(callback), removed: [...callback.removed] };
    },
  );
});

const SUMMARIES: Record<CallbackMove, string> = {
  pause: 'Pause the callback until it is resumed',
  resume: 'Resume the callback',
  cancel: 'Cancel the callback for good',
};

const moveRoute = (move: CallbackMove) =>
  routes((app, deps) => {
    app.post(
      `/callbacks/:callbackId/${move}`,
      changes('operate', {
        operationId: `${move}Callback`,
        forbids: 'account',
        summary: SUMMARIES[move],
        description: 'A live call of the callback goes on. To end it, hang it up by its reference.',
        params: CallbackParams,
        headers: WriteHeaders,
        body: NoBody,
        response: { 200: taggedAnswer('The callback', CallbackView) },
        problems: [409],
      }),
      async (request, reply) => {
        const precondition = ifMatch(request, callbackTag);
        const input = { id: request.params.callbackId, move, precondition, nowMs: deps.nowMs() };
        const callback = reply.answerOf(await deps.store.moveCallback(input, request.idempotency));
        signalChange(deps, callback);
        reply.header('etag', callbackTag(callback));
        return callbackView(callback);
      },
    );
  });

/** A failure does no harm, because the sweep does the same. */
function signalChange({ gateway, background }: ResourceDeps, { id, times, last }: Callback): void {
  if (times.kind === 'every') {
    background.run('syncing the schedule of a callback', () => gateway.syncCallback(id));
  }
  const campaignId = last?.contact?.campaignId;
  if (campaignId !== undefined) {
    background.run('waking the campaign of callbacks', () => gateway.wakeCampaign(campaignId));
  }
}
