import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { AgentView as StoredAgent } from '../../store/account-store.ts';
import {
  agentTag,
  AgentEdit,
  AgentInput,
  agentView,
  AgentView,
  EditedAgentView,
  settingsAfter,
} from './agent-view.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { IdempotencyHeaders, answerOf, idempotencyKeyOf } from '../http/idempotency.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import { NoBody, jsonAnswer, problems } from '../http/schemas.ts';

const AgentList = z.object({ data: z.array(AgentView), next_cursor: z.null() });

const AgentParams = z.object({ agentId: z.string().max(64) });

const tags = ['agents'];

export const agentRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const { store, nowMs } = deps;

    app.get(
      '/agents',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'listAgents',
          summary: 'List agents with their calls',
          response: { 200: jsonAnswer('The agents', AgentList), ...problems(401) },
        },
      },
      async () => ({ data: (await store.agents()).map(agentView), next_cursor: null }),
    );

    app.post(
      '/agents',
      {
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'addAgent',
          summary: 'Add an agent, ready to take calls',
          headers: IdempotencyHeaders,
          body: AgentInput,
          response: { 201: taggedAnswer('Added', AgentView), ...problems(400, 401, 409, 422) },
        },
      },
      async (request, reply) => {
        const { id = newAgentId(), ...given } = request.body;
        const agent = { id, ...given, state: 'ready' as const };
        const added = answerOf(
          await store.addAgent(agent, nowMs(), idempotencyKeyOf(request)),
          reply,
        );
        signalDiallingCampaigns(deps);
        reply.header('etag', agentTag(added));
        return reply.code(201).header('location', `/v1/agents/${added.id}`).send(agentView(added));
      },
    );

    app.get(
      '/agents/:agentId',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'getAgent',
          summary: 'Show an agent with its call',
          params: AgentParams,
          response: { 200: taggedAnswer('The agent', AgentView), ...problems(401, 404) },
        },
      },
      async ({ params }, reply) => {
        const agent = await store.agent(params.agentId);
        reply.header('etag', agentTag(agent));
        return agentView(agent);
      },
    );

    await app.register(editRoute(deps));
    await app.register(stateRoute(deps, 'ready'));
    await app.register(stateRoute(deps, 'pause'));
  };

const editRoute =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.patch(
      '/agents/:agentId',
      {
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: 'editAgent',
          summary: 'Change the name, pool or capacity of an agent',
          description:
            `${MERGE_PATCH_RULE} Calls that the agent has stay with it. A capacity below them is 409. Kind and address ` +
            'cannot be changed: pause the agent and add another.',
          params: AgentParams,
          headers: WriteHeaders,
          body: patchBody(AgentEdit),
          response: {
            200: taggedAnswer('The agent', EditedAgentView),
            ...problems(400, 401, 404, 409, 412, 415, 422),
          },
        },
      },
      async (request, reply) => {
        const input = {
          id: request.params.agentId,
          change: (known: StoredAgent) => settingsAfter(known, request.body),
          precondition: ifMatch(request, agentTag),
          nowMs: deps.nowMs(),
        };
        const agent = answerOf(await deps.store.editAgent(input, idempotencyKeyOf(request)), reply);
        signalDiallingCampaigns(deps);
        reply.header('etag', agentTag(agent));
        const { removed = [], ...edited } = agent;
        return { ...agentView(edited), removed: [...removed] };
      },
    );
  };

const stateRoute =
  (deps: ResourceDeps, move: 'ready' | 'pause'): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      `/agents/:agentId/${move}`,
      {
        config: { role: 'operate' },
        schema: {
          tags,
          operationId: `${move}Agent`,
          summary: move === 'ready' ? 'Let the agent take calls' : 'Pause the agent: no new calls',
          params: AgentParams,
          headers: WriteHeaders,
          body: NoBody,
          response: { 200: taggedAnswer('The agent', AgentView), ...problems(401, 404, 412, 422) },
        },
      },
      async (request, reply) => {
        const state = move === 'ready' ? ('ready' as const) : ('paused' as const);
        const { agentId: id } = request.params;
        const precondition = ifMatch(request, agentTag);
        const input = { id, state, precondition, nowMs: deps.nowMs() };
        const agent = answerOf(
          await deps.store.setAgentState(input, idempotencyKeyOf(request)),
          reply,
        );
        if (move === 'ready') signalDiallingCampaigns(deps);
        reply.header('etag', agentTag(agent));
        return agentView(agent);
      },
    );
  };

const newAgentId = () => `a${randomBytes(5).toString('hex')}`;
