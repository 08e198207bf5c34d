import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';
import { TokenBucket } from './load/token-bucket.ts';

/** Anybody may send requests without a key, so not each of them gets a line: an answer is small, and a disk is finite. */
const LINES_WITHOUT_KEY = { burst: 200, perSecond: 10 };

/** Of webhooks, which are most of all requests. What they told is in the inbox, and metrics count them. */
const isTakenWebhook = ({ routeOptions }: FastifyRequest, status: number): boolean =>
  routeOptions.config.isHook === true && status === 204;

/** Logs one line per request with its route's pattern, not its path: paths contain tokens. */
export function logRequests(app: FastifyInstance): void {
  const lines = new TokenBucket(LINES_WITHOUT_KEY);
  let leftOut = 0;
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    const isForeign = !isKnown(request, status);
    if (isForeign && !lines.take(performance.now())) {
      leftOut += 1;
      return;
    }
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      durationMs: Math.round(reply.elapsedTime),
      // The client's address is logged only for refused and failed requests.
      ...((status >= 500 || (isForeign && status >= 400)) && { client: clientAddress(request) }),
      // Lines of requests without a key since the last one that was written.
      ...(isForeign && leftOut > 0 && { leftOut }),
    };
    if (isForeign) leftOut = 0;
    if (status >= 500) request.log.warn(line, 'request');
    else if (isTakenWebhook(request, status)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
}

/** It showed a key, a session or the token of a webhook. */
const isKnown = ({ caller, routeOptions }: FastifyRequest, status: number): boolean =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- open routes have no caller
  caller !== undefined || (routeOptions.config.isHook === true && status < 400);
