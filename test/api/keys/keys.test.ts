/** API keys of the store: what is shown, who may do what, and what revocation, expiry and a database that is away do. */
import { createHash } from 'node:crypto';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { StoreUnavailable } from '../../../src/store/faults.ts';
import { API_KEY, startApi, type ApiUnderTest, type StartOptions } from '../api-under-test.ts';

interface Key {
  id: string;
  name: string;
  role: string;
  state: string;
  key: string | null;
  current: boolean;
  created_by: string;
  last_used_at: string | null;
}

async function started(options: StartOptions = {}): Promise<ApiUnderTest> {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  return on;
}

async function created(on: ApiUnderTest, body: object): Promise<Key & { key: string }> {
  const answer = await on.post('/v1/keys', body);
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

afterEach(() => vi.restoreAllMocks());

test('a key is shown once: neither lists, logs, the audit, a repeat nor the store have it', async () => {
  const on = await started();
  const headers = { 'idempotency-key': 'k1' };
  const body = { name: 'wallboard', role: 'read' };
  const first = (await on.post('/v1/keys', body, headers)).json<Key>();
  expect(first.key).toMatch(new RegExp(`^dw_${first.id}_[0-9a-f]{64}$`));
  expect(first).toMatchObject({
    ...body,
    state: 'active',
    created_by: expect.stringMatching(/^env-/),
  });
  const again = await on.post('/v1/keys', body, headers);
  expect(again.json()).toEqual({ ...first, key: null });
  const secret = first.key!.split('_')[2]!;
  for (const path of ['/v1/keys', `/v1/keys/${first.id}`, '/v1/audit']) {
    const { body: shown } = await on.get(path);
    expect(shown).toContain(first.id);
    expect(shown).not.toContain(secret);
  }
  expect(on.logged.join('')).not.toContain(secret);
  const [stored] = (await on.store.credentialsInUse()).keys;
  expect(stored!.digest).toBe(createHash('sha256').update(first.key!).digest('hex'));
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('a lesser role is refused with the role that is needed and the name of the key', async () => {
  const on = await started();
  const { key } = await created(on, { name: 'wallboard', role: 'read' });
  expect((await on.get('/v1/account', bearer(key))).statusCode).toBe(200);
  const refused = await on.post('/v1/account/stop', undefined, bearer(key));
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({
    code: 'forbidden',
    detail: 'This needs the role operate; the API key wallboard has the role read.',
    needed_role: 'operate',
    role: 'read',
    key: 'wallboard',
  });
});

test('the audit names the key; a key of the environment has a name that no other can take', async () => {
  const on = await started();
  const { key } = await created(on, { name: 'shift-lead', role: 'operate' });
  await on.post('/v1/account/stop', undefined, bearer(key));
  await on.post('/v1/account/go');
  const { data } = (await on.get('/v1/audit?target=account')).json<{ data: { who: string }[] }>();
  const [gone, stopped] = data;
  expect(stopped!.who).toBe('shift-lead');
  expect(gone!.who).toMatch(/^env-[0-9a-f]{8}$/);
  const current = (await on.get('/v1/keys/current')).json<Key>();
  expect(current).toMatchObject({
    id: null,
    name: gone!.who,
    role: 'admin',
    source: 'environment',
  });
  for (const name of [gone!.who, 'env-other', 'dialwright', 'Upper', '', '-x', 'a b']) {
    const answer = await on.post('/v1/keys', { name, role: 'admin' });
    expect([name, answer.statusCode]).toEqual([name, 422]);
  }
});

test('idempotency keys belong to one API key', async () => {
  const on = await started();
  const { key } = await created(on, { name: 'one', role: 'operate' });
  const headers = { 'idempotency-key': 'shared' };
  const mine = await on.post('/v1/campaigns', { name: 'mine' }, headers);
  const other = await on.post('/v1/campaigns', { name: 'mine' }, { ...headers, ...bearer(key) });
  expect(other.headers['idempotency-replayed']).toBeUndefined();
  expect(other.json<{ id: string }>().id).not.toBe(mine.json<{ id: string }>().id);
});

test('two keys in use have different names; a revoked key gives its name back', async () => {
  const on = await started();
  const { id } = await created(on, { name: 'crm', role: 'operate' });
  const second = await on.post('/v1/keys', { name: 'crm', role: 'read' });
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({ code: 'already_exists', id });
  expect((await on.call('DELETE', `/v1/keys/${id}`)).statusCode).toBe(200);
  await created(on, { name: 'crm', role: 'read' });
});

test('a revoked key is refused at once by the server that revoked it, also when it revoked itself', async () => {
  const on = await started();
  const { id, key } = await created(on, { name: 'old-admin', role: 'admin' });
  const revoked = await on.call('DELETE', `/v1/keys/${id}`, { headers: bearer(key) });
  expect(revoked.json()).toMatchObject({ id, state: 'revoked', current: true });
  const refused = await on.get('/v1/account', bearer(key));
  expect(refused.statusCode).toBe(401);
  expect(refused.json<{ detail: string }>().detail).toBe(
    'The API key is unknown, revoked or expired.',
  );
  // A second revocation changes nothing.
  const again = (await on.call('DELETE', `/v1/keys/${id}`)).json<Key & { revoked_at: string }>();
  expect(again.revoked_at).toBe(revoked.json<{ revoked_at: string }>().revoked_at);
  expect((await on.call('DELETE', '/v1/keys/kunknown')).statusCode).toBe(404);
});

test('an expired key is refused, and an expiry in the past is not accepted', async () => {
  let aheadMs = 0;
  const on = await started({ nowMs: () => Date.now() + aheadMs });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const { id, key } = await created(on, { name: 'auditor', role: 'read', expires_at: expiresAt });
  expect((await on.get('/v1/keys/current', bearer(key))).json()).toMatchObject({
    expires_at: expiresAt,
  });
  aheadMs = 60_001;
  expect((await on.get('/v1/keys/current', bearer(key))).statusCode).toBe(401);
  expect((await on.get(`/v1/keys/${id}`)).json()).toMatchObject({ state: 'expired' });
  const past = await on.post('/v1/keys', { name: 'b', role: 'read', expires_at: expiresAt });
  expect(past.json()).toMatchObject({ errors: [{ pointer: '#/expires_at' }] });
});

test('the last use is noted, at most once a minute', async () => {
  const noted: string[] = [];
  const on = await started({
    store: (store) => ({
      ...store,
      noteApiKeyUse: async (id, atMs) => {
        noted.push(id);
        await store.noteApiKeyUse(id, atMs);
      },
    }),
  });
  const { id, key } = await created(on, { name: 'crm', role: 'read' });
  for (let each = 0; each < 5; each++) await on.get('/v1/account', bearer(key));
  await expect
    .poll(async () => (await on.get(`/v1/keys/${id}`)).json<Key>().last_used_at)
    .not.toBeNull();
  expect(noted).toEqual([id]);
});

test('invented keys cost the store nothing worth mentioning', async () => {
  let reads = 0;
  const on = await started({ store: (store) => counted(store, () => void reads++) });
  const invented = (n: number) => `dw_kabcdefghij_${String(n).padStart(64, '0')}`;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => on.get('/v1/account', bearer(invented(n)))),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  // One reading for all that wait, and a few more if the machine is slow.
  expect(reads).toBeLessThan(10);
  await on.get('/v1/account', bearer('not-even-the-form-of-a-key'));
  expect(reads).toBeLessThan(10);
});

test('without the database, stored keys are 503 and keys of the environment go on', async () => {
  let away = false;
  const on = await started({
    store: (store) =>
      counted(store, () => {
        if (away) throw new StoreUnavailable('unreachable');
      }),
  });
  const { key } = await created(on, { name: 'crm', role: 'read' });
  away = true;
  const refused = await on.get('/v1/keys/current', bearer(key));
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ code: 'store_unavailable' });
  expect((await on.get('/v1/keys/current')).statusCode).toBe(200);
  away = false;
  await expect
    .poll(async () => (await on.get('/v1/keys/current', bearer(key))).statusCode)
    .toBe(200);
  // What was just read is used while the database is away, for some seconds.
  away = true;
  expect((await on.get('/v1/keys/current', bearer(key))).statusCode).toBe(200);
});

test('another process refuses a revoked key within five seconds', async () => {
  let nowMs = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const on = await started();
  const { id, key } = await created(on, { name: 'stream', role: 'read' });
  expect((await on.get('/v1/account', bearer(key))).statusCode).toBe(200);
  // As another process does it: this one is told nothing.
  await on.store.revokeApiKey(
    { id, nowMs: Date.now() },
    { caller: 'other', who: 'other', key: null, requestDigest: '' },
  );
  nowMs += 4_900;
  expect((await on.get('/v1/account', bearer(key))).statusCode).toBe(401);
});

const counted = (store: Store, note: () => void): Store => ({
  ...store,
  credentialsInUse: async () => {
    note();
    return store.credentialsInUse();
  },
});

test('keys of the environment are valid beside those of the store', async () => {
  const on = await started();
  expect((await on.get('/v1/account', bearer(API_KEY))).statusCode).toBe(200);
});
