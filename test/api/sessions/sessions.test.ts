/** Sessions of browsers: what they are refused, when they end, and that they are only another way to present a key. */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { CONNECTION_LIMITS } from '../../../src/api/http/connections.ts';
import { Callers } from '../../../src/api/keys/callers.ts';
import { digestOf } from '../../../src/api/keys/key-text.ts';
import { BackgroundTasks } from '../../../src/api/temporal/background-tasks.ts';
import { MOST_SESSIONS_OF_KEY } from '../../../src/store/keys/key-store.ts';
import { StoreUnavailable } from '../../../src/store/faults.ts';
import {
  API_KEY,
  OTHER_KEY,
  startApi,
  type ApiUnderTest,
  type StartOptions,
} from '../api-under-test.ts';
import { OWN_PAGE, signedIn } from '../keys/signed-in.ts';

type Headers = Record<string, string>;
interface Session {
  key: { id: string | null; name: string; role: string };
  expires_at: string;
}

const HOUR_MS = 3_600_000;

afterEach(() => vi.restoreAllMocks());

async function started(options: StartOptions = {}): Promise<ApiUnderTest> {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  return on;
}

const ask = (on: ApiUnderTest, method: string, url: string, headers: Headers, payload?: object) =>
  on.api.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });

const signIn = (on: ApiUnderTest, key: string, headers: Headers = OWN_PAGE) =>
  ask(on, 'POST', '/v1/session', headers, { key });

const statusOf = async (on: ApiUnderTest, headers: Headers, url = '/v1/account') =>
  (await ask(on, 'GET', url, headers)).statusCode;

async function created(on: ApiUnderTest, body: object) {
  const answer = await on.post('/v1/keys', body);
  return answer.json<{ id: string; key: string; expires_at: string | null }>();
}

const tokenOf = ({ cookie }: Headers): string => cookie!.slice(cookie!.indexOf('=') + 1);

test('a sign-in sets a cookie that no script and no other site can use, and nothing keeps the token', async () => {
  const on = await started();
  const { id, key } = await created(on, { name: 'shift-lead', role: 'operate' });
  const answer = await signIn(on, key);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<Session>()).toMatchObject({
    key: { id, name: 'shift-lead', role: 'operate', source: 'store', expires_at: null },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-dialwright=dws_[0-9a-f]{64}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const token = answer.cookies[0]!.value;
  const { sessions } = await on.store.credentialsInUse();
  expect(sessions).toEqual([
    { digest: digestOf(token), caller: id, expiresAtMs: expect.any(Number) },
  ]);
  const audit = await on.get('/v1/audit?target=session');
  for (const shown of [answer.body, audit.body, on.logged.join('')]) {
    expect(shown).not.toContain(token);
    expect(shown).not.toContain(key);
  }
  expect(audit.json<{ data: object[] }>().data).toMatchObject([
    { who: 'shift-lead', what: 'session.started', target: 'session' },
  ]);
});

test('the caller of a session is its key: same name, idempotency keys and role', async () => {
  const on = await started();
  const { key } = await created(on, { name: 'shift-lead', role: 'operate' });
  const browser = await signedIn(on, key);
  const once = { 'idempotency-key': 'once' };
  const byKey = await on.post(
    '/v1/campaigns',
    { name: 'spring' },
    { ...once, authorization: `Bearer ${key}` },
  );
  const again = await ask(on, 'POST', '/v1/campaigns', { ...browser, ...once }, { name: 'spring' });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.json()).toEqual(byKey.json());
  await ask(on, 'POST', '/v1/account/stop', browser);
  expect((await on.get('/v1/audit?target=account')).json()).toMatchObject({
    data: [{ who: 'shift-lead', what: 'account.stopped' }],
  });
  const refused = await ask(on, 'GET', '/v1/keys', browser);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
  expect((await ask(on, 'GET', '/v1/session', browser)).json()).toMatchObject({
    key: { name: 'shift-lead', role: 'operate' },
  });
});

test.each([
  ['unknown', `dw_kabcdefghij_${'0'.repeat(64)}`],
  ['without the form of a key', 'x'],
])('a key that is %s starts no session', async (_what, key) => {
  const on = await started();
  const answer = await signIn(on, key);
  expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
  expect(answer.json()).toMatchObject({
    code: 'unauthorized',
    detail: 'The API key is unknown, revoked or expired.',
  });
  expect((await on.store.credentialsInUse()).sessions).toEqual([]);
});

