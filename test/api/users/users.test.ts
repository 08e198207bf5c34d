/** Users: who may invite and remove them, how they sign in, what they are refused, and that nobody can lock them out. */
import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished, test, vi } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest, type StartOptions } from '../api-under-test.ts';
import { OWN_PAGE } from '../keys/signed-in.ts';

const PASSWORD = 'violet harbour engine';
const PERIOD_MS = 30_000;

async function started(options: StartOptions = {}): Promise<ApiUnderTest> {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  return on;
}

type Headers = Record<string, string>;
interface User {
  id: string;
  state: string;
  link_token: string | null;
  has_second_factor: boolean;
}

const ask = (
  on: ApiUnderTest,
  method: string,
  url: string,
  { headers = {}, body, from }: { headers?: Headers; body?: object; from?: string } = {},
) =>
  on.api.inject({
    method: method as 'GET',
    url,
    headers: { ...OWN_PAGE, ...headers },
    ...(body && { payload: body }),
    ...(from !== undefined && { remoteAddress: from }),
  });

const signIn = (on: ApiUnderTest, body: object, more: { headers?: Headers; from?: string } = {}) =>
  ask(on, 'POST', '/v1/session', { ...more, body });

/** The headers of the browser's next requests. */
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof signIn>>): Headers => ({
  cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});

async function invited(on: ApiUnderTest, name: string, role = 'operate'): Promise<User> {
  const answer = await on.post('/v1/users', { name, role });
  expect(answer.statusCode).toBe(201);
  return answer.json<User>();
}

/** A user with a password, and the headers of the browser that is signed in. */
async function withPassword(on: ApiUnderTest, name: string, role?: string) {
  const user = await invited(on, name, role);
  const answer = await signIn(on, { link: user.link_token, password: PASSWORD });
  expect(answer.statusCode).toBe(200);
  return { ...user, headers: cookiesOf(answer) };
}

const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code;

