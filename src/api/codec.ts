/**
 * The remote codec for Temporal's Web UI and command line: decrypts or encrypts payloads. A browser sends the origin of
 * its page, and only origins in the list are accepted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Payload, PayloadCodec } from '@temporalio/common';
import * as z from 'zod';
import { Problem } from './http/problem.ts';

/** Enough for a page of a history with its payloads. Temporal limits one payload to 2 MiB. */
const LARGEST_BODY_BYTES = 8 * 1_048_576;
/** The headers that the Web UI sends. */
const HEADERS = 'authorization, authorization-extras, content-type, x-namespace';
const PREFLIGHT_GOOD_FOR_S = 600;

const Base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/, 'is not base64');
/** The JSON form of protobuf's `temporal.api.common.v1.Payloads`. Unknown fields are ignored. */
const PayloadsJson = z.object({
  payloads: z
    .array(z.object({ metadata: z.record(z.string(), Base64).nullish(), data: Base64.nullish() }))
    .default([]),
});
type PayloadJson = z.infer<typeof PayloadsJson>['payloads'][number];

export const codecRoutes =
  (codec: PayloadCodec, origins: readonly string[]) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => answerOrigin(request, reply, origins));

    app.options('/*', { config: { open: true }, schema: { hide: true } }, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': HEADERS,
          'access-control-max-age': String(PREFLIGHT_GOOD_FOR_S),
        })
        .code(204)
        .send(),
    );

    // A browser that opens this page asks for the key and then sends it with the Web UI's requests.
    app.get(
      '/',
      { config: { role: 'admin', basic: true }, schema: { hide: true } },
      async (_request, reply) =>
        reply
          .type('text/plain; charset=utf-8')
          .send(
            'The key is valid. The Web UI can now decode payloads here, if its cross-origin credentials are switched on.\n',
          ),
    );

    for (const way of ['encode', 'decode'] as const) {
      app.post(
        `/${way}`,
        {
          bodyLimit: LARGEST_BODY_BYTES,
          config: { role: 'admin', basic: true },
          schema: { hide: true },
        },
        async (request, reply) => {
          const payloads = await convert(() => codec[way](payloadsOf(request.body)));
          return reply.header('cache-control', 'no-store').send({ payloads: payloads.map(toJson) });
        },
      );
    }
  };

/** A request without `Origin` does not come from a page in a browser: the key alone is checked. */
function answerOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): void {
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  if (!origins.includes(origin)) {
    throw new Problem({
      status: 403,
      code: 'origin_not_allowed',
      detail:
        'Requests from this origin are not allowed: DIALWRIGHT_CODEC_ORIGINS does not name it.',
    });
  }
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  });
}

function payloadsOf(body: unknown): Payload[] {
  const read = PayloadsJson.safeParse(body);
  if (read.success) return read.data.payloads.map(fromJson);
  const detail = 'The body is not a list of payloads as Temporal writes them in JSON.';
  throw new Problem({ status: 422, code: 'malformed_payloads', detail });
}

async function convert(work: () => Promise<Payload[]>): Promise<Payload[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The message is the codec's own: it contains no more than the id of a key.
    const why = error instanceof Error ? error.message : 'the codec failed';
    const detail = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    throw new Problem({ status: 422, code: 'payload_not_converted', detail }, { cause: error });
  }
}

function fromJson({ metadata, data }: PayloadJson): Payload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
    ),
    data: Buffer.from(data ?? '', 'base64'),
  };
}

const toJson = ({ metadata, data }: Payload): PayloadJson => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)]),
  ),
  data: base64(data ?? new Uint8Array()),
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
