import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

/** Answers 405 with the allowed methods for a known path, and 404 for other paths and for a route that finds nothing. */
export function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { pattern: string[]; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: url.split('/'), methods: [method].flat() });
  });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const parts = request.url.split('?', 1)[0]!.split('/');
    const allowed = new Set(
      routes.filter(({ pattern }) => fits(pattern, parts)).flatMap(({ methods }) => methods),
    );
    if (allowed.size === 0 || allowed.has(request.method)) {
      const detail = 'Not found.';
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
    if (request.is404) void answer(request, reply);
    else done();
  });
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) =>
      part.startsWith(':') ? parts[index] !== '' : part === parts[index],
    )
  );
}
