import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Idempotent, IdempotencyKey } from '../../store/requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Digest of the body's bytes; empty if there is no body. */
    bodyDigest: string;
  }
}

/** The headers of a route's schema. It is a loose object, because requests have other headers too. */
export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'needs 1 to 255 visible ASCII characters')
    .optional()
    .meta({
      description:
        'The first request with a key takes effect; a repeat gets the same answer and has no further effect.',
    }),
});

/** The caller, and the idempotency key if the request has one. */
export function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header : null;
  // The query is included, because a request with other options is another request.
  const requestDigest = createHash('sha256')
    .update([request.method, request.url, request.bodyDigest].join('\n'))
    .digest('hex');
  const { id: caller, name: who } = request.caller;
  return { caller, who, key, requestDigest };
}

export function answerOf<Answer>(written: Idempotent<Answer>, reply: FastifyReply): Answer {
  if (written.replayed) reply.header('idempotency-replayed', 'true');
  return written.answer;
}
