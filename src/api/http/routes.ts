/** What the routes of the API have in common. A route says of itself only what others do not have. */
import type { FastifyPluginAsyncZodOpenApi, FastifyZodOpenApiSchema } from 'fastify-zod-openapi';
import type { Role } from '../../domain/keys/role.ts';
import type { ResourceDeps } from './api-deps.ts';
import { WriteHeaders } from './etags.ts';
import { IdempotencyHeaders } from './idempotency.ts';
import type { Forbidden } from './answers/posts-left.ts';
import { problems, type ProblemStatus } from './schemas.ts';

interface Schema extends FastifyZodOpenApiSchema {
  operationId: string;
  summary: string;
  /** What it may answer besides what every route, and every route of its form, may. */
  problems?: readonly ProblemStatus[];
  /** The route forbids calls, so its answer waits until no POST that was decided before can leave any more. */
  forbids?: Forbidden;
}

interface Route<Given> {
  config: { role: Role; forbids?: Forbidden };
  schema: Given;
}

interface Exceptions {
  /** Nothing that the path names must exist, so the answer is never 404. */
  neverMissing?: boolean;
}

/**
 * The second argument of `app.get` and its like, for routes of one group of the document.
 *
 * `reads` is for routes that change nothing, or nothing more when they are repeated. `changes` adds the header
 * `Idempotency-Key`; with `WriteHeaders` also the problem 412. Both add 401, and 404 where the path has parameters. `opens`
 * is for routes that need no key. What any route may answer with, such as 422, is added to the document.
 */
export function routesOf(group: string) {
  const route = <Given extends Schema>(
    role: Role,
    schema: Given,
    { neverMissing = false }: Exceptions = {},
  ): Route<Given> => {
    const { forbids, problems: own = [] } = schema;
    const missing = schema.params && !neverMissing ? [404 as const] : [];
    const changed = schema.headers === WriteHeaders ? [412 as const] : [];
    const response = { ...problems(401, ...missing, ...changed, ...own), ...schema.response };
    return {
      config: { role, ...(forbids && { forbids }) },
      schema: { tags: [group], ...schema, response },
    };
  };
  const changes: typeof route = (role, schema, exceptions) =>
    route(role, { headers: IdempotencyHeaders, ...schema }, exceptions);
  const opens = <Given extends Schema>({ problems: own = [], ...schema }: Given) => ({
    config: { open: true },
    schema: {
      tags: [group],
      security: [],
      ...schema,
      response: { ...problems(...own), ...schema.response },
    },
  });
  return { reads: route, changes, opens };
}

type App = Parameters<FastifyPluginAsyncZodOpenApi>[0];

/** A part of the API, which `create-api.ts` or another part registers. */
export const routes =
  <Deps = ResourceDeps>(add: (app: App, deps: Deps) => void | Promise<void>) =>
  (deps: Deps): FastifyPluginAsyncZodOpenApi =>
  async (app) =>
    add(app, deps);

type Part<Deps> = (deps: Deps) => FastifyPluginAsyncZodOpenApi;

/** Several parts as one, in this order. They may be defined behind it, because they are named when it is registered. */
export const parts = <Deps = ResourceDeps>(named: () => readonly Part<Deps>[]) =>
  routes<Deps>(async (app, deps) => {
    for (const part of named()) await app.register(part(deps));
  });
