/** Checks API keys. Every route needs one, unless its config has `open`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No API key is needed. */
    open?: boolean;
    /** The key may also be the password of Basic authentication, the only kind that browsers send without a script. */
    basic?: boolean;
  }
  interface FastifyRequest {
    /** Identifies the caller: a digest of the API key. Empty on open routes. */
    caller: string;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The caller that a key belongs to. Every key is compared, so that the time taken reveals nothing. */
function keyRing(apiKeys: readonly string[]): (key: string) => string | undefined {
  const known = apiKeys.map((key) => ({ digest: sha256(key), caller: callerOf(key) }));
  return (key) => {
    const digest = sha256(key);
    const matches = known.filter((entry) => timingSafeEqual(entry.digest, digest));
    return matches[0]?.caller;
  };
}

// The database stores this, so it differs from the digest that keys are compared by.
const callerOf = (key: string) => sha256(`dialwright caller ${key}`).toString('hex').slice(0, 24);

export function guard(
  app: FastifyInstance,
  apiKeys: readonly string[],
  connections: Connections,
): void {
  const callerWith = keyRing(apiKeys);
  app.decorateRequest('caller', '');
  app.addHook('onRequest', async (request) => {
    const { open = false, basic = false } = request.routeOptions.config;
    if (request.is404 || open) return;
    const authorization = request.headers.authorization ?? '';
    const key = bearerKey(authorization) ?? (basic ? basicPassword(authorization) : undefined);
    const caller = key === undefined ? undefined : callerWith(key);
    if (caller === undefined) throw unauthorized(key === undefined, basic ? 'Basic' : 'Bearer');
    request.caller = caller;
    if (!connections.prove(request.raw.socket, 'key')) throw tooManyConnections();
  });
}

const bearerKey = (header: string) => /^Bearer +(\S+) *$/i.exec(header)?.[1];

/** The password of Basic authentication. The user name is ignored. */
function basicPassword(header: string): string | undefined {
  const text = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1];
  return text && /^[^:]*:(\S+)$/.exec(Buffer.from(text, 'base64').toString('utf8'))?.[1];
}

const tooManyConnections = () =>
  new Problem({
    status: 503,
    code: 'too_many_connections',
    detail: 'All connections for callers with an API key are in use. Retry soon.',
    headers: { 'retry-after': '5' },
  });

const unauthorized = (missing: boolean, scheme: 'Basic' | 'Bearer') =>
  new Problem({
    status: 401,
    code: 'unauthorized',
    detail: missing
      ? 'An API key is needed: Authorization: Bearer <key>.'
      : 'The API key is unknown.',
    headers: { 'www-authenticate': `${scheme} realm="dialwright"` },
  });
