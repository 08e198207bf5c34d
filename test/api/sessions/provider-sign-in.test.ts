/** Sign-in by an identity provider: who comes in, and what is not believed. */
import { beforeAll, expect, onTestFinished, test, afterAll } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { OWN_PAGE } from '../keys/signed-in.ts';
import {
  CLIENT,
  signInThere,
  startProvider,
  type ProviderUnderTest,
} from './provider-under-test.ts';

let provider: ProviderUnderTest;

beforeAll(async () => {
  provider = await startProvider({
    ada: { email: 'Ada@example.com', email_verified: true },
    eve: { email: 'ada@example.com', email_verified: false },
    mallory: { email: 'ada@example.com', email_verified: true },
    ben: { email: 'ben@example.com', email_verified: true },
  });
});
afterAll(() => provider.stop());

const HOST = { ...OWN_PAGE, host: 'localhost' };

async function started(issuer = provider.issuer): Promise<ApiUnderTest> {
  const on = await startApi({
    identityProvider: { issuer, ...CLIENT, nameClaim: 'email' },
  });
  onTestFinished(() => on.stop());
  return on;
}

const get = (on: ApiUnderTest, url: string, cookie = '') =>
  on.api.inject({ url, headers: { ...HOST, cookie } });
type Answer = Awaited<ReturnType<typeof get>>;

const cookiesOf = ({ cookies }: Answer): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** What comes back of a whole sign-in. */
async function signedIn(on: ApiUnderTest, login: string): Promise<Answer> {
  const left = await get(on, '/v1/session/provider');
  const back = await signInThere(left.headers.location!, login);
  return get(on, back.pathname + back.search, cookiesOf(left));
}

const invited = (on: ApiUnderTest) =>
  on.post('/v1/users', { name: 'ada@example.com', role: 'operate' });

test('whoever was invited by the address that the provider vouches for comes in, with its role', async () => {
  const on = await started();
  await invited(on);
  expect((await get(on, '/v1/session/ways')).json()).toEqual({
    provider: new URL(provider.issuer).host,
  });
  const answer = await signedIn(on, 'ada');
  expect(answer.headers.location).toBe('/');
  const session = await get(on, '/v1/session', cookiesOf(answer));
  expect(session.json()).toMatchObject({ key: { name: 'ada@example.com', role: 'operate' } });
});

test.each([
  ['was not invited', 'ben'],
  ['has not proved the address', 'eve'],
])('whoever %s does not', async (_why, login) => {
  const on = await started();
  await invited(on);
  const answer = await signedIn(on, login);
  expect(answer.headers.location).toBe('/#sign-in-refused=provider_refused');
  expect(answer.cookies).toEqual([]);
});

test('an address that somebody else has got since is not the user', async () => {
  const on = await started();
  await invited(on);
  await signedIn(on, 'ada');
  expect((await signedIn(on, 'mallory')).cookies).toEqual([]);
  expect((await signedIn(on, 'ada')).headers.location).toBe('/');
});

test('a callback that does not belong to the browser, or comes twice, signs nobody in', async () => {
  const on = await started();
  await invited(on);
  const left = await get(on, '/v1/session/provider');
  const other = await get(on, '/v1/session/provider');
  const back = await signInThere(left.headers.location!, 'ada');
  const path = back.pathname + back.search;
  for (const cookie of ['', cookiesOf(other), '__Host-dialwright-oidc=%7B'])
    expect((await get(on, path, cookie)).headers.location).toBe(
      '/#sign-in-refused=provider_refused',
    );
  expect((await get(on, path, cookiesOf(left))).headers.location).toBe('/');
  expect((await get(on, path, cookiesOf(left))).headers.location).toBe(
    '/#sign-in-refused=provider_refused',
  );
});

test('a provider that is away is told from one that refuses', async () => {
  const on = await started('http://127.0.0.1:9');
  const answer = await get(on, '/v1/session/provider');
  expect(answer.headers.location).toBe('/#sign-in-refused=provider_unreachable');
});

test('the code, the flow and the secret are in no log', async () => {
  const on = await started();
  const left = await get(on, '/v1/session/provider');
  const back = await signInThere(left.headers.location!, 'ben');
  await get(on, back.pathname + back.search, cookiesOf(left));
  const logged = on.logged.join('');
  for (const secret of [CLIENT.clientSecret, back.searchParams.get('code')!])
    expect(logged).not.toContain(secret);
});