test('neither a revoked or expired key nor a token starts a session', async () => {
  let aheadMs = 0;
  const on = await started({ nowMs: () => Date.now() + aheadMs });
  const revoked = await created(on, { name: 'a', role: 'read' });
  await on.call('DELETE', `/v1/keys/${revoked.id}`);
  expect((await signIn(on, revoked.key)).statusCode).toBe(401);
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const expired = await created(on, { name: 'b', role: 'read', expires_at: expiresAt });
  const browser = await signedIn(on, expired.key);
  expect((await signIn(on, tokenOf(browser))).statusCode).toBe(401);
  expect(await statusOf(on, { authorization: `Bearer ${tokenOf(browser)}` })).toBe(401);
  aheadMs = HOUR_MS + 1_000;
  expect((await signIn(on, expired.key)).statusCode).toBe(401);
});

test('a key in the cookie is no session', async () => {
  const on = await started();
  for (const text of [API_KEY, '', 'dws_x', '%']) {
    expect(await statusOf(on, { cookie: `__Host-dialwright=${text}`, ...OWN_PAGE })).toBe(401);
  }
});

test('a body that is large, unknown or missing is refused without a look at the key', async () => {
  const on = await started();
  expect((await signIn(on, 'x'.repeat(5_000))).statusCode).toBe(413);
  for (const payload of [{}, { key: '' }, { key: API_KEY, other: 1 }]) {
    expect((await ask(on, 'POST', '/v1/session', OWN_PAGE, payload)).statusCode).toBe(422);
  }
});

