/** Sends one webhook by the route of its origin. An origin without a route is never contacted. */
import { performance } from 'node:perf_hooks';
import { request, type Dispatcher } from 'undici';
import type { Route } from '../options.ts';
import type { TryResult } from './retry-policy.ts';

export interface WebhookPost {
  url: string;
  body: string;
  route: Route | undefined;
  timeoutMs: number;
  agent: Dispatcher;
}

export async function postWebhook(post: WebhookPost): Promise<TryResult> {
  const startedMs = performance.now();
  const outcome = await send(post).catch(failureOf);
  return { ...outcome, ackLost: false, latencyMs: Math.round(performance.now() - startedMs) };
}

type Outcome = Pick<TryResult, 'status' | 'error' | 'retryAfter'>;

async function send({ url, body, route, timeoutMs, agent }: WebhookPost): Promise<Outcome> {
  if (!route) return { status: null, error: 'no route to this origin', retryAfter: null };
  const { host, pathname, search } = new URL(url);
  const answer = await request(`${route.target}${pathname}${search}`, {
    method: 'POST',
    body,
    dispatcher: agent,
    signal: AbortSignal.timeout(timeoutMs),
    headersTimeout: 0,
    headers: { host, 'content-type': 'application/json', 'user-agent': 'click2call-webhooks/1.0' },
  });
  const retryAfter = answer.headers['retry-after'];
  await answer.body.dump();
  return {
    status: answer.statusCode,
    error: null,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  };
}

function failureOf(error: Error & { code?: string }): Outcome {
  const timedOut = error.name === 'TimeoutError';
  return {
    status: null,
    error: timedOut ? 'timeout' : (error.code ?? error.name),
    retryAfter: null,
  };
}
