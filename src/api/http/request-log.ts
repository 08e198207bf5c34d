import type { FastifyInstance } from 'fastify';
import { clientAddress } from './client-address.ts';

/** Logs one line per request with its route's pattern, not its path: paths contain tokens. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    };
    // The client's address is logged only for refused and failed requests.
    const refused = { ...line, client: clientAddress(request) };
    if (reply.statusCode >= 500) request.log.warn(refused, 'request');
    else request.log.info(reply.statusCode === 401 ? refused : line, 'request');
  });
}
