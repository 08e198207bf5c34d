/** Routes that create, list and revoke API keys. */
import * as z from 'zod';
import type { ResourceDeps } from '../http/api-deps.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { invalidField } from '../http/problem.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { jsonAnswer, millisOrNull } from '../http/schemas.ts';
import { newId } from '../temporal/new-id.ts';
import type { Callers } from './callers.ts';
import { digestOf, newKeyText } from './key-text.ts';
import {
  CreatedKeyView,
  CurrentKeyView,
  currentKeyView,
  KeyInput,
  KeyView,
  keyView,
} from './key-view.ts';

export interface KeyDeps extends ResourceDeps {
  keys: Callers;
}

const KeyParams = z.object({ keyId: z.string().max(64) });

const { reads, changes } = routesOf('keys');

export const keyRoutes = parts<KeyDeps>(() => [createRoute, readRoutes, revokeRoute]);

const createRoute = routes((app, { store, keys, nowMs }: KeyDeps) => {
  app.post(
    '/keys',
    changes('admin', {
      operationId: 'createKey',
      summary: 'Create an API key; it is shown only in this answer',
      description:
        'Other processes know it within a quarter of a second. A key whose answer was lost cannot be shown again: revoke it and ' +
        'create another.',
      body: KeyInput,
      response: { 201: jsonAnswer('Created', CreatedKeyView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { name, role, agent_id: agentId = null, expires_at: expiresAt } = request.body;
      const atMs = nowMs();
      const expiresAtMs = millisOrNull(expiresAt);
      if (expiresAtMs !== null && expiresAtMs <= atMs) {
        throw invalidField('#/expires_at', 'must be in the future');
      }
      const id = newId('k');
      const key = newKeyText(id);
      const input = { id, name, role, agentId, expiresAtMs, digest: digestOf(key), nowMs: atMs };
      const written = await store.createApiKey(input, request.idempotency);
      keys.changed();
      const created = reply.answerOf(written);
      reply.code(201).header('location', `/v1/keys/${created.id}`);
      const shown = keyView(request.caller, atMs)(created);
      return { ...shown, key: written.replayed ? null : key };
    },
  );
});

const readRoutes = routes((app, { store, nowMs }: KeyDeps) => {
  app.get(
    '/keys',
    reads('admin', {
      operationId: 'listKeys',
      summary: 'List API keys with their last use, newest first, revoked ones too',
      description: 'The keys of DIALWRIGHT_API_KEYS are not listed.',
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of keys', KeyView) },
    }),
    async ({ caller, query }) =>
      listAnswer(await store.apiKeys(pageRequest(query)), keyView(caller, nowMs())),
  );

  app.get(
    '/keys/current',
    reads('agent', {
      operationId: 'getCurrentKey',
      summary: 'Show the name and role of the API key of this request',
      response: { 200: jsonAnswer('The key', CurrentKeyView) },
    }),
    async ({ caller }) => currentKeyView(caller),
  );

  app.get(
    '/keys/:keyId',
    reads('admin', {
      operationId: 'getKey',
      summary: 'Show an API key with its last use',
      params: KeyParams,
      response: { 200: jsonAnswer('The key', KeyView) },
    }),
    async ({ caller, params }) => keyView(caller, nowMs())(await store.apiKey(params.keyId)),
  );
});

const revokeRoute = routes((app, { store, keys, nowMs }: KeyDeps) => {
  app.delete(
    '/keys/:keyId',
    changes('admin', {
      operationId: 'revokeKey',
      summary: 'Revoke an API key for good',
      description:
        'This server refuses it from the answer on, all others within five seconds; open streams end. A key may revoke itself: ' +
        '`current` is then true. The keys of DIALWRIGHT_API_KEYS cannot be revoked here.',
      params: KeyParams,
      response: { 200: jsonAnswer('Revoked', KeyView) },
    }),
    async (request, reply) => {
      const input = { id: request.params.keyId, nowMs: nowMs() };
      const revoked = reply.answerOf(await store.revokeApiKey(input, request.idempotency));
      keys.changed();
      return keyView(request.caller, input.nowMs)(revoked);
    },
  );
});
