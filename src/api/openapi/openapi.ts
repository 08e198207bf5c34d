import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from 'fastify';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
import type { Role } from '../../domain/keys/role.ts';
import { kept, sendKept, type KeptAnswer } from '../http/files/kept-answers.ts';
import { KeptFiles } from '../http/files/kept-files.ts';
import { SESSION_COOKIE } from '../http/sessions/session-cookie.ts';
import { finished } from './openapi-document.ts';
import { DESCRIPTION, TAGS } from './openapi-text.ts';

/** Must be registered before the routes it describes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifyZodOpenApiPlugin);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: '/', description: 'The server that this document comes from' }],
      info: { title: 'Dialwright', version: '1', description: DESCRIPTION },
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
      tags: [...TAGS],
    },
    transform: (input) =>
      withRole(fastifyZodOpenApiTransformers.transform(withOwnAnswers(input)), input.route),
    transformObject: (input) => finished(fastifyZodOpenApiTransformers.transformObject(input)),
  });
  app.get('/openapi.json', { config: { open: true }, schema: { hide: true } }, asJson(app));
}

declare module 'fastify' {
  interface FastifySchema {
    'x-role'?: Role;
  }
}

type Described = ReturnType<typeof fastifyZodOpenApiTransformers.transform>;

/** An extension of the document: the role that the API key needs. Absent: the operation is open. */
function withRole(described: Described, { config }: Pick<RouteOptions, 'config'>): Described {
  const role = config?.role;
  return role ? { ...described, schema: { ...described.schema, 'x-role': role } } : described;
}

type Transform = typeof fastifyZodOpenApiTransformers.transform;

/** Answers that several routes share are copied, because the transformer describes each object only once. */
function withOwnAnswers(input: Parameters<Transform>[0]): Parameters<Transform>[0] {
  const { schema } = input;
  const shared: unknown = schema?.response;
  if (typeof shared !== 'object' || shared === null) return input;
  const response = Object.fromEntries(
    Object.entries(shared).map(([status, answer]: [string, unknown]) => [
      status,
      typeof answer === 'object' && answer !== null && 'content' in answer ? { ...answer } : answer,
    ]),
  );
  return { ...input, schema: { ...schema, response } };
}

const asJson = (app: FastifyInstance) =>
  madeOnce('application/json; charset=utf-8', () => JSON.stringify(app.swagger()));

/** Makes the document once and sends the same bytes to everybody: the route needs no key, so requests must be cheap. */
function madeOnce(type: string, make: () => string): RouteHandlerMethod {
  let made: Promise<KeptAnswer> | undefined;
  return async (request, reply) =>
    sendKept(request, reply.type(type), await (made ??= kept(make())));
}

// Everything comes from our own origin. The page's script sets inline styles.
const DOCS_CSP =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the document as a web page. */
export async function docsPage(app: FastifyInstance): Promise<void> {
  const handlers = new Map([
    ['/docs/static/*', filesOfThePage()],
    ['/docs/json', asJson(app)],
    ['/docs/yaml', madeOnce('application/x-yaml', () => app.swagger({ yaml: true }))],
  ]);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true };
    // The package's own handlers would make the document again, and read the file again, for each request.
    route.handler = handlers.get(route.url) ?? route.handler;
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CSP,
    uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
  });
}

function filesOfThePage(): RouteHandlerMethod {
  const folder = fileURLToPath(new URL('static', import.meta.resolve('@fastify/swagger-ui')));
  const names = new Set(readdirSync(folder));
  const files = new KeptFiles(folder);
  return async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    const file = names.has(name) ? await files.find(name) : undefined;
    if (!file) return reply.callNotFound();
    return sendKept(
      request,
      reply.type(file.type).header('cache-control', 'public, max-age=3600'),
      file,
    );
  };
}
