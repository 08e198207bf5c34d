/** The remote codec: what Temporal's Web UI and command line ask, and who is answered. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEncryptionCodec } from '../../src/codec/encryption-codec.ts';
import { API_KEY, startApi, type ApiUnderTest } from './api-under-test.ts';

const WEB_UI = 'https://temporal.example';
const codec = createEncryptionCodec([{ id: 'k1', key: createSecretKey(randomBytes(32)) }]);

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi({ payloadCodec: codec, codecOrigins: [WEB_UI] });
});
afterAll(() => on.stop());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const plain = { metadata: { encoding: base64('json/plain') }, data: base64('"+12025550123"') };
const basic = (password: string) => ({ authorization: `Basic ${base64(`me:${password}`)}` });

async function encoded(): Promise<typeof plain> {
  const answer = await on.post('/codec/encode', { payloads: [plain] });
  return answer.json<{ payloads: (typeof plain)[] }>().payloads[0]!;
}

describe('nothing is decoded', () => {
  test.each([
    ['without a key', { authorization: '' }],
    ['with a wrong key', { authorization: 'Bearer wrong-key-0123456789' }],
    ['with a wrong password', basic('wrong-key-0123456789')],
    ['with a password that is no text', { authorization: 'Basic ////' }],
    ['with a token of another kind', { authorization: `Token ${API_KEY}` }],
  ])('%s', async (_, headers) => {
    for (const way of ['encode', 'decode']) {
      const answer = await on.post(`/codec/${way}`, { payloads: [plain] }, headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
      expect(answer.body).not.toContain(plain.data);
    }
  });

  test.each([
    'https://evil.example',
    'https://temporal.example:8443',
    'http://temporal.example',
    'null',
  ])('for a page of %s, with the right key', async (origin) => {
    const answer = await on.post('/codec/decode', { payloads: [plain] }, { origin });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'origin_not_allowed' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('where no keys for payloads are set: there is no such endpoint', async () => {
    const off = await startApi();
    const answer = await off.post('/codec/decode', { payloads: [plain] });
    expect(answer.statusCode).toBe(404);
    await off.stop();
  });

  test.each([
    ['is not JSON', '{', 400],
    ['is a list', '[]', 422],
    ['has payloads that are none', '{"payloads": ["x"]}', 422],
    ['has data that is not base64', '{"payloads": [{"data": "+1 202"}]}', 422],
  ])('of a body that %s', async (_, payload, status) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await on.call('POST', '/codec/decode', { headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  test('of a body of another type: a form could be sent by any page without asking', async () => {
    const headers = { 'content-type': 'text/plain' };
    const payload = JSON.stringify({ payloads: [plain] });
    const answer = await on.call('POST', '/codec/decode', { headers, payload });
    expect(answer.statusCode).toBe(415);
  });

  test('of a body of more than 8 MiB', async () => {
    const payloads = [{ data: 'A'.repeat(8 * 1_048_576) }];
    expect((await on.post('/codec/decode', { payloads })).statusCode).toBe(413);
  });

  test('with a key that is not there, and its id is named', async () => {
    const other = createEncryptionCodec([{ id: 'lost', key: createSecretKey(randomBytes(32)) }]);
    const [sealed] = await other.encode([{ data: Buffer.from('x') }]);
    const payloads = [
      {
        metadata: Object.fromEntries(
          Object.entries(sealed!.metadata!).map(([name, bytes]) => [
            name,
            Buffer.from(bytes).toString('base64'),
          ]),
        ),
        data: Buffer.from(sealed!.data!).toString('base64'),
      },
    ];
    const answer = await on.post('/codec/decode', { payloads });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'payload_not_converted',
      detail: expect.stringContaining('key lost'),
    });
  });
});

test('what is encoded is hidden, and comes back as it was', async () => {
  const hidden = await encoded();
  expect(JSON.stringify(hidden)).not.toContain(plain.data);
  expect(Buffer.from(hidden.metadata.encoding, 'base64').toString()).toBe('binary/encrypted');
  const answer = await on.post(
    '/codec/decode',
    { payloads: [hidden, plain] },
    { 'x-namespace': 'default' },
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ payloads: [plain, plain] });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a page of a listed origin may ask, with what the browser keeps of its visit', async () => {
  const preflight = await on.api.inject({
    method: 'OPTIONS',
    url: '/codec/decode',
    headers: {
      origin: WEB_UI,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-namespace',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': WEB_UI,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': expect.stringContaining('x-namespace'),
    vary: 'Origin',
  });
  const headers = { ...basic(API_KEY), origin: WEB_UI, 'x-namespace': 'default' };
  const answer = await on.post('/codec/decode', { payloads: [await encoded()] }, headers);
  expect(answer.json()).toEqual({ payloads: [plain] });
  expect(answer.headers['access-control-allow-origin']).toBe(WEB_UI);
});

test('a page of another origin is refused before it asks', async () => {
  const preflight = await on.api.inject({
    method: 'OPTIONS',
    url: '/codec/decode',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(403);
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
});

test('a browser that opens the endpoint is asked for the key', async () => {
  const asked = await on.api.inject({ url: '/codec' });
  expect(asked.statusCode).toBe(401);
  expect(asked.headers['www-authenticate']).toBe('Basic realm="dialwright"');
  expect((await on.get('/codec', basic(API_KEY))).statusCode).toBe(200);
});

test('Basic opens the codec endpoint and nothing else', async () => {
  expect((await on.get('/v1/campaigns', basic(API_KEY))).statusCode).toBe(401);
});
