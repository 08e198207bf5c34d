/** Pauses agents, with a reason and until an instant, and makes them ready: one of them, or all of a pool. */
import * as z from 'zod';
import { AgentParams, agentTag, agentView, AgentView } from './agent-view.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { routes, routesOf } from '../http/routes.ts';
import { invalidField } from '../http/problem.ts';
import { wholeList, wholeListAnswer } from '../http/answers/pages.ts';
import { GivenInstant, millisOrNull, NoBody } from '../http/schemas.ts';

const PAUSE = {
  reason: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Shown with the agent and in its history.', example: 'lunch' }),
  until: GivenInstant.nullish().meta({
    description:
      'When the agent becomes ready by itself; left out or null: when somebody sets it ready.',
  }),
};
export const PauseInput = z.strictObject(PAUSE).nullish().meta({ id: 'AgentPauseInput' });
const Pool = z.string().trim().min(1).max(64);
const PoolPauseInput = z.strictObject({ pool: Pool, ...PAUSE }).meta({ id: 'PoolPauseInput' });
const PoolInput = z.strictObject({ pool: Pool }).meta({ id: 'PoolReadyInput' });

const { changes } = routesOf('agents');
const PAUSE_RULE =
  'A call that is under way goes on. After `until` the agent takes calls again, without anybody doing anything.';

export const agentStateRoutes = routes(async (app, deps) => {
  const { store, nowMs } = deps;

  app.post(
    '/agents/:agentId/pause',
    changes('operate', {
      operationId: 'pauseAgent',
      forbids: 'agent',
      summary: 'Pause the agent: no new calls',
      description: `${PAUSE_RULE} A second pause replaces \`until\`, and the reason if it names one.`,
      params: AgentParams,
      headers: WriteHeaders,
      body: PauseInput,
      response: { 200: taggedAnswer('The agent', AgentView) },
    }),
    async (request, reply) => {
      const { agentId: id } = request.params;
      const precondition = ifMatch(request, agentTag);
      const pause = pauseOf(request.body ?? {}, nowMs());
      const agent = reply.answerOf(
        await store.setAgentState({ id, ...pause, precondition }, request.idempotency),
      );
      reply.header('etag', agentTag(agent));
      return agentView(agent);
    },
  );

  app.post(
    '/agents/:agentId/ready',
    changes('operate', {
      operationId: 'readyAgent',
      summary: 'Let the agent take calls',
      description: 'It also ends the wrap-up of the agent, and its misses count from 0 again.',
      params: AgentParams,
      headers: WriteHeaders,
      body: NoBody,
      response: { 200: taggedAnswer('The agent', AgentView) },
    }),
    async (request, reply) => {
      const { agentId: id } = request.params;
      const precondition = ifMatch(request, agentTag);
      const move = { id, state: 'ready', precondition, nowMs: nowMs() } as const;
      const agent = reply.answerOf(await store.setAgentState(move, request.idempotency));
      signalDiallingCampaigns(deps);
      reply.header('etag', agentTag(agent));
      return agentView(agent);
    },
  );

  await app.register(poolRoutes(deps));
});

const poolRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;

  app.post(
    '/agents/pause',
    changes('operate', {
      operationId: 'pausePool',
      forbids: 'account',
      summary: 'Pause all agents of a pool',
      description: PAUSE_RULE,
      body: PoolPauseInput,
      response: { 200: wholeListAnswer('The agents', AgentView) },
      problems: [404],
    }),
    async (request, reply) => {
      const { pool, ...given } = request.body;
      const move = { pool, ...pauseOf(given, nowMs()) };
      const agents = reply.answerOf(await store.setPoolState(move, request.idempotency));
      return wholeList(agents, agentView);
    },
  );

  app.post(
    '/agents/ready',
    changes('operate', {
      operationId: 'readyPool',
      summary: 'Let all agents of a pool take calls',
      body: PoolInput,
      response: { 200: wholeListAnswer('The agents', AgentView) },
      problems: [404],
    }),
    async (request, reply) => {
      const move = { pool: request.body.pool, state: 'ready', nowMs: nowMs() } as const;
      const agents = reply.answerOf(await store.setPoolState(move, request.idempotency));
      signalDiallingCampaigns(deps);
      return wholeList(agents, agentView);
    },
  );
});

export function pauseOf({ reason, until }: z.infer<z.ZodObject<typeof PAUSE>>, nowMs: number) {
  const untilMs = millisOrNull(until);
  if (untilMs !== null && untilMs <= nowMs) throw invalidField('#/until', 'has passed');
  return { state: 'paused' as const, reason, untilMs, nowMs };
}
