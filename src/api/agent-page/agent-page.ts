/**
 * Routes of an agent's own page. A key of the role `agent` may use these and no others, and each of them reads and changes only
 * what is of its own agent.
 */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { CallRef } from '../../domain/ids.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { PauseInput, pauseOf } from '../agents/agent-states.ts';
import { AgentView, agentView } from '../agents/agent-view.ts';
import {
  CALLED,
  DirectCallView,
  HangupView,
  orderDirectCall,
  signalHangup,
} from '../calls/call-orders.ts';
import { CallParams } from '../calls/calls.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { GivenInstant, jsonAnswer, millisOrNull, NoBody } from '../http/schemas.ts';
import { OutcomeInput, OutcomeView } from '../outcomes/outcome-view.ts';
import { setOutcomeOf } from '../outcomes/set-outcome.ts';
import { AgentPageView, agentPageView } from './agent-page-view.ts';
import { campaignPageRoutes } from './campaign-page.ts';

const { reads, changes } = routesOf('agents');

export const agentPageRoutes = parts(() => [
  pageRoute,
  stateRoutes,
  callRoutes,
  campaignPageRoutes,
]);

/** The agent of the key. @throws Problem 403 */
function ownAgent({ caller }: FastifyRequest): string {
  if (caller.agentId !== null) return caller.agentId;
  throw new Problem({
    status: 403,
    code: 'no_agent',
    detail: `This is an agent’s own page, and the API key ${caller.name} belongs to no agent.`,
  });
}

/** A call of another agent is answered like one that is not there. @throws Problem 404 */
async function ownCall({ store }: ResourceDeps, agentId: string, ref: CallRef): Promise<void> {
  const call = await store.call(ref);
  if (call.agentId === agentId) return;
  throw new Problem({ status: 404, code: 'not_found', detail: 'There is no such call.' });
}

const pageRoute = routes((app, { store, nowMs }) => {
  app.get(
    '/agent',
    reads('agent', {
      operationId: 'getAgentPage',
      summary: 'Show the agent of this key, its call, the codes and the figures of its day',
      querystring: z.strictObject({
        since: GivenInstant.optional().meta({
          description: 'The beginning of the day; left out: 24 hours ago. At most 48 hours ago.',
        }),
      }),
      response: { 200: jsonAnswer('What the page shows', AgentPageView) },
      problems: [403],
    }),
    async (request) => {
      const id = ownAgent(request);
      const now = nowMs();
      const asked = millisOrNull(request.query.since) ?? now - DAY_MS;
      const sinceMs = Math.max(asked, now - 2 * DAY_MS);
      const [agent, call, codes, day, counts] = await Promise.all([
        store.agent(id),
        store.callOfAgent(id),
        store.outcomeCodes(),
        store.dayOfAgent(id, sinceMs),
        store.outcomeCounts({ agentId: id, fromMs: sinceMs, toMs: now + DAY_MS }),
      ]);
      return agentPageView({ agent, call, codes, day, counts, sinceMs });
    },
  );
});

const stateRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;
  app.post(
    '/agent/ready',
    changes('agent', {
      operationId: 'readyOwnAgent',
      summary: 'Take calls; ends the wrap-up, unless its campaign requires an outcome first',
      body: NoBody,
      response: { 200: jsonAnswer('The agent', AgentView) },
      problems: [403, 409],
    }),
    async (request, reply) => {
      const id = ownAgent(request);
      await mustHaveOutcome(deps, id);
      const move = { id, state: 'ready', nowMs: nowMs() } as const;
      const agent = reply.answerOf(await store.setAgentState(move, request.idempotency));
      signalDiallingCampaigns(deps);
      return agentView(agent);
    },
  );

  app.post(
    '/agent/pause',
    changes('agent', {
      operationId: 'pauseOwnAgent',
      forbids: 'agent',
      summary: 'Take no further call',
      body: PauseInput,
      response: { 200: jsonAnswer('The agent', AgentView) },
      problems: [403],
    }),
    async (request, reply) => {
      const move = { id: ownAgent(request), ...pauseOf(request.body ?? {}, nowMs()) };
      return agentView(reply.answerOf(await store.setAgentState(move, request.idempotency)));
    },
  );
});

/** @throws Problem 409 in a wrap-up that lasts until the outcome is set */
async function mustHaveOutcome({ store, nowMs }: ResourceDeps, id: string): Promise<void> {
  const { wrapUpUntilMs } = await store.agent(id);
  if (wrapUpUntilMs <= nowMs()) return;
  const last = await store.callOfAgent(id);
  if (!last || last.holdsAgent || last.outcomeWithinMs === null || last.outcome) return;
  throw new Problem({
    status: 409,
    code: 'outcome_needed',
    detail: `Say first what the call ${last.call.ref} led to: its campaign requires it.`,
    more: { call: last.call.ref },
  });
}

const OwnCallInput = z.strictObject(CALLED).meta({ id: 'OwnCallInput' });

const callRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;
  app.put(
    '/agent/calls/:ref/outcome',
    changes('agent', {
      operationId: 'setOwnOutcome',
      summary: 'Say what a call of this agent led to',
      params: CallParams,
      headers: WriteHeaders,
      body: OutcomeInput,
      response: { 200: taggedAnswer('The outcome', OutcomeView) },
      problems: [403, 409],
    }),
    async (request, reply) => {
      const { ref } = request.params;
      await ownCall(deps, ownAgent(request), ref);
      return setOutcomeOf(deps, ref, { body: request.body, request, reply });
    },
  );

  app.post(
    '/agent/calls/:ref/hangup',
    changes('agent', {
      operationId: 'hangUpOwnCall',
      summary: 'End a call of this agent',
      params: CallParams,
      body: NoBody,
      response: { 202: jsonAnswer('The call will end', HangupView) },
      problems: [403, 409],
    }),
    async (request, reply) => {
      const { ref } = request.params;
      await ownCall(deps, ownAgent(request), ref);
      const asked = await store.askHangup({ ref, nowMs: nowMs() }, request.idempotency);
      return reply.code(202).send(await signalHangup(deps, reply.answerOf(asked)));
    },
  );

  app.post(
    '/agent/calls',
    changes('agent', {
      operationId: 'callFromOwnPage',
      summary: 'Call a number now, with this agent',
      body: OwnCallInput,
      response: { 202: jsonAnswer('The call is due', DirectCallView) },
      problems: [403, 409],
    }),
    async (request, reply) => {
      const called = { ...request.body, agent_id: ownAgent(request) };
      return reply.code(202).send(await orderDirectCall(deps, called, { request, reply }));
    },
  );
});
