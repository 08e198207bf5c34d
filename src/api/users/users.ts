/** Routes by which an administrator invites, changes and removes users. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { UserLink } from '../../store/keys/user-store.ts';
import { listAnswer, pageAnswer, PageQuery, pageRequest } from '../http/answers/pages.ts';
import type { Caller } from '../http/auth.ts';
import { Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { digestOf } from '../keys/key-text.ts';
import type { KeyDeps } from '../keys/keys.ts';
import { newId } from '../temporal/new-id.ts';
import { InvitedUserView, UserInput, UserRights, userView, UserView } from './user-view.ts';

const UserParams = z.object({ userId: z.string().max(64) });
const LINK_MS = 72 * 3_600_000;
const LINK_BYTES = 24;

const { reads, changes } = routesOf('users');

export const userRoutes = parts<KeyDeps>(() => [
  readRoutes,
  inviteRoute,
  linkRoute,
  changeRoute,
  removeRoute,
]);

const readRoutes = routes((app, { store, nowMs }: KeyDeps) => {
  app.get(
    '/users',
    reads('admin', {
      operationId: 'listUsers',
      summary: 'List the people who may sign in, newest first, removed ones too',
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of users', UserView) },
    }),
    async ({ caller, query }) =>
      listAnswer(await store.users(pageRequest(query)), (user) =>
        userView(user, { nowMs: nowMs(), callerId: caller.id }),
      ),
  );

  app.get(
    '/users/:userId',
    reads('admin', {
      operationId: 'getUser',
      summary: 'Show a user',
      params: UserParams,
      response: { 200: jsonAnswer('The user', UserView) },
    }),
    async ({ caller, params }) =>
      userView(await store.user(params.userId), { nowMs: nowMs(), callerId: caller.id }),
  );
});

const inviteRoute = routes((app, { store, keys, nowMs }: KeyDeps) => {
  app.post(
    '/users',
    changes('admin', {
      operationId: 'createUser',
      summary: 'Invite a person: a user, with a link by which the person chooses a password',
      description:
        'The link is shown only in this answer. With an identity provider (`DIALWRIGHT_OIDC_ISSUER`) the person may sign in by it instead, ' +
        'if it vouches for this name.',
      body: UserInput,
      response: { 201: jsonAnswer('Invited', InvitedUserView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { name, role, agent_id: agentId = null } = request.body;
      const at = { nowMs: nowMs(), callerId: request.caller.id };
      const { token, link } = newLink(at.nowMs);
      const user = { id: newId('u'), name, role, agentId: agentId ?? null };
      const input = { ...user, link, nowMs: at.nowMs };
      const written = await store.createUser(input, request.idempotency);
      keys.changed();
      const created = reply.answerOf(written);
      reply.code(201).header('location', `/v1/users/${created.id}`);
      return { ...userView(created, at), link_token: written.replayed ? null : token };
    },
  );
});

const linkRoute = routes((app, { store, nowMs }: KeyDeps) => {
  app.post(
    '/users/:userId/links',
    changes('admin', {
      operationId: 'createUserLink',
      summary: 'Make another link by which the user chooses a password; the one before ends',
      description: 'For a forgotten password too: the old one works until another is chosen.',
      params: UserParams,
      response: { 201: jsonAnswer('Made', InvitedUserView) },
    }),
    async (request, reply) => {
      const at = { nowMs: nowMs(), callerId: request.caller.id };
      const { token, link } = newLink(at.nowMs);
      const input = { id: request.params.userId, link, nowMs: at.nowMs };
      const written = await store.makeUserLink(input, request.idempotency);
      const user = reply.answerOf(written);
      reply.code(201);
      return { ...userView(user, at), link_token: written.replayed ? null : token };
    },
  );
});

const changeRoute = routes((app, { store, keys, nowMs }: KeyDeps) => {
  app.put(
    '/users/:userId/rights',
    changes('admin', {
      operationId: 'changeUserRights',
      summary: 'Give a user another role',
      description: 'Sessions go on with it, everywhere within five seconds. Not for the own user.',
      params: UserParams,
      body: UserRights,
      response: { 200: jsonAnswer('Changed', UserView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { caller, params, body } = request;
      refuseOwn(caller, params.userId);
      const at = { nowMs: nowMs(), callerId: caller.id };
      const rights = { role: body.role, agentId: body.agent_id ?? null };
      const input = { id: params.userId, ...rights, nowMs: at.nowMs };
      const changed = reply.answerOf(await store.changeUser(input, request.idempotency));
      keys.changed();
      return userView(changed, at);
    },
  );
});

const removeRoute = routes((app, { store, keys, nowMs }: KeyDeps) => {
  app.delete(
    '/users/:userId',
    changes('admin', {
      operationId: 'removeUser',
      summary: 'Remove a user for good',
      description:
        'Sessions and streams end, everywhere within five seconds. The audit keeps the name. Not for the own user.',
      params: UserParams,
      response: { 200: jsonAnswer('Removed', UserView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { caller, params } = request;
      refuseOwn(caller, params.userId);
      const at = { nowMs: nowMs(), callerId: caller.id };
      const input = { id: params.userId, nowMs: at.nowMs };
      const removed = reply.answerOf(await store.removeUser(input, request.idempotency));
      keys.changed();
      return userView(removed, at);
    },
  );

  app.delete(
    '/users/:userId/second-factor',
    changes('admin', {
      operationId: 'removeSecondFactorOfUser',
      summary: 'Take away the second factor of a user who has lost it',
      description: 'Not for the own user, who needs a code for that.',
      params: UserParams,
      response: { 200: jsonAnswer('Taken away', UserView) },
      problems: [409],
    }),
    async ({ caller, params }) => {
      refuseOwn(caller, params.userId);
      const at = { nowMs: nowMs(), callerId: caller.id };
      const known = await store.user(params.userId);
      const input = { id: known.id, secret: null, nowMs: at.nowMs };
      if (known.hasSecondFactor) await store.setSecondFactor(input, { who: caller.name });
      return userView(await store.user(known.id), at);
    },
  );
});

function newLink(nowMs: number): { token: string; link: UserLink } {
  const token = randomBytes(LINK_BYTES).toString('base64url');
  return { token, link: { digest: digestOf(token), expiresAtMs: nowMs + LINK_MS } };
}

/** So there is always an administrator: whoever takes the rights of another one keeps theirs. */
function refuseOwn(caller: Caller, userId: string): void {
  if (caller.source !== 'user' || caller.id !== userId) return;
  throw new Problem({
    status: 409,
    code: 'own_user',
    detail: 'Nobody changes the rights of the own user, so that there is always an administrator.',
  });
}
