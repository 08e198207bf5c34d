import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

/**
 * Answers 405 with the allowed methods for a known path, and 404 for other paths and for a route that finds nothing. One
 * that has only a slash too many is told so.
 */
export function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { pattern: string[]; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: url.split('/'), methods: [method].flat() });
  });
  const withoutSlash = (parts: readonly string[]) =>
    parts.at(-1) === ''
      ? routes.find(({ pattern }) => fits(pattern, parts.slice(0, -1)))
      : undefined;
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const parts = partsOf(request);
    const allowed = new Set(
      routes.filter(({ pattern }) => fits(pattern, parts)).flatMap(({ methods }) => methods),
    );
    if (allowed.size === 0 || allowed.has(request.method)) {
      const meant = withoutSlash(parts);
      const detail = meant
        ? `Not found with a slash at the end. Send it without: ${pathOf(meant.pattern)}.`
        : 'Not found.';
      return sendProblem(reply, { status: 404, code: 'not_found', detail });
    }
    const allow = [...allowed].toSorted().join(', ');
    return sendProblem(reply, {
      status: 405,
      code: 'method_not_allowed',
      detail: `This path takes ${allow}.`,
      headers: { allow },
    });
  };
  app.setNotFoundHandler(answer);
  // A handler would run only after the body was read, which is not needed.
  app.addHook('onRequest', (request, reply, done) => {
    // The router takes `/v1/campaigns/` for a campaign whose id is empty.
    const isEmptyId = request.routeOptions.url?.split('/').at(-1)?.startsWith(':') === true;
    if (request.is404 || (isEmptyId && withoutSlash(partsOf(request)))) void answer(request, reply);
    else done();
  });
}

const partsOf = ({ url }: FastifyRequest): string[] => url.split('?', 1)[0]!.split('/');

/** The path is not quoted, because it may hold anything. */
const pathOf = (pattern: readonly string[]): string =>
  pattern.map((part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part)).join('/');

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) =>
      part.startsWith(':') ? parts[index] !== '' : part === parts[index],
    )
  );
}
