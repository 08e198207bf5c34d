/** Strong entity tags (RFC 9110) of what a person may change: settings and state, and no figures that change by themselves. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Account, AgentView } from '../store/account-store.ts';
import type { Callback } from '../store/callback-store.ts';
import type { Campaign } from '../store/campaign-store.ts';
import type { Precondition } from '../store/store.ts';
import { campaignView } from './campaign-view.ts';
import { IdempotencyHeaders } from './idempotency.ts';
import { Problem } from './problem.ts';
import { ETagHeader, jsonAnswer } from './wire.ts';

/** For the `headers` of a route that changes a resource with a tag. */
export const WriteHeaders = IdempotencyHeaders.extend({
  'if-match': z.string().max(1_000).optional().meta({
    description:
      'The `ETag` that was read: where the resource was changed since, the answer is 412 and nothing is changed.',
  }),
});

/** The answer of a route that shows a resource with its tag. */
export const taggedAnswer = (description: string, schema: z.ZodType) => ({
  ...jsonAnswer(description, schema),
  headers: ETagHeader,
});

const tagOf = (shown: object): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

export const campaignTag = (campaign: Campaign): string => tagOf(campaignView(campaign));

export function callbackTag(callback: Callback): string {
  const { id, number, callRef, life } = callback;
  const { name, zone, agentId, agentAloneMs, pool, times } = callback;
  return tagOf([id, number, callRef, life, name, zone, agentId, agentAloneMs, pool, times]);
}

/** Of a hold that one of it, and not its probes, which come and go by themselves. */
export function accountTag({ stopped, hold, limits }: Account): string {
  return tagOf([stopped, hold?.open === true && [hold.openedAtMs, hold.reason], limits]);
}

export function agentTag(agent: AgentView): string {
  const { id, name, kind, address, state, pool, capacity, pausedWhy } = agent;
  return tagOf([id, name, kind, address, state, pool, capacity, pausedWhy]);
}

/** What `If-Match` asks, for the store to ask in the transaction of the change. */
export function ifMatch<Known>(
  request: FastifyRequest,
  tag: (known: Known) => string,
): Precondition<Known> {
  const wanted = request.headers['if-match'];
  if (wanted === undefined) return () => undefined;
  const tags = wanted.split(',').map((each) => each.trim());
  return (known) => {
    const current = tag(known);
    if (!tags.includes('*') && !tags.includes(current)) throw changedSince(current);
  };
}

const changedSince = (etag: string): Problem =>
  new Problem({
    status: 412,
    code: 'precondition_failed',
    detail:
      'It was changed since it was read, so nothing was changed now. Read it again, then decide anew.',
    more: { etag },
    headers: { etag },
  });
