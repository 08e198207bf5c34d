/**
 * Checks API keys, sessions and roles. Every route names the role that it needs, or that it is open.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { includesRole, type Role } from '../../domain/keys/role.ts';
import type { Connections } from './connections.ts';
import { refuseCrossSite } from './sessions/cross-site.ts';
import { Problem } from './problem.ts';
import { sessionTokenOf } from './sessions/session-cookie.ts';

/** Who sends a request. */
export interface Caller {
  /** Stays the same for one key or user. Idempotency keys belong to it. */
  id: string;
  /** `who` of the audit. */
  name: string;
  role: Role;
  /** Of the role `agent`: its agent; else null. */
  agentId: string | null;
  /** A key of the environment or of the store, or a user. */
  source: 'environment' | 'store' | 'user';
  /** Null: never. */
  expiresAtMs: number | null;
}

/** What a request shows: an API key, or the token of a session, which stands for the key or user that it was started with. */
export interface Credential {
  kind: 'key' | 'session';
  text: string;
}

/** Finds the caller that a credential belongs to. */
export interface Authenticator {
  /**
   * Undefined: it is unknown, revoked, ended or expired. What was revoked or ended is found for less than five seconds.
   * @throws StoreUnavailable if the database is needed and away
   */
  callerWith(credential: Credential): Promise<Caller | undefined>;
  /** The same for a new request. After wrong keys from its address it may wait. @throws Problem too many wait there */
  callerOf(request: FastifyRequest, credential: Credential): Promise<Caller | undefined>;
  /** Notes in the background that the key was used. */
  noteUse(caller: Caller): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest role that may use the route. Every route has this or `open`. */
    role?: Role;
    /** No API key is needed. */
    open?: boolean;
    /**
     * The key may also be the password of Basic authentication, which browsers send to other origins without a script. A
     * session does not count.
     */
    basic?: boolean;
  }
  interface FastifyRequest {
    /** Only on routes that are not open. */
    caller: Caller;
  }
}

/** With what an authenticator remembers, a revoked key ends its long answers within about five seconds. */
const CHECK_EACH_MS = 1_000;

export function guard(app: FastifyInstance, keys: Authenticator, connections: Connections): void {
  refuseRoutesWithoutRole(app);
  // Set for each request below, before the route runs.
  app.decorateRequest('caller', undefined as unknown as Caller);
  app.addHook('onRequest', async (request) => {
    const { role = 'admin', open = false, basic = false } = request.routeOptions.config;
    if (request.is404 || open) return;
    const scheme = basic ? 'Basic' : 'Bearer';
    const credential = credentialOf(request, { basic });
    if (!credential) throw missingCredential(scheme);
    if (credential.kind === 'session') refuseCrossSite(request);
    const caller = await keys.callerOf(request, credential);
    if (!caller) throw invalidCredential(credential.kind, scheme);
    request.caller = caller;
    if (!connections.prove(request.raw.socket, 'key')) throw tooManyConnections();
    keys.noteUse(caller);
    if (!includesRole(caller.role, role)) throw forbidden(caller, role);
  });
  endLongAnswers(app, keys);
}

/** Breaks off streams and downloads when the credential is not valid any more, so that no client takes a part for the whole. */
function endLongAnswers(app: FastifyInstance, keys: Authenticator): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    const { open = false, basic = false } = request.routeOptions.config;
    const credential = credentialOf(request, { basic });
    if (open || !credential || !(payload instanceof Readable)) return;
    const check = async () => {
      // Without the database nobody can tell. Keys of the environment do not need it.
      const isAllowed = await keys.callerWith(credential).then(Boolean, () => true);
      if (!isAllowed) payload.destroy();
    };
    const timer = setInterval(() => void check(), CHECK_EACH_MS).unref();
    payload.once('close', () => clearInterval(timer));
  });
}

/** A route that names neither is a mistake, so the server does not start. */
function refuseRoutesWithoutRole(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // Only now, because hooks of plugins may set the config of their routes.
  app.addHook('onReady', async () => {
    const faulty = routes.filter(({ config }) => !config?.open && config?.role === undefined);
    if (faulty.length === 0) return;
    const names = faulty.map(({ method, url }) => `${String(method)} ${url}`).join(', ');
    throw new Error(`The config of each route needs a \`role\`, or \`open: true\`: ${names}`);
  });
}

/** The cookie of a session counts only where there is no `Authorization` header. */
export function credentialOf(
  request: FastifyRequest,
  { basic = false }: { basic?: boolean } = {},
): Credential | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const token = basic ? undefined : sessionTokenOf(request);
    return token === undefined ? undefined : { kind: 'session', text: token };
  }
  const key = bearerKey(authorization) ?? (basic ? basicPassword(authorization) : undefined);
  return key === undefined ? undefined : { kind: 'key', text: key };
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

type Scheme = 'Basic' | 'Bearer';

const missingCredential = (scheme: Scheme) =>
  unauthorized('An API key is needed: Authorization: Bearer <key>.', scheme);

const INVALID: Record<Credential['kind'], string> = {
  key: 'The API key is unknown, revoked or expired.',
  session: 'The session has ended. Sign in again.',
};

export const invalidCredential = (kind: Credential['kind'], scheme: Scheme = 'Bearer'): Problem =>
  unauthorized(INVALID[kind], scheme);

const unauthorized = (detail: string, scheme: Scheme) =>
  new Problem({
    status: 401,
    code: 'unauthorized',
    detail,
    headers: { 'www-authenticate': `${scheme} realm="dialwright"` },
  });

const forbidden = ({ name, role: held, source }: Caller, role: Role) =>
  new Problem({
    status: 403,
    code: 'forbidden',
    detail: `This needs the role ${role}; the ${source === 'user' ? 'user' : 'API key'} ${name} has the role ${held}.`,
    more: { needed_role: role, role: held, key: name },
  });
