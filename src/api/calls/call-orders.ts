import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { DIRECT_CAMPAIGN_ID, type CallRef } from '../../domain/ids.ts';
import type { CallRecordState } from '../../store/calls/call-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CallParams } from './calls.ts';
import { routes, routesOf } from '../http/routes.ts';
import { requireDialable } from '../contacts/numbers/requested-number.ts';
import { NoBody, jsonAnswer } from '../http/schemas.ts';

/** Who is called. */
export const CALLED = {
  number: z.string().meta({ example: '+12025550101' }),
  name: z.string().trim().min(1).max(200).nullish(),
};
const DirectCallInput = z
  .strictObject({ ...CALLED, agent_id: z.string().min(1).max(64).nullish() })
  .meta({ id: 'DirectCallInput' });

export const DirectCallView = z.object({
  ref: z.string(),
  campaign_id: z.string(),
  state: z.enum(['queued', 'ended']),
  reason: z.string().nullable().meta({
    description: 'Why a call has ended already: its number is suppressed, and it is not dialled.',
  }),
});
export const HangupView = z
  .object({
    ref: z.string(),
    state: z.string().meta({ description: 'State of the call when the hang-up was requested.' }),
    delivery: z.enum(['ended', 'signalled', 'stored']).meta({
      description:
        '`ended`: the call has ended already. `signalled`: its workflow was signalled. `stored`: its workflow could not be ' +
        'signalled; within seconds a worker reads the request from the database and asks the carrier.',
    }),
    detail: z.string(),
  })
  .meta({ id: 'Hangup' });

const { changes } = routesOf('calls');

export const callNowRoute = routes((app, deps) => {
  app.post(
    '/calls',
    changes('operate', {
      operationId: 'callNow',
      summary: 'Place one call now',
      description:
        'While the standing campaign `direct` is paused, the answer is 409 `campaign_paused` and no call is created.',
      body: DirectCallInput,
      response: { 202: jsonAnswer('The call is due', DirectCallView) },
      problems: [409],
    }),
    async (request, reply) => {
      const view = await orderDirectCall(deps, request.body, { request, reply });
      return reply.code(202).header('location', `/v1/calls/${view.ref}`).send(view);
    },
  );
});

/** @throws Problem 422 where the number cannot be dialled; StoreRefusal of `addDirectCall` */
export async function orderDirectCall(
  { store, gateway, background, nowMs }: ResourceDeps,
  { number, name, agent_id: agentId }: z.infer<typeof DirectCallInput>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<z.infer<typeof DirectCallView>> {
  const input = {
    number: requireDialable(number).e164,
    name: name ?? null,
    agentId: agentId ?? null,
    nowMs: nowMs(),
  };
  const ordered = reply.answerOf(await store.addDirectCall(input, request.idempotency));
  background.run('waking the campaign of direct calls', () =>
    gateway.wakeCampaign(DIRECT_CAMPAIGN_ID),
  );
  return { ...ordered, campaign_id: DIRECT_CAMPAIGN_ID };
}

export const hangupRoute = routes((app, deps) => {
  const { store, nowMs } = deps;
  app.post(
    '/calls/:ref/hangup',
    changes('operate', {
      operationId: 'hangUpCall',
      summary: 'End a call, or withdraw it before it is dialled',
      params: CallParams,
      body: NoBody,
      response: { 202: jsonAnswer('The call will end', HangupView) },
      problems: [409],
    }),
    async (request, reply) => {
      const input = { ref: request.params.ref, nowMs: nowMs() };
      const asked = reply.answerOf(await store.askHangup(input, request.idempotency));
      return reply.code(202).send(await signalHangup(deps, asked));
    },
  );
});

/** Whether the intent exists. Before it, the store stops the call from being dialled. After it, the carrier must end the call. */
function isOnItsWay(state: CallRecordState): boolean {
  return !['queued', 'claimed', 'waiting', 'ended'].includes(state);
}

interface Asked {
  ref: CallRef;
  state: CallRecordState;
}

/** The request is in the store already. A signal is faster and is shown in the Web UI. */
export async function signalHangup(
  { gateway, store, log }: ResourceDeps,
  asked: Asked,
): Promise<z.infer<typeof HangupView>> {
  const { ref } = asked;
  // A client repeats a request that got no answer, and the call may have ended meanwhile.
  const { state, carrierCallId } = await store.call(ref);
  if (state === 'ended') return { ref, state, delivery: 'ended', detail: 'The call has ended.' };
  const outcome = await gateway.hangUp(ref).catch((error: unknown) => {
    log.warn({ err: error, ref }, 'a call was not signalled to hang up');
    return 'refused' as const;
  });
  if (outcome === 'signalled') {
    return { ref, state, delivery: 'signalled', detail: 'The workflow of the call was signalled.' };
  }
  return { ref, state, delivery: 'stored', detail: storedDetail(state, carrierCallId) };
}

function storedDetail(state: CallRecordState, carrierCallId: string | null): string {
  const start = 'The request is stored; the workflow of the call could not be signalled.';
  if (!isOnItsWay(state)) return `${start} The call will not be dialled.`;
  if (carrierCallId === null) {
    return `${start} The carrier’s id of the call is not known yet: a worker ends the call once it is.`;
  }
  return `${start} Within seconds a worker reads it from the database and asks the carrier.`;
}
