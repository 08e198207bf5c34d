/** Refuses large answers to clients without a key where too many are unread. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientGroup } from '../client-address.ts';
import type { Connections } from '../connections.ts';
import { problemJson, type ProblemInput } from '../problem.ts';

const TOO_MANY: ProblemInput = {
  status: 503,
  code: 'too_many_unread_answers',
  detail:
    'Too many clients have asked for large files and not read them yet. Retry in a few seconds.',
  headers: { 'retry-after': '2', connection: 'close', 'cache-control': 'no-store' },
};

/** Refuses at the last moment, when the size of the answer is known. */
export function limitUnreadAnswers(app: FastifyInstance, connections: Connections): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { raw } = request;
    if (raw.method === 'HEAD' || sizeOf(payload, reply) <= connections.smallAnswerBytes) {
      return payload;
    }
    const isRead = connections.answerLarge(raw.socket, clientGroup(request));
    if (isRead) {
      reply.raw.once('close', isRead);
      return payload;
    }
    if (payload instanceof Readable) payload.destroy();
    for (const name of OF_THE_FILE) reply.removeHeader(name);
    void reply
      .code(TOO_MANY.status)
      .headers(TOO_MANY.headers!)
      .type('application/problem+json; charset=utf-8');
    return JSON.stringify(problemJson(TOO_MANY));
  });
}

const OF_THE_FILE = [
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'accept-ranges',
];

/** Of a stream without a known length: none, because only callers with a key get such. */
function sizeOf(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return Number(reply.getHeader('content-length') ?? 0);
}
