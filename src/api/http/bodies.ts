import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decoderFor, refuseCompressed } from './text/body-text.ts';
import { Problem } from './problem.ts';

/** Reads bodies as JSON or merge patches, and keeps a digest of the bytes for the idempotency key. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const read = async (
    request: { bodyDigest: string } & Pick<FastifyRequest, 'headers'>,
    body: Buffer,
  ) => {
    refuseCompressed(request);
    request.bodyDigest = digestOf(body);
    return body.length === 0 ? undefined : parseJson(body);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
  app.addContentTypeParser(
    MERGE_PATCH,
    { parseAs: 'buffer' },
    async (
      request: { method: string; bodyDigest: string } & Pick<FastifyRequest, 'headers'>,
      body: Buffer,
    ) => {
      if (request.method !== 'PATCH') throw notAPatch();
      return read(request, body);
    },
  );
}

/**
 * Fastify checks a body against the schema of its content type. A request with neither body nor type has no such schema, so
 * without this check a handler would get nothing where it expects a body.
 */
export function requireBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, routeOptions: { schema } }) => {
    const described = schema?.body;
    const hasTypes = typeof described === 'object' && described !== null && 'content' in described;
    if (body !== undefined || !hasTypes) return;
    const types = Object.keys(described.content as object).join(' or ');
    throw new Problem({
      status: 422,
      code: 'invalid_request',
      detail: `A body is required: send one, with the Content-Type ${types}.`,
    });
  });
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
  const decoder = decoderFor(body, 'utf-8');
  try {
    return decoder.decode(body);
  } catch {
    throw new Problem({ status: 400, code: 'malformed_text', detail: 'The body is not UTF-8.' });
  }
}
