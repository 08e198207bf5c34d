import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Idempotent, IdempotencyKey } from '../../store/requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Digest of the body's bytes; empty if there is no body. */
    bodyDigest: string;
    /** The caller, and the idempotency key if the request has one. */
    idempotency: IdempotencyKey;
  }
  interface FastifyReply {
    /** What the store answered. A header says whether it was written by an earlier request with the same key. */
    answerOf: <Answer>(written: Idempotent<Answer>) => Answer;
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

/** What a route needs for its changes to take effect once for each key. */
export function changeOnce(app: FastifyInstance): void {
  app.decorateRequest('bodyDigest', '');
  app.decorateRequest('idempotency', {
    getter(): IdempotencyKey {
      return idempotencyKeyOf(this);
    },
  });
  app.decorateReply('answerOf', function <
    Answer,
  >(this: FastifyReply, { answer, replayed }: Idempotent<Answer>): Answer {
    if (replayed) this.header('idempotency-replayed', 'true');
    return answer;
  });
}

function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header : null;
  // The query is included, because a request with other options is another request.
  const requestDigest = createHash('sha256')
    .update([request.method, request.url, request.bodyDigest].join('\n'))
    .digest('hex');
  const { id: caller, name: who } = request.caller;
  return { caller, who, key, requestDigest };
}