test('a body that does not come is not waited for', async () => {
  const on = await started({ connectionLimits: { ...CONNECTION_LIMITS, unprovenAnswerMs: 100 } });
  const url = new URL(await on.api.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  socket.write(
    'POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  expect(await closed).toBe('closed');
});

test('a session lasts twelve hours, but not longer than its key', async () => {
  let aheadMs = 0;
  const on = await started({ nowMs: () => Date.now() + aheadMs });
  const day = await signedIn(on, API_KEY);
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const { key } = await created(on, { name: 'b', role: 'read', expires_at: expiresAt });
  const short = await signIn(on, key);
  expect(short.json<Session>().expires_at).toBe(expiresAt);
  expect(short.cookies[0]!.maxAge).toBeLessThanOrEqual(3_600);
  aheadMs = 12 * HOUR_MS - 60_000;
  expect(await statusOf(on, day)).toBe(200);
  aheadMs = 12 * HOUR_MS;
  const ended = await ask(on, 'GET', '/v1/account', day);
  expect(ended.statusCode).toBe(401);
  expect(ended.json<{ detail: string }>().detail).toBe('The session has ended. Sign in again.');
});

test('an ended session is refused; to end it again is 204 and clears the cookie too', async () => {
  const on = await started();
  const browser = await signedIn(on, API_KEY);
  for (let n = 0; n < 2; n++) {
    const ended = await ask(on, 'DELETE', '/v1/session', browser);
    expect(ended.statusCode).toBe(204);
    expect(ended.headers['set-cookie']).toMatch(
      /^__Host-dialwright=; Max-Age=0; Path=\/; .*Secure/,
    );
    expect(await statusOf(on, browser)).toBe(401);
  }
  expect((await ask(on, 'DELETE', '/v1/session', {})).statusCode).toBe(204);
  const { data } = (await on.get('/v1/audit?target=session')).json<{ data: { what: string }[] }>();
  expect(data.map(({ what }) => what)).toEqual(['session.ended', 'session.started']);
});

test('a session ends with its key, at once on the server that revokes it', async () => {
  const on = await started();
  const { id, key } = await created(on, { name: 'a', role: 'read' });
  const browser = await signedIn(on, key);
  expect(await statusOf(on, browser)).toBe(200);
  await on.call('DELETE', `/v1/keys/${id}`);
  expect(await statusOf(on, browser)).toBe(401);
});

test('sessions of one key are limited: the oldest one ends', async () => {
  const on = await started();
  const first = await signedIn(on, API_KEY);
  const other = await signedIn(on, OTHER_KEY);
  const second = await signedIn(on, API_KEY);
  for (let n = 1; n < MOST_SESSIONS_OF_KEY; n++) await signedIn(on, API_KEY);
  expect(await statusOf(on, first)).toBe(401);
  expect(await statusOf(on, second)).toBe(200);
  expect(await statusOf(on, other)).toBe(200);
});

test('a key that signs in again and again is 429 for a while, and others are not', async () => {
  const nowMs = Date.now();
  const on = await started({ nowMs: () => nowMs });
  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push((await signIn(on, API_KEY)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  const refused = await signIn(on, API_KEY);
  expect(refused.json()).toMatchObject({ code: 'too_many_sign_ins' });
  expect(refused.headers['retry-after']).toBe('5');
  expect((await signIn(on, OTHER_KEY)).statusCode).toBe(200);
});

test('invented keys and tokens cost the store nothing worth mentioning', async () => {
  let reads = 0;
  let writes = 0;
  const on = await started({
    store: (store) => ({
      ...store,
      credentialsInUse: async () => {
        reads += 1;
        return store.credentialsInUse();
      },
      startSession: async () => void (writes += 1),
      endSession: async () => void (writes += 1),
    }),
  });
  const secret = (n: number) => String(n).padStart(64, '0');
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const cookie = `__Host-dialwright=dws_${secret(n)}`;
      await signIn(on, `dw_kabcdefghij_${secret(n)}`);
      await ask(on, 'GET', '/v1/account', { cookie, ...OWN_PAGE });
      await ask(on, 'DELETE', '/v1/session', { cookie, ...OWN_PAGE });
    }),
  );
  expect(reads).toBeLessThan(10);
  expect(writes).toBe(0);
});

test('without the database a sign-out is 503 and keeps the cookie, so that it can be repeated', async () => {
  let away = false;
  const on = await started({
    store: (store) => ({
      ...store,
      endSession: async (input, by) => {
        if (away) throw new StoreUnavailable('unreachable');
        await store.endSession(input, by);
      },
    }),
  });
  const browser = await signedIn(on, API_KEY);
  away = true;
  const failed = await ask(on, 'DELETE', '/v1/session', browser);
  expect([failed.statusCode, failed.headers['set-cookie']]).toEqual([503, undefined]);
  away = false;
  expect((await ask(on, 'DELETE', '/v1/session', browser)).statusCode).toBe(204);
});

/** Another server process on the same store: it is told nothing. */
const another = ({ store }: ApiUnderTest, keys: string[] = [API_KEY]) =>
  new Callers(keys, {
    store,
    background: new BackgroundTasks(pino({ level: 'silent' })),
    nowMs: Date.now,
  });

test('a session of one server is known to others and after a restart, and its end within five seconds', async () => {
  let nowMs = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const on = await started();
  const browser = await signedIn(on, API_KEY);
  const credential = { kind: 'session', text: tokenOf(browser) } as const;
  const other = another(on);
  expect(await other.callerWith(credential)).toMatchObject({
    role: 'admin',
    source: 'environment',
  });
  await ask(on, 'DELETE', '/v1/session', browser);
  nowMs += 4_900;
  expect(await other.callerWith(credential)).toBeUndefined();
});

test('a session of a key that was removed from the environment is none', async () => {
  const on = await started();
  const credential = { kind: 'session', text: tokenOf(await signedIn(on, API_KEY)) } as const;
  expect(await another(on, [OTHER_KEY, API_KEY]).callerWith(credential)).toBeDefined();
  expect(await another(on, [OTHER_KEY]).callerWith(credential)).toBeUndefined();
});

test('streams and downloads break off when the session or the key ends, and no part is taken for the whole', async () => {
  const on = await started({
    routes: (api) =>
      void api.get('/v1/download', { config: { role: 'read' } }, async () =>
        Readable.from(endless()),
      ),
  });
  const url = await on.api.listen({ host: '127.0.0.1', port: 0 });
  const { id, key } = await created(on, { name: 'a', role: 'read' });
  const browser = await signedIn(on, API_KEY);
  const [bySession, byKey] = await Promise.all(
    [browser, { authorization: `Bearer ${key}` }].map((headers) =>
      fetch(`${url}/v1/download`, { headers }),
    ),
  );
  await ask(on, 'DELETE', '/v1/session', browser);
  await expect(bySession!.text()).rejects.toThrow('terminated');
  await on.call('DELETE', `/v1/keys/${id}`);
  await expect(byKey!.text()).rejects.toThrow('terminated');
});

async function* endless() {
  for (;;) {
    yield 'row\n';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test.each([
  ['example.com', {}, 422],
  ['localhost:3000', {}, 200],
  ['127.0.0.1:3000', {}, 200],
  ['[::1]:3000', {}, 200],
  // Not from a trusted proxy.
  ['example.com', { 'x-forwarded-proto': 'https' }, 422],
])('over http, a sign-in at %j with %j is %i', async (host, headers, status) => {
  const on = await started();
  const answer = await signIn(on, API_KEY, { ...OWN_PAGE, ...headers, host });
  expect(answer.statusCode).toBe(status);
  if (status === 200) return;
  expect(answer.json<{ code: string; detail: string }>()).toMatchObject({
    code: 'https_needed',
    detail: expect.stringContaining('http://localhost'),
  });
});

test('behind a trusted proxy, the forwarded protocol and host count', async () => {
  const on = await started({ trustedProxies: ['127.0.0.1'] });
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'dial.example' };
  const answer = await signIn(on, API_KEY, { ...forwarded, origin: 'https://dial.example' });
  expect(answer.statusCode).toBe(200);
});
