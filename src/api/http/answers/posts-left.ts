/** What forbids calls is answered when no POST that was decided before it can still leave. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INTENT_AHEAD_MS } from '../../../domain/account/post-departure.ts';
import { unreachable } from '../../../domain/unreachable.ts';
import type { PostScope } from '../../../store/calls/placement-store.ts';
import type { Store } from '../../../store/store.ts';

/**
 * Whose POSTs have left when the answer comes: all, or those of the campaign, number or agent that the request names. `list`: all,
 * if the request puts numbers on a suppression list.
 */
export type Forbidden = 'account' | 'campaign' | 'number' | 'agent' | 'list';

declare module 'fastify' {
  interface FastifyContextConfig {
    forbids?: Forbidden;
  }
}

const LOOK_AGAIN_MS = 10;

/** The wait ends with the carrier's answers to these POSTs, or when it is too late for them to leave: after five seconds. */
export function answerAfterPosts(
  app: FastifyInstance,
  { store, nowMs }: { store: Pick<Store, 'postsLeaving'>; nowMs: () => number },
): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { forbids } = request.routeOptions.config;
    if (forbids === undefined || reply.statusCode >= 300) return payload;
    const decidedUntilMs = nowMs() + INTENT_AHEAD_MS;
    const scope = scopeOf(forbids, request, payload);
    if (!scope) return payload;
    while ((await store.postsLeaving(scope, { decidedUntilMs, nowMs: nowMs() })) > 0)
      await sleep(LOOK_AGAIN_MS);
    return payload;
  });
}

function scopeOf(
  forbids: Forbidden,
  { params, query }: FastifyRequest,
  answer: unknown,
): PostScope | undefined {
  const { campaignId, agentId } = params as Record<string, string>;
  switch (forbids) {
    case 'account':
      return {};
    case 'campaign':
      return { campaign: campaignId! };
    case 'number':
      // The path may have spaces in it; the answer has the number as it is dialled.
      return { number: (answer as { number: string }).number };
    case 'agent':
      return { agent: agentId! };
    case 'list':
      return 'suppress_list' in (query as object) ? {} : undefined;
    default:
      return unreachable(forbids);
  }
}
