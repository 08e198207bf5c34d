/** Events on their way to an endpoint: by a real worker, over real HTTP, verified with the library of consumers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Receiver, verified, type Received } from '../webhooks/receiver.ts';
import { startWorld, type World } from './world.ts';

let receiver: Receiver;
let world: World;
let endpoint: { id: string; secret: string };
beforeAll(async () => {
  receiver = new Receiver();
  const origin = await receiver.listen();
  world = await startWorld({ timeFactor: 60, env: { DIALWRIGHT_WEBHOOK_ORIGINS: origin } });
  await world.addAgents(1);
  const url = `${origin}/hook`;
  // Not the other alerts: a busy machine may raise them at any time.
  const types = ['account.*', 'alert.webhook-endpoint', 'call.*', 'campaign.*', 'recording.*'];
  endpoint = (await world.api('POST', '/v1/webhook-endpoints', { url, types })).body;
});
afterAll(async () => {
  await world.stop();
  await receiver.close();
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
});

const idsOf = (requests: readonly Received[]) =>
  requests.map(({ headers }) => headers['webhook-id'] as string);
const order = async (what: string, body?: object) =>
  (await world.api('POST', `/v1/webhook-endpoints/${endpoint.id}/${what}`, body)).body;
const shown = async () => (await world.api('GET', `/v1/webhook-endpoints/${endpoint.id}`)).body;
const events = async (query = '') =>
  (await world.api('GET', `/v1/events?limit=200${query}`)).body.data;

test('a call is told to the endpoint from its start to its bill, signed, once each and in order', async () => {
  await world.campaign(['+12025550115']);
  const last = ['call.settled', 'recording.stored', 'campaign.completed'];
  const isTold = () =>
    last.every((type) => receiver.requests.some(({ body }) => body.includes(`"${type}"`)));
  await expect.poll(isTold, { timeout: 60_000 }).toBe(true);
  const told = receiver.requests.map((request) => verified(endpoint.secret, request));
  expect(told.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['campaign.started', 'call.placed', 'call.ended', 'call.settled']),
  );
  const listed = (await events()).filter(({ id }: { id: string }) =>
    idsOf(receiver.requests).includes(id),
  );
  expect(told).toEqual(listed);
  const { data } = (await world.api('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`)).body;
  expect(data[0]).toMatchObject({ kind: 'event', status: 204, failure: null });
});

test('an event that fails is sent again with the same id, and later ones wait for it', async () => {
  let failures = 3;
  receiver.answer = (response) =>
    void response.writeHead(failures-- > 0 ? 500 : 200).end('x'.repeat(1_000));
  await world.api('POST', '/v1/account/stop', { reason: 'drill' });
  await world.api('POST', '/v1/account/go');
  await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
  const types = receiver.requests.map((request) => verified(endpoint.secret, request).type);
  expect(types).toEqual([...Array(4).fill('account.stopped'), 'account.going']);
  expect(new Set(idsOf(receiver.requests)).size).toBe(2);
  expect(await shown()).toMatchObject({ failing: null, state: 'enabled' });
});

test('a span is sent again on request', async () => {
  const known = await events('&types=campaign.*,call.*');
  const [from, to] = [known[0].id, known[2].id];
  await order('replay', { from, to });
  await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBe(3);
  expect(idsOf(receiver.requests)).toEqual(known.slice(0, 3).map(({ id }: { id: string }) => id));
  await expect.poll(async () => (await shown()).replay, { timeout: 30_000 }).toBeNull();
});

test('a test event is sent at once, and its outcome shown', async () => {
  receiver.answer = (response) => void response.writeHead(418).end();
  expect(await order('test')).toMatchObject({ status: 418, failure: 'HTTP 418' });
  expect(verified(endpoint.secret, receiver.requests[0]!).type).toBe('webhook.test');
});

test('410 disables it, and an enabled one goes on where it was', async () => {
  receiver.answer = (response) => void response.writeHead(410).end();
  await world.api('POST', '/v1/account/stop', { reason: 'drill' });
  await expect.poll(async () => (await shown()).state, { timeout: 30_000 }).toBe('disabled');
  expect(await shown()).toMatchObject({ disabled_reason: 'the endpoint answered 410 Gone' });
  const { data: alerts } = (await world.api('GET', '/v1/alerts')).body;
  expect(alerts).toMatchObject([{ kind: 'webhook-endpoint' }]);
  receiver.requests.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
  await world.api('POST', '/v1/account/go');
  await order('enable');
  await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBe(4);
  expect(receiver.requests.map((request) => verified(endpoint.secret, request).type)).toEqual([
    'account.stopped',
    'alert.webhook-endpoint',
    'account.going',
    'alert.webhook-endpoint',
  ]);
});

test('a worker that is stopped and started loses nothing', async () => {
  await world.stopWorker();
  await world.api('POST', '/v1/account/stop', { reason: 'drill' });
  await world.api('POST', '/v1/account/go');
  await world.startWorker();
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  const types = receiver.requests.map((request) => verified(endpoint.secret, request).type);
  expect(types.filter((type) => type.startsWith('account.'))).toEqual([
    'account.stopped',
    'account.going',
  ]);
});
