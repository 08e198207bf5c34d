import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../src/domain/events/event.ts';
import { MOST_STREAMS_OF_KEY } from '../../../src/api/events/stream-limits.ts';
import { API_KEY, OTHER_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { EventReader } from './event-reader.ts';

interface List {
  data: { id: string; type: string; subject: string; timestamp: string; data: object }[];
  next_cursor: string | null;
}

let on: ApiUnderTest;
let url: string;
const open: EventReader[] = [];
beforeEach(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await on.stop();
});

const list = async (query = '') => (await on.get(`/v1/events${query}`)).json<List>();

async function follow(query = '', headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await EventReader.open(`${url}/v1/events${query}`, {
    authorization: `Bearer ${API_KEY}`,
    ...headers,
  });
  open.push(reader);
  return reader;
}

/** Waits until the stream is open, so that what comes later is new for it. */
async function following(query = '', headers: Record<string, string> = {}) {
  const reader = await follow(query, headers);
  expect(reader.status).toBe(200);
  return reader;
}

async function pauseTwice(): Promise<string> {
  const id = await on.campaign();
  for (const move of ['start', 'pause', 'resume', 'pause']) {
    await on.post(`/v1/campaigns/${id}/${move}`);
  }
  return id;
}

test('the list is in the order of writing, and a poller goes on behind the last id', async () => {
  const id = await pauseTwice();
  const { data, next_cursor: next } = await list();
  expect(data.map(({ type }) => type)).toEqual([
    'campaign.started',
    'campaign.paused',
    'campaign.resumed',
    'campaign.paused',
  ]);
  expect(next).toBeNull();
  expect(data[0]).toMatchObject({
    id: 'evt_1',
    subject: `campaigns/${id}`,
    campaign: id,
    data: { state: 'running', previous_state: 'draft', reason: null },
  });
  expect((await list('?after=evt_3')).data.map((event) => event.id)).toEqual(['evt_4']);
  expect((await list('?order=desc&limit=1')).data.map((event) => event.id)).toEqual(['evt_4']);
  const filtered = await list(`?types=campaign.resumed,alert.*&campaign=${id}`);
  expect(filtered.data.map((event) => event.id)).toEqual(['evt_3']);
});

test.each([
  ['?types=call.cancelled', 'types'],
  ['?after=17', 'after'],
  ['?order=newest', 'order'],
])('%s is refused and named', async (query, parameter) => {
  const answer = await on.get(`/v1/events${query}`);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(parameter);
});

test('events that are not kept any more: 410 for the list, events.lost for the stream, which goes on', async () => {
  await pauseTwice();
  await on.store.pruneOutbox({ olderThanMs: Number.MAX_SAFE_INTEGER });
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/start`);
  const answer = await on.get('/v1/events?after=evt_1');
  expect(answer.statusCode).toBe(410);
  expect(answer.json()).toMatchObject({ code: 'events_lost', oldest_after: 'evt_4' });
  expect((await list('?after=evt_4')).data.map((event) => event.id)).toEqual(['evt_5']);
  const reader = await follow('', { 'last-event-id': 'evt_1' });
  await reader.until(({ events }) => events.length === 2);
  expect(reader.events.map((event) => [event.id, event.event])).toEqual([
    ['evt_4', 'events.lost'],
    ['evt_5', 'campaign.started'],
  ]);
});

test('an id from the future, as after a restored backup, is told as lost too', async () => {
  await pauseTwice();
  const reader = await follow('', { 'last-event-id': 'evt_99' });
  await reader.until(({ events }) => events.length === 1);
  expect(reader.events[0]).toMatchObject({ id: 'evt_4', event: 'events.lost' });
});

test('a stream brings what was missed, then what is new, each once and in order', async () => {
  await pauseTwice();
  const reader = await following('', { 'last-event-id': 'evt_1' });
  await reader.until(({ events }) => events.length === 3);
  await pauseTwice();
  await reader.until(({ events }) => events.length === 7);
  expect(reader.events.map((event) => event.id)).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((n) => `evt_${n}`),
  );
  const [first] = reader.events;
  expect(first!.data).toEqual((await list('?after=evt_1&limit=1')).data[0]);
  expect(reader.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
});

test('a filtered stream brings only what passes, whether missed or new', async () => {
  await pauseTwice();
  const reader = await following('?types=campaign.resumed&after=evt_0');
  await reader.until(({ events }) => events.length === 1);
  const id = await pauseTwice();
  await reader.until(({ events }) => events.length === 2);
  expect(reader.types).toEqual(['campaign.resumed', 'campaign.resumed']);
  expect(reader.events[1]!.data.subject).toBe(`campaigns/${id}`);
});

test('thousands of missed events arrive whole, while new ones are written', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/start`);
  const move = async (times: number) => {
    for (let n = 0; n < times; n++) {
      for (const to of ['pause', 'resume'] as const) {
        await on.store.moveCampaign({ id, move: to, nowMs: Date.now() });
      }
    }
  };
  await move(300);
  const reader = await following('?after=evt_0');
  await move(150);
  await reader.until(({ events }) => events.length === 901);
  expect(reader.events.map((event) => event.id)).toEqual(
    Array.from({ length: 901 }, (_, n) => `evt_${n + 1}`),
  );
});

test('streams of one key are limited, and a closed one makes room', async () => {
  const readers = await Promise.all(Array.from({ length: MOST_STREAMS_OF_KEY }, () => following()));
  const refused = await follow();
  expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, '5']);
  expect((await follow('', { authorization: `Bearer ${OTHER_KEY}` })).status).toBe(200);
  readers[0]!.close();
  await expect.poll(async () => (await follow()).status, { timeout: 10_000 }).toBe(200);
});

test('a shutdown ends every stream, so that readers connect to another server', async () => {
  const reader = await following();
  await on.api.close();
  await reader.end();
  expect(reader.response.complete).toBe(true);
});

test('a revoked key ends its streams', async () => {
  const made = await on.post('/v1/keys', { name: 'dashboard', role: 'read' });
  const { id, key } = made.json<{ id: string; key: string }>();
  const reader = await following('', { authorization: `Bearer ${key}` });
  await on.call('DELETE', `/v1/keys/${id}`);
  await reader.end();
  expect((await follow('', { authorization: `Bearer ${key}` })).status).toBe(401);
});

test('the alerts that stand are listed', async () => {
  expect((await on.get('/v1/alerts')).json()).toEqual({ data: [], next_cursor: null });
  await on.store.sweep({ nowMs: 1_000, graceMs: 1, limit: 1 });
  await on.store.syncAlerts({
    nowMs: 10_000_000,
    timing: { sweepMs: 1_000, noAgentsMs: 1_000, recordingLateMs: 1_000 },
  });
  expect((await on.get('/v1/alerts')).json()).toMatchObject({
    data: [
      { kind: 'worker-away', subject: 'account', raised_at: new Date(10_000_000).toISOString() },
    ],
  });
  expect((await list('?types=alert.*')).data).toMatchObject([
    { type: 'alert.worker-away', data: { status: 'raised' } },
  ]);
});

test('every type is documented', async () => {
  const { components } = (await on.get('/openapi.json')).json<{
    components: { schemas: Record<string, { properties: { type: { enum: string[] } } }> };
  }>();
  expect(components.schemas['Event']!.properties.type.enum).toEqual([...EVENT_TYPES]);
});
