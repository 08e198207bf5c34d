import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
import { finished } from './openapi-document.ts';

const DESCRIPTION = `Durable click2call campaigns.

- Instants are RFC 3339 in UTC, durations read \`30s\`, \`5m\`, \`2h\`, money is a decimal string.
- Every POST takes an \`Idempotency-Key\`; a repeat gets the first answer, with \`Idempotency-Replayed: true\`.
- Errors are \`application/problem+json\` with a stable \`code\`; unknown fields are refused.
- Clients should pass over fields they do not know: fields may be added.`;

/** Must be registered before the routes it describes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifyZodOpenApiPlugin);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: '/', description: 'The server that this document comes from' }],
      info: { title: 'Dialwright', version: '1', description: DESCRIPTION },
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      security: [{ apiKey: [] }],
      tags: [
        'campaigns',
        'contacts',
        'suppressions',
        'calls',
        'callbacks',
        'agents',
        'account',
        'carrier',
        'reconciliations',
        'audit',
        'health',
      ].map((name) => ({
        name,
      })),
    },
    transform: fastifyZodOpenApiTransformers.transform,
    transformObject: (input) => finished(fastifyZodOpenApiTransformers.transformObject(input)),
  });
  // Anybody may ask for it: made once, and the same bytes are sent to all.
  let document: Buffer | undefined;
  app.get(
    '/openapi.json',
    { config: { open: true }, schema: { hide: true } },
    (_request, reply) => {
      document ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').send(document);
    },
  );
}

// All from our own origin. The page sets styles from its script.
const DOCS_CSP =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The document as a page. */
export async function docsPage(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true };
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CSP,
    uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
  });
}
