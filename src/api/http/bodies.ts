import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** Reads bodies as JSON or merge patches, and keeps a digest of the bytes for the idempotency key. */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyDigest', '');
  app.removeAllContentTypeParsers();
  const read = async (request: { bodyDigest: string }, body: Buffer) => {
    request.bodyDigest = digestOf(body);
    return body.length === 0 ? undefined : parseJson(body);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
  app.addContentTypeParser(
    MERGE_PATCH,
    { parseAs: 'buffer' },
    async (request: { method: string; bodyDigest: string }, body: Buffer) => {
      if (request.method !== 'PATCH') throw notAPatch();
      return read(request, body);
    },
  );
}

const MERGE_PATCH = 'application/merge-patch+json';
const notAPatch = () =>
  new Problem({
    status: 415,
    code: 'unsupported_media_type',
    detail: `${MERGE_PATCH} is the body of a PATCH.`,
  });

const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex');

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(decodeUtf8(body));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem({ status: 400, code: 'malformed_json', detail: jsonFault(error) });
  }
}

// The parser's message quotes the body, which may hold personal data, so only the position is reported.
function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0];
  return place === undefined
    ? 'The body is not valid JSON.'
    : `The body is not valid JSON, ${place}.`;
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Problem({ status: 400, code: 'malformed_text', detail: 'The body is not UTF-8.' });
  }
}
