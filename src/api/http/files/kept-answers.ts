/** Answers that are the same for everybody: held once in memory, as they are and compressed. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface KeptAnswer {
  plain: Buffer;
  gzip: Buffer;
  /** Weak, because both forms have the same. */
  etag: string;
}

const compress = promisify(gzip);

export async function kept(content: string | Buffer): Promise<KeptAnswer> {
  const plain = Buffer.from(content);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, gzip: await compress(plain), etag: `W/"${digest}"` };
}

export function sendKept(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { plain, gzip, etag }: KeptAnswer,
): FastifyReply {
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  void reply.headers({ etag, vary });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (!takesGzip(headers['accept-encoding'])) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(gzip);
}

const takesGzip = (accepted = '') =>
  /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
