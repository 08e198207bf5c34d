/** Routes by which a browser signs in. The session is only another way to present the key or the user. */
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { credentialOf, invalidCredential, type Caller } from '../http/auth.ts';
import { refuseCrossSite, refuseOtherPages } from '../http/sessions/cross-site.ts';
import type { Connections } from '../http/connections.ts';
import { Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { expiredSessionCookie, sessionTokenOf } from '../http/sessions/session-cookie.ts';
import type { UserDeps } from '../users/own-account.ts';
import { mustKeepCookies, type Sessions } from './start-session.ts';
import { SessionInput, sessionView, SessionView } from './session-view.ts';

const LARGEST_BODY_BYTES = 4_096;

export interface SessionDeps extends UserDeps {
  connections: Connections;
  sessions: Sessions;
}

const { reads, opens } = routesOf('keys');

export const sessionRoutes = parts<SessionDeps>(() => [startRoute, readRoute, endRoute]);

const startRoute = routes((app, deps: SessionDeps) => {
  const { connections, sessions } = deps;
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
        summary:
          'Sign in: exchange a name and password, an API key, or the code of a link, for the cookie of a session',
        description:
          'For browsers; programs send an API key itself. The cookie `__Host-dialwright` counts where there is no `Authorization` ' +
          'header, with the role and name of the user or key. A change needs `Sec-Fetch-Site: same-origin` or an equal `Origin`. The session ends with ' +
          'the user or key, which has 20 sessions at most; then its oldest one ends.',
        body: SessionInput,
        response: { 200: jsonAnswer('Signed in; the answer sets the cookie', SessionView) },
        problems: [401, 403, 429, 503],
      }),
    },
    async (request, reply) => {
      refuseOtherPages(request);
      mustKeepCookies(request);
      const caller = await callerOf(request, deps);
      const session = await sessions.start(caller, request, reply);
      return sessionView(session, deps);
    },
  );
});

/** @throws Problem whoever it is cannot sign in so */
async function callerOf(
  request: FastifyRequest & { body: z.infer<typeof SessionInput> },
  { keys, signIns, dev }: SessionDeps,
): Promise<Caller> {
  const { key, code, name, link, password, second_factor: secondFactor } = request.body;
  if (key !== undefined) {
    const caller = await keys.callerOf(request, { kind: 'key', text: key });
    if (!caller) throw invalidCredential('key');
    return caller;
  }
  const given = { password: password ?? '', secondFactor };
  const id =
    name !== undefined
      ? await signIns.withPassword(request, name, given)
      : link !== undefined
        ? await signIns.withLink(link, given)
        : dev?.signInCodes.take(code ?? '');
  const caller = id === undefined ? undefined : await keys.withId(id);
  if (!caller) throw signInLinkOver();
  return caller;
}

const readRoute = routes((app, deps: SessionDeps) => {
  const { keys } = deps;
  app.get(
    '/session',
    reads('agent', {
      operationId: 'getSession',
      summary: 'Show the session of this request, with its user or key',
      description: '404 for a request with an API key in place of the cookie.',
      response: { 200: jsonAnswer('The session', SessionView) },
      problems: [403, 404],
    }),
    async (request) => {
      const { kind, text } = credentialOf(request)!;
      const session = kind === 'session' ? await keys.sessionWith(text) : undefined;
      if (!session) throw noSession();
      return sessionView(session, deps);
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

const signInLinkOver = () =>
  new Problem({
    status: 401,
    code: 'sign_in_link_over',
    detail:
      'This sign-in link has been used, or is older than ten minutes, or is of an earlier start.',
  });

const noSession = () =>
  new Problem({
    status: 404,
    code: 'not_found',
    detail: 'This request has an API key and no session. GET /v1/keys/current shows the key.',
  });
