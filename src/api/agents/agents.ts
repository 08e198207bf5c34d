import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { AgentView as StoredAgent } from '../../store/agent-store.ts';
import { agentImportRoutes } from './agent-import.ts';
import { agentStateRoutes } from './agent-states.ts';
import { agentTimeRoutes } from './agent-times.ts';
import {
  agentTag,
  AgentEdit,
  AgentInput,
  AgentParams,
  agentView,
  AgentView,
  DeletedAgentView,
  deletedAgentView,
  EditedAgentView,
  settingsAfter,
} from './agent-view.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { wholeList, wholeListAnswer } from '../http/answers/pages.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import { Problem } from '../http/problem.ts';
import { jsonAnswer } from '../http/schemas.ts';

const ListQuery = z.strictObject({
  pool: z.string().max(64).optional().meta({ description: 'Only the agents of this pool.' }),
});
const DeletionQuery = z.strictObject({
  replace_with: z.string().max(64).optional().meta({
    description: 'The agent to whom contacts and callbacks are bound instead.',
  }),
  force: z.string().max(64).optional().meta({
    description: 'The id of the agent again: any agent may take its contacts and callbacks.',
  }),
});

const { reads, changes } = routesOf('agents');

export const agentRoutes = parts(() => [
  readAndAddRoutes,
  editRoute,
  deleteRoute,
  agentStateRoutes,
  agentImportRoutes,
  agentTimeRoutes,
]);

const readAndAddRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;

  app.get(
    '/agents',
    reads('read', {
      operationId: 'listAgents',
      summary: 'List agents with their calls',
      querystring: ListQuery,
      response: { 200: wholeListAnswer('The agents', AgentView) },
    }),
    async ({ query: { pool = null } }) => wholeList(await store.agents(nowMs(), pool), agentView),
  );

  app.post(
    '/agents',
    changes('operate', {
      operationId: 'addAgent',
      summary: 'Add an agent, ready to take calls',
      body: AgentInput,
      response: { 201: taggedAnswer('Added', AgentView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { id = newAgentId(), ...given } = request.body;
      const agent = { id, ...given, state: 'ready' as const };
      const added = reply.answerOf(await store.addAgent(agent, nowMs(), request.idempotency));
      signalDiallingCampaigns(deps);
      reply.header('etag', agentTag(added));
      return reply.code(201).header('location', `/v1/agents/${added.id}`).send(agentView(added));
    },
  );

  app.get(
    '/agents/:agentId',
    reads('read', {
      operationId: 'getAgent',
      summary: 'Show an agent with its call',
      params: AgentParams,
      response: { 200: taggedAnswer('The agent', AgentView) },
    }),
    async ({ params }, reply) => {
      const agent = await store.agent(params.agentId, nowMs());
      reply.header('etag', agentTag(agent));
      return agentView(agent);
    },
  );
});

const editRoute = routes((app, deps) => {
  app.patch(
    '/agents/:agentId',
    changes('operate', {
      operationId: 'editAgent',
      forbids: 'agent',
      summary: 'Change the name, address, pools or capacity of an agent',
      description:
        `${MERGE_PATCH_RULE} Calls that the agent has stay with it. A capacity below them is 409, and so is another ` +
        'address while the agent has calls. The kind cannot be changed: add another agent.',
      params: AgentParams,
      headers: WriteHeaders,
      body: patchBody(AgentEdit),
      response: { 200: taggedAnswer('The agent', EditedAgentView) },
      problems: [409],
    }),
    async (request, reply) => {
      const input = {
        id: request.params.agentId,
        change: (known: StoredAgent) => settingsAfter(known, request.body),
        precondition: ifMatch(request, agentTag),
        nowMs: deps.nowMs(),
      };
      const agent = reply.answerOf(await deps.store.editAgent(input, request.idempotency));
      signalDiallingCampaigns(deps);
      reply.header('etag', agentTag(agent));
      const { removed = [], ...edited } = agent;
      return { ...agentView(edited), removed: [...removed] };
    },
  );
});

const deleteRoute = routes((app, { store, nowMs }) => {
  app.delete(
    '/agents/:agentId',
    changes('operate', {
      operationId: 'deleteAgent',
      forbids: 'agent',
      summary: 'Delete an agent',
      description:
        'An agent with live calls is 409 `agent_busy`: pause it, and delete it when they have ended. If contacts or ' +
        'callbacks are bound to the agent, the answer is 409 `agent_in_use` with their numbers: `replace_with` binds ' +
        'them to another agent, `force` lets any agent of their campaigns take them. The agent stays readable here, ' +
        'because its past calls name it, and its id is not given again. Many contacts take several steps, in which the agent ' +
        'is paused: a request with other terms takes them over, setting the agent ready cancels them, and this one is then ' +
        '409 `deletion_stopped`.',
      params: AgentParams,
      querystring: DeletionQuery,
      headers: WriteHeaders,
      response: {
        200: jsonAnswer('Deleted, and what became of what was bound to it', DeletedAgentView),
      },
      problems: [409],
    }),
    async (request, reply) => {
      const { agentId: id } = request.params;
      const { replace_with: replaceWith = null, force } = request.query;
      if (force !== undefined && force !== id) throw otherForced(id);
      const precondition = ifMatch(request, agentTag);
      const removal = { id, replaceWith, forced: force === id, precondition, nowMs: nowMs() };
      return deletedAgentView(
        reply.answerOf(await store.deleteAgent(removal, request.idempotency)),
      );
    },
  );
});

const otherForced = (id: string) =>
  new Problem({
    status: 422,
    code: 'invalid_request',
    detail: `\`force\` must name the agent that is deleted: ${id}.`,
    errors: [{ parameter: 'force', detail: `must be ${id}` }],
  });

const newAgentId = () => `a${randomBytes(5).toString('hex')}`;
