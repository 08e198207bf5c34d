/** Strong entity tags (RFC 9110). A tag covers settings and state that a person may change, but no counters. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Precondition } from '../../store/requests.ts';
import { IdempotencyHeaders } from './idempotency.ts';
import { Problem } from './problem.ts';
import { ETagHeader, jsonAnswer } from './schemas.ts';

/** The headers of a route that changes a resource with a tag. */
export const WriteHeaders = IdempotencyHeaders.extend({
  'if-match': z.string().max(1_000).optional().meta({
    description:
      'The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed.',
  }),
});

/** The answer of a route that shows a resource with its tag. */
export const taggedAnswer = (description: string, schema: z.ZodType) => ({
  ...jsonAnswer(description, schema),
  headers: ETagHeader,
});

export const entityTag = (shown: object): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/** The check for `If-Match`. The store runs it in the transaction of the change. */
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
      'The resource was changed after it was read, so this request changed nothing. Read it again and retry.',
    more: { etag },
    headers: { etag },
  });
