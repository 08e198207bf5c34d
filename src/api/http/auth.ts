/** Checks API keys and their roles. Every route names the role that it needs, or that it is open. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { includesRole, type Role } from '../../domain/keys/role.ts';
import type { Connections } from './connections.ts';
import { Problem } from './problem.ts';

/** Who sends a request. */
export interface Caller {
  /** Stays the same for one key. Idempotency keys belong to it. */
  id: string;
  /** `who` of the audit. */
  name: string;
  role: Role;
  /** Null: a key of the environment. */
  keyId: string | null;
  /** Null: never. */
  expiresAtMs: number | null;
}

/** Finds the caller that an API key belongs to. */
export interface Authenticator {
  /**
   * Undefined: the key is unknown, revoked or expired. Revoked keys are found for less than five seconds.
   * @throws StoreUnavailable if the database is needed and away
   */
  callerWith(key: string): Promise<Caller | undefined>;
  /** Notes in the background that the key was used. */
  noteUse(caller: Caller): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest role that may use the route. Every route has this or `open`. */
    role?: Role;
    /** No API key is needed. */
    open?: boolean;
    /** The key may also be the password of Basic authentication, the only kind that browsers send without a script. */
    basic?: boolean;
  }
  interface FastifyRequest {
    /** Only on routes that are not open. */
    caller: Caller;
    /**
     * Whether the key of the request is still valid. Answers that go on for long ask again, every second or two, and end
     * when it is not. Rejects as `Authenticator.callerWith` does.
     */
    stillAllowed: () => Promise<boolean>;
  }
}

export function guard(app: FastifyInstance, keys: Authenticator, connections: Connections): void {
  refuseRoutesWithoutRole(app);
  // Set for each request below, before the route runs.
  app.decorateRequest('caller', undefined as unknown as Caller);
  app.decorateRequest('stillAllowed', async () => true);
  app.addHook('onRequest', async (request) => {
    const { role = 'admin', open = false, basic = false } = request.routeOptions.config;
    if (request.is404 || open) return;
    const key = keyOf(request, basic);
    const caller = key === undefined ? undefined : await keys.callerWith(key);
    if (key === undefined || caller === undefined) {
      throw unauthorized(key === undefined, basic ? 'Basic' : 'Bearer');
    }
    request.caller = caller;
    request.stillAllowed = async () => (await keys.callerWith(key)) !== undefined;
    if (!connections.prove(request.raw.socket, 'key')) throw tooManyConnections();
    keys.noteUse(caller);
    if (!includesRole(caller.role, role)) throw forbidden(caller, role);
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

function keyOf({ headers: { authorization = '' } }: FastifyRequest, basic: boolean) {
  return bearerKey(authorization) ?? (basic ? basicPassword(authorization) : undefined);
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
      : 'The API key is unknown, revoked or expired.',
    headers: { 'www-authenticate': `${scheme} realm="dialwright"` },
  });

const forbidden = ({ name, role: held }: Caller, role: Role) =>
  new Problem({
    status: 403,
    code: 'forbidden',
    detail: `This needs the role ${role}; the API key ${name} has the role ${held}.`,
    more: { needed_role: role, role: held, key: name },
  });
