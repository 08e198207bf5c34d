import { describe, expect, test } from 'vitest';
import { MOST_BROWSERS_OF_USER, MOST_USERS } from '../../../src/store/keys/user-store.ts';
import { onceKey, refusalOf, type World } from './world.ts';

export function userRules(world: () => World): void {
  const link = (digest: string, forMs = 100) => ({ digest, expiresAtMs: world().nowMs + forMs });
  const create = (id: string, more: object = {}) =>
    world().store.createUser(
      {
        id,
        name: `name-${id}`,
        role: 'read',
        agentId: null,
        link: link(`link-${id}`),
        nowMs: world().nowMs,
        ...more,
      },
      onceKey(id),
    );
  const remove = (id: string) =>
    world().store.removeUser({ id, nowMs: world().later(1) }, onceKey(`remove-${id}`));
  const setPassword = (id: string, more: object = {}) =>
    world().store.setPassword(
      { id, passwordHash: `hash of ${id}`, nowMs: world().nowMs, ...more },
      { who: `name-${id}` },
    );
  const inUse = async () =>
    (await world().another().credentialsInUse()).users.map(({ id }) => id).toSorted();
  const session = (digest: string, caller: string) =>
    world().store.startSession(
      { digest, caller, expiresAtMs: world().nowMs + 9, nowMs: world().nowMs },
      { who: caller },
    );
  const sessions = async () =>
    (await world().store.credentialsInUse()).sessions.map(({ digest }) => digest).toSorted();
  const auditOf = async (id: string) =>
    (await world().store.audit({ target: `users/${id}` }, { limit: 9 })).items;

  describe('a user', () => {
    test('has a name that no other user and no key in use has', async () => {
      await create('u1', { name: 'ada' });
      expect((await refusalOf(create('u2', { name: 'ada' }))).facts).toMatchObject({ id: 'u1' });
      const key = { id: 'k1', name: 'ada', role: 'read', agentId: null, digest: 'd' } as const;
      const createKey = () =>
        world().store.createApiKey(
          { ...key, expiresAtMs: null, nowMs: world().nowMs },
          onceKey('key'),
        );
      expect((await refusalOf(createKey())).code).toBe('already-exists');
      await remove('u1');
      await createKey();
      expect((await refusalOf(create('u3', { name: 'ada' }))).facts).toMatchObject({ id: 'k1' });
    });

    test('belongs to an agent who is there, and signs in no more once the agent is deleted', async () => {
      const ofAgent = { role: 'agent', agentId: 'ada' };
      expect((await refusalOf(create('u1', ofAgent))).code).toBe('unknown-agent');
      await world().agents('ada');
      await create('u1', ofAgent);
      expect(await inUse()).toEqual(['u1']);
      await world().store.deleteAgent(
        { id: 'ada', replaceWith: null, forced: false, nowMs: world().later(1) },
        onceKey('delete'),
      );
      expect(await inUse()).toEqual([]);
      expect(await world().store.secretsOf({ name: 'name-u1' }, null)).toBeUndefined();
      expect(await world().store.userOfLink('link-u1', world().nowMs)).toBeUndefined();
    });

    test('is one of a bounded number, as each process keeps all of them', async () => {
      for (let n = 0; n < MOST_USERS; n++) await create(`u${n}`);
      expect((await refusalOf(create('one-more'))).code).toBe('too-many-users');
      await remove('u7');
      await create('one-more');
    });

    test('that is removed is known to no process, loses its secrets, sessions and link, and keeps its name', async () => {
      await create('u1');
      await create('u2');
      await setPassword('u1');
      await world().store.noteSignIn({ id: 'u1', browser: 'b1', nowMs: world().nowMs });
      await session('s1', 'u1');
      await session('s2', 'u2');
      await remove('u1');
      expect(await inUse()).toEqual(['u2']);
      expect(await sessions()).toEqual(['s2']);
      expect(await world().store.secretsOf({ name: 'name-u1' }, 'b1')).toBeUndefined();
      expect(await world().store.userOfLink('link-u1', world().nowMs)).toBeUndefined();
      expect(await setPassword('u1')).toBe(false);
      const known = await world().store.user('u1');
      expect(known).toMatchObject({ name: 'name-u1', hasPassword: false });
      expect((await remove('u1')).answer.removedAtMs).toBe(known.removedAtMs);
      const gone = { id: 'u1', role: 'admin', agentId: null, nowMs: world().nowMs } as const;
      expect((await refusalOf(world().store.changeUser(gone, onceKey('change')))).code).toBe(
        'not-found',
      );
    });

    test('gets another role, with an entry of the audit that names both', async () => {
      await create('u1');
      const input = { id: 'u1', role: 'operate', agentId: null, nowMs: world().nowMs } as const;
      await world().store.changeUser(input, onceKey('change'));
      expect((await world().store.credentialsInUse()).users).toMatchObject([{ role: 'operate' }]);
      expect(await auditOf('u1')).toMatchObject([
        {
          who: 'caller',
          what: 'user.changed',
          targetName: 'name-u1',
          before: { role: 'read' },
          after: { role: 'operate' },
        },
        { what: 'user.created', after: { name: 'name-u1', role: 'read' } },
      ]);
    });

    test('is listed page by page, newest first', async () => {
      for (const id of ['u1', 'u2', 'u3']) await create(id);
      const first = await world().store.users({ limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(['u3', 'u2']);
      const rest = await world().store.users({ limit: 2, after: first.next });
      expect(rest.items.map(({ id }) => id)).toEqual(['u1']);
    });
  });

  describe('the link of a user', () => {
    test('sets a password once, within its time, and ends the sessions before', async () => {
      await create('u1');
      expect(await world().store.userOfLink('link-u1', world().nowMs + 100)).toBeUndefined();
      expect(await world().store.userOfLink('link-u1', world().nowMs)).toMatchObject({ id: 'u1' });
      await session('s1', 'u1');
      expect(await setPassword('u1', { link: 'link-u1' })).toBe(true);
      expect(await sessions()).toEqual([]);
      expect(await setPassword('u1', { link: 'link-u1', passwordHash: 'other' })).toBe(false);
      const secrets = await world().store.secretsOf({ id: 'u1' }, null);
      expect(secrets).toMatchObject({ passwordHash: 'hash of u1', totpSecret: null });
      expect(JSON.stringify(await auditOf('u1'))).not.toContain('hash');
    });

    test('ends when another one is made', async () => {
      await create('u1');
      const input = { id: 'u1', link: link('second'), nowMs: world().nowMs };
      await world().store.makeUserLink(input, onceKey('link'));
      expect(await world().store.userOfLink('link-u1', world().nowMs)).toBeUndefined();
      expect(await world().store.userOfLink('second', world().nowMs)).toMatchObject({ id: 'u1' });
    });
  });

  describe('the sign-in of a user', () => {
    test('makes the browser known to this user only, and to the newest ones', async () => {
      await create('u1');
      await create('u2');
      const knows = async (id: string, browser: string) =>
        (await world().store.secretsOf({ id }, browser))?.knowsBrowser;
      for (let n = 0; n <= MOST_BROWSERS_OF_USER; n++)
        await world().store.noteSignIn({ id: 'u1', browser: `b${n}`, nowMs: world().nowMs + n });
      expect([await knows('u1', 'b0'), await knows('u1', 'b1')]).toEqual([false, true]);
      expect(await knows('u2', 'b1')).toBe(false);
    });

    test('keeps the session that a password is changed in', async () => {
      await create('u1');
      await session('s1', 'u1');
      await session('s2', 'u1');
      await setPassword('u1', { keeps: 's1' });
      expect(await sessions()).toEqual(['s1']);
    });

    test('takes a code of the second factor once, and none that is older', async () => {
      await create('u1');
      const input = { id: 'u1', secret: 'ABC', step: 7, nowMs: world().nowMs };
      expect(await world().store.setSecondFactor(input, { who: 'name-u1' })).toBe(true);
      const taken = await Promise.all([8, 8].map((step) => world().store.takeCodeStep('u1', step)));
      expect(taken.filter(Boolean)).toEqual([true]);
      expect(await world().store.takeCodeStep('u1', 7)).toBe(false);
    });

    test('by a provider is of the user whose name it vouches for, and then of its subject only', async () => {
      await create('u1', { name: 'ada@example.com' });
      const vouched = (subject: string, name?: string) =>
        world().store.userOfProvider({ issuer: 'https://login.example', subject, name });
      expect(await vouched('s0', 'ben@example.com')).toBeUndefined();
      expect(await vouched('s0')).toBeUndefined();
      expect(await vouched('s1', 'ada@example.com')).toMatchObject({ id: 'u1' });
      expect(await vouched('s1')).toMatchObject({ id: 'u1' });
      // Somebody else who has taken over the address.
      expect(await vouched('s2', 'ada@example.com')).toBeUndefined();
    });
  });
}
