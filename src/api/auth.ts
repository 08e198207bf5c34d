/** Bearer keys. Deny by default: only a route that says `open` answers without one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without an API key. */
    open?: boolean;
  }
  interface FastifyRequest {
    /** Who asks: a digest of the API key. Empty on open routes. */
    caller: string;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Says which caller a key belongs to. Every key is compared, so that time tells nothing. */
function keyRing(apiKeys: readonly string[]): (key: string) => string | undefined {
  const known = apiKeys.map((key) => ({ digest: sha256(key), caller: callerOf(key) }));
  return (key) => {
    const digest = sha256(key);
    const matches = known.filter((entry) => timingSafeEqual(entry.digest, digest));
    return matches[0]?.caller;
  };
}

// Stands in the database: short, and not the digest that keys are compared by.
const callerOf = (key: string) => sha256(`dialwright caller ${key}`).toString('hex').slice(0, 24);

export function guard(app: FastifyInstance, apiKeys: readonly string[]): void {
  const callerWith = keyRing(apiKeys);
  app.decorateRequest('caller', '');
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.open === true) return;
    const key = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    const caller = key === undefined ? undefined : callerWith(key);
    if (caller === undefined) throw unauthorized(key === undefined);
    request.caller = caller;
  });
}

const unauthorized = (missing: boolean) =>
  new Problem({
    status: 401,
    code: 'unauthorized',
    detail: missing
      ? 'An API key is needed: Authorization: Bearer <key>.'
      : 'The API key is not known.',
    headers: { 'www-authenticate': 'Bearer realm="dialwright"' },
  });
