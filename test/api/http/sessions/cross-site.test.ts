/** What pages of other sites can make a browser send with the cookie of a session. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../../api-under-test.ts';
import { OWN_PAGE, signedIn } from '../../keys/signed-in.ts';

let on: ApiUnderTest;
let cookie: string;
beforeAll(async () => {
  on = await startApi({ payloadCodec: { encode: async () => [], decode: async () => [] } });
  ({ cookie } = (await signedIn(on, API_KEY)) as { cookie: string });
});
afterAll(() => on.stop());

type Headers = Record<string, string>;
const HOST = { host: 'dial.example' };
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

async function answerTo(method: string, url: string, headers: Headers) {
  const answer = await on.api.inject({
    method: method as 'GET',
    url,
    headers: { ...HOST, ...headers },
  });
  const code = answer.statusCode < 300 ? undefined : answer.json<{ code: string }>().code;
  return { status: answer.statusCode, code };
}

test.each<[Headers, number]>([
  [OWN_PAGE, 200],
  [{ origin: 'http://dial.example' }, 200],
  [{}, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ 'sec-fetch-site': 'cross-site', ...NAVIGATION }, 403],
  // The page cannot change this header, so it outweighs the other.
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://dial.example' }, 403],
  [{ origin: 'https://dial.example' }, 403],
  [{ origin: 'http://dial.example:8080' }, 403],
  [{ origin: 'http://other.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'https://dial.example', 'x-forwarded-proto': 'https' }, 403],
])('a change with the cookie and %j is %i', async (headers, status) => {
  const answer = await answerTo('POST', '/v1/account/stop', { cookie, ...headers });
  expect(answer).toEqual({ status, code: status === 200 ? undefined : 'cross_site_request' });
});

test.each<[Headers, number]>([
  [OWN_PAGE, 200],
  [{}, 200],
  [{ 'sec-fetch-site': 'none', ...NAVIGATION }, 200],
  [{ 'sec-fetch-site': 'cross-site', ...NAVIGATION }, 200],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    403,
  ],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
])('a GET with the cookie and %j is %i', async (headers, status) => {
  expect((await answerTo('GET', '/v1/account', { cookie, ...headers })).status).toBe(status);
});

test('an Authorization header counts instead of the cookie, and needs no header of a browser', async () => {
  const key = { authorization: `Bearer ${API_KEY}` };
  expect((await answerTo('POST', '/v1/account/stop', key)).status).toBe(200);
  expect((await answerTo('POST', '/v1/account/stop', { cookie, ...key })).status).toBe(200);
  const wrong = { cookie, ...OWN_PAGE, authorization: 'Bearer wrong' };
  expect((await answerTo('GET', '/v1/account', wrong)).status).toBe(401);
});

test('the codec endpoint, which pages of other origins use, takes no session', async () => {
  expect((await answerTo('GET', '/codec', { cookie, ...OWN_PAGE })).status).toBe(401);
});

test('no page of another site signs a browser in or out', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://other.example' }]) {
    for (const method of ['POST', 'DELETE']) {
      const answer = await on.api.inject({
        method: method as 'POST',
        url: '/v1/session',
        headers: { cookie, ...headers },
        ...(method === 'POST' ? { payload: { key: API_KEY } } : {}),
      });
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  }
  expect((await answerTo('GET', '/v1/account', { cookie, ...OWN_PAGE })).status).toBe(200);
});
