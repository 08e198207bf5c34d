import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { AgentView as StoredAgent } from '../store/account-store.ts';
import type { ResourceDeps } from './api-deps.ts';
import { tellDiallingCampaigns } from './campaigns.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import { Instant, NoBody, iso, jsonAnswer, problems } from './wire.ts';

const SIP_ACCOUNT = /^[\w.@+-]{1,128}$/;

const AgentInput = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'needs 1 to 64 letters, digits, _ or -')
      .optional(),
    name: z.string().trim().min(1).max(200),
    kind: z.enum(['sip', 'stream']),
    address: z
      .string()
      .max(255)
      .meta({ description: 'SIP account name or id; for `stream` a wss URL.' }),
    pool: z.string().trim().min(1).max(64).default('default'),
    capacity: z
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .meta({ description: 'Most calls at once; a SIP account takes one.' }),
  })
  .refine(({ kind, capacity }) => kind === 'stream' || capacity === 1, {
    path: ['capacity'],
    message: 'a SIP account takes one call at a time',
  })
  .superRefine(({ kind, address }, context) => {
    const fault = addressFault(kind, address);
    if (fault) context.addIssue({ code: 'custom', path: ['address'], message: fault });
  })
  .meta({ id: 'AgentInput' });

const AgentView = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['sip', 'stream']),
    address: z.string(),
    state: z.enum(['ready', 'paused']),
    on_call: z.string().nullable().meta({ description: 'The call the agent is on.' }),
    pool: z.string(),
    capacity: z.int(),
    live_calls: z.int(),
    wrap_up_until: Instant.nullable().meta({ description: 'No call before then.' }),
    misses: z.int().meta({ description: 'Unanswered calls in a row.' }),
    paused_why: z.string().nullable(),
  })
  .meta({ id: 'Agent' });

const AgentList = z.object({ data: z.array(AgentView), next_cursor: z.null() });

const tags = ['agents'];

export const agentRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const { store, nowMs } = deps;

    app.get(
      '/agents',
      {
        schema: {
          tags,
          operationId: 'listAgents',
          summary: 'All agents, and the calls they are on',
          response: { 200: jsonAnswer('The agents', AgentList), ...problems(401) },
        },
      },
      async () => ({ data: (await store.agents()).map(agentView), next_cursor: null }),
    );

    app.post(
      '/agents',
      {
        schema: {
          tags,
          operationId: 'addAgent',
          summary: 'Add an agent, ready to take calls',
          headers: IdempotencyHeaders,
          body: AgentInput,
          response: { 201: jsonAnswer('Added', AgentView), ...problems(400, 401, 409, 422) },
        },
      },
      async (request, reply) => {
        const { id = newAgentId(), ...given } = request.body;
        const agent = { id, ...given, state: 'ready' as const };
        const once = await store.addAgent(agent, nowMs(), onceKey(request));
        tellDiallingCampaigns(deps);
        return reply.code(201).send(agentView(answerOf(once, reply)));
      },
    );

    await app.register(stateRoute(deps, 'ready'));
    await app.register(stateRoute(deps, 'pause'));
  };

const stateRoute =
  (deps: ResourceDeps, move: 'ready' | 'pause'): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      `/agents/:agentId/${move}`,
      {
        schema: {
          tags,
          operationId: `${move}Agent`,
          summary: move === 'ready' ? 'Let the agent take calls' : 'Give the agent no more calls',
          params: z.object({ agentId: z.string().max(64) }),
          headers: IdempotencyHeaders,
          body: NoBody,
          response: { 200: jsonAnswer('The agent', AgentView), ...problems(401, 404, 422) },
        },
      },
      async (request, reply) => {
        const state = move === 'ready' ? ('ready' as const) : ('paused' as const);
        const input = { id: request.params.agentId, state, nowMs: deps.nowMs() };
        const agent = answerOf(await deps.store.setAgentState(input, onceKey(request)), reply);
        if (move === 'ready') tellDiallingCampaigns(deps);
        return agentView(agent);
      },
    );
  };

function agentView(agent: StoredAgent): z.infer<typeof AgentView> {
  const { onCall, liveCalls, wrapUpUntilMs, pausedWhy, ...shown } = agent;
  return {
    ...shown,
    on_call: onCall,
    live_calls: liveCalls,
    wrap_up_until: wrapUpUntilMs === 0 ? null : iso(wrapUpUntilMs),
    paused_why: pausedWhy,
  };
}

function addressFault(kind: 'sip' | 'stream', address: string): string | undefined {
  if (kind === 'sip') {
    return SIP_ACCOUNT.test(address) ? undefined : 'must be the name or id of a SIP account';
  }
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'wss:' || protocol === 'ws:' ? undefined : 'must be a wss:// or ws:// URL';
}

const newAgentId = () => `a${randomBytes(5).toString('hex')}`;