test('an invitation is a link that sets a password once, signs in, and is not stored', async () => {
  const on = await started();
  const { id, link_token: link } = await invited(on, 'ada@example.com');
  expect((await on.get(`/v1/users/${id}`)).json()).toMatchObject({ state: 'invited' });
  const weak = await signIn(on, { link, password: 'short' });
  expect(weak.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/password' }] });
  const answer = await signIn(on, { link, password: PASSWORD });
  expect(answer.json()).toMatchObject({
    key: { id, name: 'ada@example.com', role: 'operate', source: 'user' },
  });
  expect(codeOf(await signIn(on, { link, password: PASSWORD }))).toBe('password_link_over');
  const audit = (await on.get(`/v1/audit?target=users/${id}`)).body;
  expect(audit).toContain('"who":"ada@example.com","what":"user.password-set"');
  for (const shown of [audit, on.logged.join(''), (await on.get('/v1/users')).body])
    for (const secret of [link!, PASSWORD]) expect(shown).not.toContain(secret);
});

test('a user signs in by name and password, has its role, and is the name of what it changes', async () => {
  const on = await started();
  await withPassword(on, 'ada');
  const headers = cookiesOf(await signIn(on, { name: ' ADA ', password: PASSWORD }));
  expect((await ask(on, 'GET', '/v1/users', { headers })).json()).toMatchObject({
    code: 'forbidden',
    detail: 'This needs the role admin; the user ada has the role operate.',
  });
  const body = { id: 'a1', name: 'A', kind: 'sip', address: 'a1' };
  expect((await ask(on, 'POST', '/v1/agents', { headers, body })).statusCode).toBe(201);
  expect((await on.get('/v1/audit?target=agents/a1')).json()).toMatchObject({
    data: [{ who: 'ada' }],
  });
});

test('a wrong password, an unknown name and a user without a password are refused alike', async () => {
  const on = await started();
  await withPassword(on, 'ada');
  await invited(on, 'ben');
  const answers = [
    await signIn(on, { name: 'ada', password: 'another password' }),
    await signIn(on, { name: 'nobody', password: PASSWORD }),
    await signIn(on, { name: 'ben', password: PASSWORD }),
  ];
  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
});

test.each([
  {},
  { name: 'ada' },
  { password: PASSWORD },
  { name: 'ada', password: PASSWORD, key: 'k' },
  { link: 'l' },
  { name: 'ada', password: PASSWORD, second_factor: '12' },
])('%j is no sign-in', async (body) => {
  expect((await signIn(await started(), body)).statusCode).toBe(422);
});

test('a page of another site cannot sign a browser in, with a password neither', async () => {
  const on = await started();
  await withPassword(on, 'ada');
  const headers = { 'sec-fetch-site': 'cross-site' };
  const answer = await signIn(on, { name: 'ada', password: PASSWORD }, { headers });
  expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
});

test('whoever guesses is slowed down, and locks out no browser that the user has signed in with', async () => {
  const on = await started();
  const { headers } = await withPassword(on, 'ada');
  const codes: string[] = [];
  for (let n = 0; n < 12; n++) {
    const body = { name: 'ada', password: `wrong password ${n}` };
    codes.push(codeOf(await signIn(on, body, { from: `192.0.2.${n}` })));
  }
  expect(codes.slice(0, 10)).toEqual(Array<string>(10).fill('wrong_password'));
  expect(codes.at(-1)).toBe('too_many_wrong_passwords');
  const right = { name: 'ada', password: PASSWORD };
  expect((await signIn(on, right, { from: '192.0.2.99' })).statusCode).toBe(429);
  expect((await signIn(on, right, { headers })).statusCode).toBe(200);
  // Another user is not held up.
  await withPassword(on, 'ben');
});

test('a flood of sign-ins is told to come back, and a known browser has a line of its own', async () => {
  const on = await started();
  const { headers } = await withPassword(on, 'ada');
  const flood = Array.from({ length: 60 }, (_, n) =>
    signIn(on, { name: `nobody-${n}`, password: PASSWORD }, { from: `198.51.100.${n}` }),
  );
  const known = await signIn(on, { name: 'ada', password: PASSWORD }, { headers });
  expect(known.statusCode).toBe(200);
  const codes = (await Promise.all(flood)).map(codeOf);
  expect(new Set(codes)).toEqual(new Set(['wrong_password', 'sign_in_busy']));
});

test('a removed user is signed out, and nobody removes or demotes the own user', async () => {
  const on = await started();
  const ada = await withPassword(on, 'ada', 'admin');
  const ben = await withPassword(on, 'ben', 'admin');
  for (const [method, path, body] of [
    ['DELETE', `/v1/users/${ada.id}`, undefined],
    ['PUT', `/v1/users/${ada.id}/rights`, { role: 'read' }],
    ['DELETE', `/v1/users/${ada.id}/second-factor`, undefined],
  ] as const) {
    const answer = await ask(on, method, path, { headers: ada.headers, ...(body && { body }) });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'own_user']);
  }
  await ask(on, 'DELETE', `/v1/users/${ben.id}`, { headers: ada.headers });
  expect((await ask(on, 'GET', '/v1/session', { headers: ben.headers })).statusCode).toBe(401);
  const again = await signIn(on, { name: 'ben', password: PASSWORD });
  expect(codeOf(again)).toBe('wrong_password');
});

test('another role holds for the sessions that are there', async () => {
  const on = await started();
  const { id, headers } = await withPassword(on, 'ada', 'admin');
  await ask(on, 'PUT', `/v1/users/${id}/rights`, {
    headers: { authorization: `Bearer ${API_KEY}` },
    body: { role: 'read' },
  });
  expect((await ask(on, 'GET', '/v1/session', { headers })).json()).toMatchObject({
    key: { role: 'read' },
  });
});

test('a user changes the own password with the old one, and all other sessions end', async () => {
  const on = await started();
  const { headers } = await withPassword(on, 'ada');
  const other = cookiesOf(await signIn(on, { name: 'ada', password: PASSWORD }, { headers }));
  const change = (body: object) => ask(on, 'PUT', '/v1/users/current/password', { headers, body });
  const password = 'another violet harbour';
  for (const body of [{ password }, { password, current_password: 'wrong' }])
    expect((await change(body)).json()).toMatchObject({
      errors: [{ pointer: '#/current_password' }],
    });
  expect((await change({ password, current_password: PASSWORD })).statusCode).toBe(200);
  const statusOf = async (of: Headers) =>
    (await ask(on, 'GET', '/v1/session', { headers: of })).statusCode;
  expect([await statusOf(headers), await statusOf(other)]).toEqual([200, 401]);
  expect((await signIn(on, { name: 'ada', password })).statusCode).toBe(200);
});

