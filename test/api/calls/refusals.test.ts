/** What the API refuses, and that each refusal shows in one form what is wrong and where. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

function problem(answer: LightMyRequestResponse) {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const body = answer.json<Record<string, unknown>>();
  expect(body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    code: expect.any(String),
    status: answer.statusCode,
  });
  return body;
}

test('a request without a key is refused', async () => {
  const answer = await on.api.inject({ url: '/v1/campaigns' });
  expect(problem(answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
});

test.each(['Bearer wrong-key-0123456789', 'Bearer ', 'Basic Zmlyc3Q6a2V5', 'first-key-0123456789'])(
  'the wrong key "%s" is refused',
  async (authorization) => {
    expect(problem(await on.get('/v1/campaigns', { authorization }))).toMatchObject({
      status: 401,
    });
  },
);

test('an unknown field is named', async () => {
  const answer = await on.post('/v1/campaigns', { name: 'x', redial: { max_atempts: 2 } });
  expect(problem(answer)).toMatchObject({
    status: 422,
    code: 'invalid_request',
    errors: [{ pointer: '#/redial/max_atempts', detail: 'unknown field' }],
  });
});

test('every wrong field is named at once, with its reason', async () => {
  const answer = await on.post('/v1/campaigns', {
    name: '',
    redial: { customer_unreached: { after: 30 }, max_calls: 0 },
    agent_caller_id: 'abc',
  });
  const { errors } = problem(answer) as { errors: { pointer: string; detail: string }[] };
  expect(errors.map((error) => error.pointer)).toEqual([
    '#/name',
    '#/redial/max_calls',
    '#/redial/customer_unreached/after',
    '#/agent_caller_id',
  ]);
  for (const { detail } of errors) expect(detail).not.toBe('');
});

test('an unknown query parameter is named', async () => {
  expect(problem(await on.get('/v1/calls?sate=ended'))).toMatchObject({
    status: 422,
    errors: [{ parameter: 'sate', detail: 'unknown parameter' }],
  });
});

test('a value that is no filter is refused with those that are', async () => {
  const { errors } = problem(await on.get('/v1/calls?state=dead')) as {
    errors: { parameter: string; detail: string }[];
  };
  expect(errors).toEqual([{ parameter: 'state', detail: expect.stringContaining('ended') }]);
});

test('malformed JSON is refused without quoting it', async () => {
  const answer = await on.call('POST', '/v1/campaigns', {
    headers: { 'content-type': 'application/json' },
    payload: '{"name": "+12025550101" oops}',
  });
  expect(problem(answer)).toMatchObject({ status: 400, code: 'malformed_json' });
  expect(answer.body).not.toContain('2025550101');
});

test('a JSON body of 2 MB is refused', async () => {
  const answer = await on.post('/v1/campaigns', { name: 'x'.repeat(2_000_000) });
  expect(problem(answer)).toMatchObject({ status: 413, code: 'body_too_large' });
});

test('a list of suppressed numbers of 17 MB is refused', async () => {
  await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
  const answer = await on.call('POST', '/v1/suppressions/own/numbers', {
    headers: { 'content-type': 'text/csv' },
    payload: 'x'.repeat(17 * 1_048_576),
  });
  expect(problem(answer)).toMatchObject({ status: 413, code: 'body_too_large' });
});

test.each(['application/xml', 'text/csv', 'not a type'])(
  'content type "%s" is refused where JSON is read',
  async (type) => {
    const answer = await on.call('POST', '/v1/campaigns', {
      headers: { 'content-type': type },
      payload: 'x',
    });
    expect(problem(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  },
);

test('an illegal move is refused with the moves that are allowed', async () => {
  const id = await on.campaign();
  expect(problem(await on.post(`/v1/campaigns/${id}/pause`))).toMatchObject({
    status: 409,
    code: 'illegal_move',
    state: 'draft',
    allowed_moves: ['start', 'cancel'],
  });
});

test('an action takes no fields', async () => {
  const id = await on.campaign();
  const answer = await on.post(`/v1/campaigns/${id}/start`, { force: true });
  expect(problem(answer)).toMatchObject({ status: 422, errors: [{ pointer: '#/force' }] });
});

test.each([
  ['GET', '/v1/nothing'],
  ['GET', '/v1/campaigns/cnone'],
  ['POST', '/v1/campaigns/cnone/start'],
  ['GET', '/v1/campaigns/cnone/calls'],
  ['GET', '/v1/calls/cnone.1.1'],
  ['GET', '/v1/calls/cnone.1.1/recording'],
  ['POST', '/v1/calls/cnone.1.1/hangup'],
  ['POST', '/v1/agents/none/ready'],
])('%s %s: what is not there is 404', async (method, path) => {
  expect(problem(await on.call(method, path))).toMatchObject({ status: 404, code: 'not_found' });
});

test('a known path under another method is 405 with the methods that it takes', async () => {
  const answer = await on.call('DELETE', '/v1/campaigns/c1');
  expect(problem(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(answer.headers.allow).toBe('GET, HEAD, PATCH');
});

test('a path that cannot be decoded is a problem too', async () => {
  expect(problem(await on.get('/v1/campaigns/%zz'))).toMatchObject({ status: 400 });
});

test('what stands where an id or a field belongs is not quoted', async () => {
  const answers = [
    await on.get('/v1/calls/+12025550101'),
    await on.get('/v1/campaigns/+12025550101'),
    await on.post('/v1/calls', { number: '+12025550102', agent_id: '2025550101' }),
    await on.post('/v1/campaigns', { name: 'x', '+1 202 555-0101': 'Ada' }),
    await on.get('/v1/calls?+12025550101=1'),
  ];
  for (const answer of answers) {
    problem(answer);
    expect(answer.body).not.toMatch(/0101|Ada/);
  }
});

test('contacts for a cancelled campaign are refused', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/cancel`);
  const contacts = [{ number: '+12025550101' }];
  const answer = await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  expect(problem(answer)).toMatchObject({
    status: 409,
    code: 'not_accepting_contacts',
    state: 'cancelled',
  });
});

test('an unforeseen error shows nothing of our insides', async () => {
  const failing = await startApi({
    store: (store) =>
      new Proxy(store, {
        get: (target, name) =>
          name === 'account'
            ? () => Promise.reject(new Error('secret table missing'))
            : Reflect.get(target, name),
      }),
  });
  const answer = await failing.get('/v1/account');
  expect(problem(answer)).toMatchObject({ status: 500, code: 'internal_error' });
  expect(answer.body).not.toContain('secret table');
  expect(failing.logged.join('')).toContain('secret table missing');
  await failing.stop();
});
