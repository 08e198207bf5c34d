import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import { DIRECT_CAMPAIGN_ID, type CallRef } from '../domain/ids.ts';
import type { CallRecordState } from '../store/call-store.ts';
import type { ResourceDeps } from './api-deps.ts';
import { CallParams } from './calls.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import { requireDialable } from './phone-number.ts';
import { Problem } from './problem.ts';
import { NoBody, jsonAnswer, problems } from './wire.ts';

const DirectCallInput = z
  .strictObject({
    number: z.string().meta({ example: '+12025550101' }),
    name: z.string().trim().min(1).max(200).nullish(),
    agent_id: z.string().min(1).max(64).nullish(),
  })
  .meta({ id: 'DirectCallInput' });

const DirectCallView = z.object({
  ref: z.string(),
  campaign_id: z.string(),
  state: z.enum(['queued', 'ended']),
  reason: z.string().nullable().meta({
    description: 'Of one that has ended already: its number is suppressed, and it is not dialled.',
  }),
});
const HangupView = z.object({ ref: z.string(), state: z.string() });

const tags = ['calls'];

export const callNowRoute =
  ({ store, gateway, bestEffort, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/calls',
      {
        schema: {
          tags,
          operationId: 'callNow',
          summary: 'One call now',
          headers: IdempotencyHeaders,
          body: DirectCallInput,
          response: {
            202: jsonAnswer('The call is due', DirectCallView),
            ...problems(400, 401, 404, 409, 422),
          },
        },
      },
      async (request, reply) => {
        const { number, name, agent_id: agentId } = request.body;
        const input = {
          number: requireDialable(number).e164,
          name: name ?? null,
          agentId: agentId ?? null,
          nowMs: nowMs(),
        };
        const ordered = answerOf(await store.addDirectCall(input, onceKey(request)), reply);
        bestEffort.run('telling the campaign of direct calls', () =>
          gateway.wakeCampaign(DIRECT_CAMPAIGN_ID),
        );
        const view = { ...ordered, campaign_id: DIRECT_CAMPAIGN_ID };
        return reply.code(202).header('location', `/v1/calls/${view.ref}`).send(view);
      },
    );
  };

export const hangupRoute =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const { store, gateway, bestEffort, nowMs } = deps;
    app.post(
      '/calls/:ref/hangup',
      {
        schema: {
          tags,
          operationId: 'hangUpCall',
          summary: 'End a call, or withdraw it before it is dialled',
          params: CallParams,
          headers: IdempotencyHeaders,
          body: NoBody,
          response: {
            202: jsonAnswer('The call will end', HangupView),
            ...problems(401, 404, 409, 422, 503),
          },
        },
      },
      async (request, reply) => {
        const input = { ref: request.params.ref, nowMs: nowMs() };
        const asked = answerOf(await store.askHangup(input, onceKey(request)), reply);
        if (isOnItsWay(asked.state)) return reply.code(202).send(await tellHangup(deps, asked));
        bestEffort.run('telling a call to hang up', () => gateway.hangUp(asked.ref));
        return reply.code(202).send(asked);
      },
    );
  };

/** Before its intent a call reads in the store that it must not be dialled; after it, only its workflow can end it. */
function isOnItsWay(state: CallRecordState): boolean {
  return !['queued', 'claimed', 'waiting', 'ended'].includes(state);
}

interface Asked {
  ref: CallRef;
  state: CallRecordState;
}

async function tellHangup({ gateway, store }: ResourceDeps, asked: Asked): Promise<Asked> {
  const { ref } = asked;
  const told = await gateway.hangUp(ref).catch((cause: unknown) => {
    throw notTold('Temporal cannot be reached: the live call was not told to end.', cause);
  });
  if (told !== 'gone') return asked;
  // Whoever asks again, since no answer came, may find that the call has ended meanwhile.
  const { state } = await store.call(ref);
  if (state === 'ended') return { ref, state };
  throw notTold('Nobody follows this call just now; its workflow is started again soon.');
}

const notTold = (detail: string, cause?: unknown) =>
  new Problem(
    { status: 503, code: 'hangup_not_delivered', detail, headers: { 'retry-after': '10' } },
    { cause },
  );
