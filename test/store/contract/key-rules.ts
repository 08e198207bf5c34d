import { describe, expect, test } from 'vitest';
import {
  MOST_API_KEYS,
  MOST_SESSIONS,
  MOST_SESSIONS_OF_KEY,
} from '../../../src/store/keys/key-store.ts';
import { onceKey, refusalOf, type World } from './world.ts';

export function keyRules(world: () => World): void {
  const create = (id: string, more: object = {}) =>
    world().store.createApiKey(
      {
        id,
        name: `name-${id}`,
        role: 'read',
        agentId: null,
        digest: `digest-${id}`,
        expiresAtMs: null,
        nowMs: world().nowMs,
        ...more,
      },
      onceKey(id),
    );
  const revoke = (id: string) =>
    world().store.revokeApiKey({ id, nowMs: world().later(1) }, onceKey(`revoke-${id}`));

  describe('an API key', () => {
    test('is kept as a digest, and only keys in use are given to those who check them', async () => {
      await create('k1');
      await create('k2', { role: 'admin', expiresAtMs: 5 });
      await revoke('k1');
      expect((await world().store.credentialsInUse()).keys).toEqual([
        {
          id: 'k2',
          name: 'name-k2',
          role: 'admin',
          agentId: null,
          digest: 'digest-k2',
          expiresAtMs: 5,
        },
      ]);
    });

    test('has a name that no other key in use has', async () => {
      await create('k1', { name: 'crm' });
      const taken = await refusalOf(create('k2', { name: 'crm' }));
      expect(taken.code).toBe('already-exists');
      expect(taken.facts).toMatchObject({ id: 'k1' });
      await revoke('k1');
      await create('k2', { name: 'crm' });
    });

    test('is revoked once: the first instant stays', async () => {
      await create('k1');
      const { answer } = await revoke('k1');
      await world().store.revokeApiKey(
        { id: 'k1', nowMs: world().later(9) },
        onceKey('another request'),
      );
      expect((await world().store.apiKey('k1')).revokedAtMs).toBe(answer.revokedAtMs);
      expect((await refusalOf(revoke('k9'))).code).toBe('not-found');
    });

    test('keeps its latest use, whatever order the processes write in', async () => {
      await create('k1');
      await world().store.noteApiKeyUse('k1', 20);
      await world().store.noteApiKeyUse('k1', 10);
      expect((await world().store.apiKey('k1')).lastUsedAtMs).toBe(20);
    });

    test('is one of a bounded number, as each process keeps all of them', async () => {
      for (let n = 0; n < MOST_API_KEYS; n++) await create(`k${n}`);
      expect((await refusalOf(create('one-more'))).code).toBe('too-many-keys');
      await revoke('k7');
      await create('one-more');
    });

    test('is audited with name and role, by the name of the key that did it', async () => {
      await create('k1');
      await revoke('k1');
      const { items } = await world().store.audit({ target: 'keys/k1' }, { limit: 9 });
      const settings = { name: 'name-k1', role: 'read' };
      expect(items).toMatchObject([
        { who: 'caller', what: 'key.revoked', before: settings, after: null },
        { who: 'caller', what: 'key.created', before: null, after: settings },
      ]);
      expect(JSON.stringify(items)).not.toContain('digest');
    });

    test('is listed page by page, newest first', async () => {
      for (const id of ['k1', 'k2', 'k3']) await create(id);
      const first = await world().store.apiKeys({ limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(['k3', 'k2']);
      const rest = await world().store.apiKeys({ limit: 2, after: first.next });
      expect(rest.items.map(({ id }) => id)).toEqual(['k1']);
    });
  });

  describe('a session', () => {
    const start = (digest: string, more: object = {}) =>
      world().store.startSession(
        { digest, caller: 'k1', expiresAtMs: world().nowMs + 9, nowMs: world().nowMs, ...more },
        { who: 'name-k1' },
      );
    const digests = async () =>
      (await world().another().credentialsInUse()).sessions.map(({ digest }) => digest).toSorted();

    test('is known to every process, until it is ended', async () => {
      await start('d1');
      await start('d2', { caller: 'env' });
      expect((await world().another().credentialsInUse()).sessions).toEqual([
        { digest: 'd1', caller: 'k1', expiresAtMs: world().nowMs + 9 },
        { digest: 'd2', caller: 'env', expiresAtMs: world().nowMs + 9 },
      ]);
      await world().store.endSession({ digest: 'd1', nowMs: 2 }, { who: 'name-k1' });
      expect(await digests()).toEqual(['d2']);
    });

    test('ends with its key, and not with another', async () => {
      await create('k1');
      await create('k2');
      await start('d1');
      await start('d2', { caller: 'k2' });
      await revoke('k1');
      expect(await digests()).toEqual(['d2']);
    });

    test('is one of a bounded number of its key: the oldest one ends', async () => {
      await start('other', { caller: 'k2' });
      const started = Array.from({ length: MOST_SESSIONS_OF_KEY + 1 }, (_, n) => `d${100 + n}`);
      for (const digest of started) await start(digest);
      expect(await digests()).toEqual([...started.slice(1), 'other']);
      const { items } = await world().store.audit({ target: 'session' }, { limit: 1 });
      expect(items).toMatchObject([{ after: { oldestEnded: 1 } }]);
    });

    test('is one of a bounded number in all: the oldest one ends', async () => {
      for (let n = 0; n <= MOST_SESSIONS; n++) await start(`d${n}`, { caller: `k${n}` });
      const kept = await digests();
      expect(kept).toHaveLength(MOST_SESSIONS);
      expect(kept).not.toContain('d0');
    });

    test('that has expired is deleted when the next one starts', async () => {
      await start('d1');
      const nowMs = world().nowMs + 9;
      await start('d2', { nowMs, expiresAtMs: nowMs + 1 });
      expect(await digests()).toEqual(['d2']);
    });

    test('is audited by the name of its key, without its digest', async () => {
      await start('d1');
      for (let n = 0; n < 2; n++) {
        await world().store.endSession({ digest: 'd1', nowMs: 2 }, { who: 'name-k1' });
      }
      const { items } = await world().store.audit({ target: 'session' }, { limit: 9 });
      expect(items.map(({ who, what }) => [who, what])).toEqual([
        ['name-k1', 'session.ended'],
        ['name-k1', 'session.started'],
      ]);
      expect(JSON.stringify(items)).not.toContain('d1');
    });
  });
}