test('an API key has no password and no second factor', async () => {
  const on = await started();
  expect((await on.get('/v1/users/current')).statusCode).toBe(404);
  const answer = await on.api.inject({
    method: 'PUT',
    url: '/v1/users/current/password',
    headers: { authorization: `Bearer ${API_KEY}` },
    payload: { password: PASSWORD },
  });
  expect(codeOf(answer)).toBe('not_a_user');
});

test('a second factor is asked for, each code counts once, and it goes only with a code or by an administrator', async () => {
  const clock = { nowMs: Date.UTC(2026, 10, 27, 9) };
  const on = await started({ nowMs: () => clock.nowMs });
  const { id, headers } = await withPassword(on, 'ada');
  const { secret, uri } = (
    await ask(on, 'POST', '/v1/users/current/new-second-factor', { headers })
  ).json<{ secret: string; uri: string }>();
  expect(uri).toContain(`secret=${secret}`);
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs });
  const set = (body: object) =>
    ask(on, 'PUT', '/v1/users/current/second-factor', {
      headers,
      body: { current_password: PASSWORD, ...body },
    });
  const wrong = code() === '000000' ? '111111' : '000000';
  expect((await set({ secret, code: wrong })).statusCode).toBe(422);
  expect((await set({ secret, code: code(), current_password: 'wrong' })).statusCode).toBe(422);
  const used = code();
  expect((await set({ secret, code: used })).json()).toMatchObject({ has_second_factor: true });
  expect(codeOf(await set({ secret, code: used }))).toBe('already_exists');

  const given = { name: 'ada', password: PASSWORD };
  const tryWith = (more: object) => signIn(on, { ...given, ...more }, { headers });
  expect(codeOf(await tryWith({}))).toBe('second_factor_needed');
  expect(codeOf(await tryWith({ second_factor: used }))).toBe('wrong_second_factor');
  clock.nowMs += PERIOD_MS;
  expect((await tryWith({ second_factor: code() })).statusCode).toBe(200);
  expect(codeOf(await tryWith({ second_factor: code() }))).toBe('wrong_second_factor');

  const link = (await on.post(`/v1/users/${id}/links`, {})).json<User>().link_token;
  const byLink = await signIn(on, { link, password: PASSWORD });
  expect(codeOf(byLink)).toBe('second_factor_needed');
  expect((await set({ secret: null, code: wrong })).statusCode).toBe(422);
  clock.nowMs += PERIOD_MS;
  expect((await set({ secret: null, code: code() })).json()).toMatchObject({
    has_second_factor: false,
  });
});

test('an administrator takes away the second factor of somebody who lost it', async () => {
  const on = await started();
  const { id, headers } = await withPassword(on, 'ada');
  const store = vi.spyOn(on.store, 'setSecondFactor');
  await on.store.setSecondFactor({ id, secret: 'A'.repeat(32), nowMs: 1 }, { who: 'ada' });
  const answer = await on.api.inject({
    method: 'DELETE',
    url: `/v1/users/${id}/second-factor`,
    headers: { authorization: `Bearer ${API_KEY}` },
  });
  expect(answer.json()).toMatchObject({ has_second_factor: false });
  expect(store).toHaveBeenCalledTimes(2);
  expect((await signIn(on, { name: 'ada', password: PASSWORD }, { headers })).statusCode).toBe(200);
});

test('without a provider there is no way to sign in by one', async () => {
  const on = await started();
  expect((await ask(on, 'GET', '/v1/session/ways')).json()).toEqual({ provider: null });
  const answer = await ask(on, 'GET', '/v1/session/provider', {
    headers: { host: 'localhost:3000' },
  });
  expect(answer.headers.location).toBe('/#sign-in-refused=no_provider');
});
