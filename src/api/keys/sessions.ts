/** Routes by which a browser signs in with an API key. The session is only another way to present that key. */
import type { FastifyRequest } from 'fastify';
import { credentialOf, invalidCredential } from '../http/auth.ts';
import { refuseCrossSite, refuseOtherPages } from '../http/sessions/cross-site.ts';
import type { Connections } from '../http/connections.ts';
import { Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import {
  expiredSessionCookie,
  keepsSessionCookie,
  sessionCookie,
  sessionTokenOf,
} from '../http/sessions/session-cookie.ts';
import { TokenBucket } from '../http/load/token-bucket.ts';
import { digestOf, newSessionToken } from './key-text.ts';
import type { KeyDeps } from './keys.ts';
import { SessionInput, sessionView, SessionView } from './session-view.ts';

const SESSION_MS = 12 * 3_600_000;
const LARGEST_BODY_BYTES = 1_024;
/** A sign-in writes rows, which keys with the role `read` can do nowhere else. */
const SIGN_INS_OF_KEY = { burst: 60, perSecond: 0.2 };

interface SessionDeps extends KeyDeps {
  connections: Connections;
}

const { reads, opens } = routesOf('keys');

export const sessionRoutes = parts<SessionDeps>(() => [startRoute, readRoute, endRoute]);

const startRoute = routes((app, { store, keys, nowMs, connections }: SessionDeps) => {
  const limits = new Map<string, TokenBucket>();
  app.post(
    '/session',
    {
      bodyLimit: LARGEST_BODY_BYTES,
      onRequest: async ({ raw }) => {
        // Anybody may send a body here, so it has as much time as an answer.
        raw.once('end', connections.answer(raw.socket));
      },
      ...opens({
        operationId: 'startSession',
        summary: 'Sign in: exchange an API key for the cookie of a session',
        description:
          'For browsers; programs send the key itself. The cookie `__Host-dialwright` counts where there is no `Authorization` ' +
          'header, with the role and name of the key. A change needs `Sec-Fetch-Site: same-origin` or an equal `Origin`. The session ends with the key. ' +
          'A key has 20 sessions at most; then its oldest one ends.',
        body: SessionInput,
        response: { 200: jsonAnswer('Signed in; the answer sets the cookie', SessionView) },
        problems: [401, 403, 429, 503],
      }),
    },
    async (request, reply) => {
      refuseOtherPages(request);
      if (!keepsSessionCookie(request)) throw needsHttps(request);
      const caller = await keys.callerOf(request, { kind: 'key', text: request.body.key });
      if (!caller) throw invalidCredential('key');
      const atMs = nowMs();
      const limit = limits.get(caller.id) ?? new TokenBucket(SIGN_INS_OF_KEY);
      limits.set(caller.id, limit);
      if (!limit.take(atMs)) throw tooManySignIns();
      const token = newSessionToken();
      const expiresAtMs = Math.min(atMs + SESSION_MS, caller.expiresAtMs ?? Infinity);
      const session = { digest: digestOf(token), caller: caller.id, expiresAtMs };
      const ofAgent = caller.agentId !== null;
      await store.startSession({ ...session, ofAgent, nowMs: atMs }, { who: caller.name });
      keys.changed();
      keys.noteUse(caller);
      const maxAgeS = Math.ceil((expiresAtMs - atMs) / 1_000);
      reply.header('set-cookie', sessionCookie(token, maxAgeS));
      reply.header('cache-control', 'no-store');
      return sessionView({ caller, expiresAtMs });
    },
  );
});

const readRoute = routes((app, { keys }: SessionDeps) => {
  app.get(
    '/session',
    reads('agent', {
      operationId: 'getSession',
      summary: 'Show the session of this request, with its key',
      description: '404 for a request with an API key in place of the cookie.',
      response: { 200: jsonAnswer('The session', SessionView) },
      problems: [403, 404],
    }),
    async (request) => {
      const { kind, text } = credentialOf(request)!;
      const session = kind === 'session' ? await keys.sessionWith(text) : undefined;
      if (!session) throw noSession();
      return sessionView(session);
    },
  );
});

const endRoute = routes((app, { store, keys, nowMs }: SessionDeps) => {
  app.delete(
    '/session',
    opens({
      operationId: 'endSession',
      summary: 'Sign out: end the session and clear its cookie',
      description: '204 also if the session has ended before.',
      response: { 204: { description: 'Ended' } },
      problems: [403, 503],
    }),
    async (request, reply) => {
      const token = sessionTokenOf(request);
      if (token !== undefined) refuseCrossSite(request);
      const session = token === undefined ? undefined : await keys.sessionWith(token);
      if (session) {
        const { caller, digest } = session;
        await store.endSession({ digest, nowMs: nowMs() }, { who: caller.name });
        keys.changed();
      }
      return reply.header('set-cookie', expiredSessionCookie()).code(204).send();
    },
  );
});

const needsHttps = ({ port }: FastifyRequest) =>
  new Problem({
    status: 422,
    code: 'https_needed',
    detail:
      'The request came over plain http, and browsers keep the cookie of a session only over HTTPS or on the same machine. ' +
      'Put a proxy with HTTPS in front of Dialwright and name it in DIALWRIGHT_TRUSTED_PROXIES (it must send X-Forwarded-Proto), ' +
      `or open the page on this machine as http://localhost${port === null ? '' : `:${port}`}.`,
  });

const tooManySignIns = () =>
  new Problem({
    status: 429,
    code: 'too_many_sign_ins',
    detail: 'Too many sessions were started with this API key. Retry after five seconds.',
    headers: { 'retry-after': '5' },
  });

const noSession = () =>
  new Problem({
    status: 404,
    code: 'not_found',
    detail: 'This request has an API key and no session. GET /v1/keys/current shows the key.',
  });
