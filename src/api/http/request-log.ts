import type { FastifyInstance } from 'fastify';
import { clientAddress } from './client-address.ts';

/** One line per request, by its route's pattern: paths hold tokens, and bodies hold numbers. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    };
    // Whose address it is matters where somebody was turned away, or something is wrong.
    const refused = { ...line, client: clientAddress(request) };
    if (reply.statusCode >= 500) request.log.warn(refused, 'request');
    else request.log.info(reply.statusCode === 401 ? refused : line, 'request');
  });
}
