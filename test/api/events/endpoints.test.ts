import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Endpoint {
  id: string;
  secret: string;
  state: string;
}

let on: ApiUnderTest;
beforeEach(async () => {
  on = await startApi();
});
afterEach(() => on.stop());

const URL = 'https://crm.example.com/hooks?token=t';
const add = async (body: object = {}, headers: Record<string, string> = {}) =>
  on.post('/v1/webhook-endpoints', { url: URL, ...body }, headers);
const added = async (body: object = {}) => (await add(body)).json<Endpoint>();

test('a secret is shown once: not in a repeat, not in lists, not in the log', async () => {
  const headers = { 'idempotency-key': 'k1' };
  const first = await add({ types: ['call.*'] }, headers);
  expect(first.statusCode).toBe(201);
  const { id, secret } = first.json<Endpoint>();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const repeated = await add({ types: ['call.*'] }, headers);
  expect(repeated.json()).toMatchObject({ id, secret: null });
  const shown = await Promise.all([
    on.get('/v1/webhook-endpoints'),
    on.get(`/v1/webhook-endpoints/${id}`),
    on.get('/v1/audit'),
  ]);
  expect(shown.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const everywhere = [...shown.map(({ body }) => body), ...on.logged].join('\n');
  expect(everywhere).toContain(id);
  expect(everywhere).not.toContain(secret.slice(6));
  expect(on.gateway.requests).toContain(`wake endpoint ${id}`);
});

test.each([
  [{ url: 'http://crm.example.com/' }, '#/url', 'must be https'],
  [{ url: 'https://192.168.1.1/' }, '#/url', 'public host'],
  [{ url: 'https://169.254.169.254/' }, '#/url', 'public host'],
  [{ types: ['call.cancelled'] }, '#/types/0', 'no type of events'],
  [{ types: [] }, '#/types', ''],
  [{ colour: 'red' }, '#/colour', 'unknown field'],
])('%o is refused, and the field named', async (body, pointer, detail) => {
  const answer = await add(body);
  expect(answer.statusCode).toBe(422);
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>();
  expect(errors[0]!.pointer).toBe(pointer);
  expect(errors[0]!.detail).toContain(detail);
});

test('an origin of the setting may be private and http', async () => {
  expect((await add({ url: 'http://127.0.0.1:4000/hook' })).statusCode).toBe(201);
  expect((await add({ url: 'http://127.0.0.1:4001/hook' })).statusCode).toBe(422);
});

test('an edit merges, checks the URL, and heeds If-Match', async () => {
  const { id } = await added({ types: ['call.ended'], description: 'CRM' });
  const path = `/v1/webhook-endpoints/${id}`;
  const etag = (await on.get(path)).headers['etag'] as string;
  const patch = (payload: object, headers = {}) => on.call('PATCH', path, { payload, headers });
  const edited = await patch({ types: null, description: 'Shop' }, { 'if-match': etag });
  expect(edited.json()).toMatchObject({
    url: URL,
    types: null,
    description: 'Shop',
    removed: ['/types'],
  });
  expect((await patch({ description: 'x' }, { 'if-match': etag })).statusCode).toBe(412);
  expect((await patch({ url: 'https://10.0.0.1/' })).statusCode).toBe(422);
  expect((await patch({ url: null })).statusCode).toBe(422);
  expect((await patch({ enabled: false })).statusCode).toBe(422);
});

test('disable, enable, rotate, replay, test, delete', async () => {
  const { id, secret } = await added();
  const campaign = await on.campaign();
  await on.post(`/v1/campaigns/${campaign}/start`);
  const order = (what: string, body?: object) =>
    on.post(`/v1/webhook-endpoints/${id}/${what}`, body);
  expect((await order('disable')).json()).toMatchObject({
    state: 'disabled',
    disabled_reason: expect.stringContaining('disabled by '),
  });
  expect((await order('enable')).json()).toMatchObject({ state: 'enabled', disabled_reason: null });
  const rotated = (await order('rotate-secret', { overlap: '1h' })).json<
    Endpoint & { old_secret_expires_at: string }
  >();
  expect(rotated.secret).not.toBe(secret);
  expect(Date.parse(rotated.old_secret_expires_at)).toBeGreaterThan(Date.now());
  // Nothing was sent yet, so nothing can be sent again.
  expect((await order('replay', { from: 'evt_1' })).json()).toMatchObject({ replay: null });
  expect((await order('replay', { from: '1' })).statusCode).toBe(422);
  expect((await order('test')).json()).toEqual({ status: 204, failure: null, duration_ms: 12 });
  on.gateway.down = true;
  expect((await order('test')).json()).toMatchObject({ status: 503, code: 'no_worker' });
  expect((await on.get(`/v1/webhook-endpoints/${id}/deliveries`)).json()).toEqual({
    data: [],
    next_cursor: null,
  });
  expect((await on.call('DELETE', `/v1/webhook-endpoints/${id}`)).statusCode).toBe(200);
  expect((await on.get(`/v1/webhook-endpoints/${id}`)).statusCode).toBe(404);
});

test('only admins see endpoints, because a URL may contain a token', async () => {
  const made = await on.post('/v1/keys', { name: 'operator', role: 'operate' });
  const { key } = made.json<{ key: string }>();
  const headers = { authorization: `Bearer ${key}` };
  expect((await on.get('/v1/webhook-endpoints', headers)).statusCode).toBe(403);
  expect((await on.get('/v1/events', headers)).statusCode).toBe(200);
});
