import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  const agent = { id: 'a1', name: 'One', kind: 'sip', address: 'sip-1', pools: ['sales', 'night'] };
  await on.post('/v1/agents', agent);
});
afterAll(() => on.stop());
afterEach(() => void (on.gateway.requests.length = 0));

const NUMBER = '+442079460101';
const AT = '2030-11-25T10:00';
const DAILY = { number: NUMBER, every: { at: '10:00' } };
const make = async (body: object) => {
  const answer = await on.post('/v1/callbacks', body);
  expect(answer).toMatchObject({ statusCode: 201 });
  return answer.json<{ id: string; [field: string]: unknown }>();
};
const patch = (id: string, payload: object) => on.call('PATCH', `/v1/callbacks/${id}`, { payload });

test.each<[object, string]>([
  [{ at: AT }, '/number'],
  [{ number: '12', at: AT }, '/number'],
  [{ number: NUMBER }, '/at'],
  [{ ...DAILY, at: AT }, '/at'],
  [{ number: NUMBER, at: 'tomorrow' }, '/at'],
  [{ number: NUMBER, at: '2030-02-30T10:00' }, '/at'],
  [{ number: NUMBER, at: '2030-11-25T24:00' }, '/at'],
  [{ number: NUMBER, at: '2020-11-25T10:00' }, '/at'],
  [{ number: NUMBER, at: AT, zone: 'Europe/Nowhere' }, '/zone'],
  [{ number: NUMBER, at: AT, zone: 'Europe/Paris|UTC' }, '/zone'],
  [{ number: '+12025550101', at: AT }, '/zone'],
  [{ number: NUMBER, at: AT, not_after: '2030-11-25T09:59' }, '/not_after'],
  [{ ...DAILY, not_after: AT }, '/not_after'],
  [{ number: NUMBER, every: { at: '24:00' } }, '/every/at'],
  [{ number: NUMBER, every: { at: '10:00', weekdays: [] } }, '/every/weekdays'],
  [{ number: NUMBER, every: { at: '10:00', weekdays: ['mon', 'mon'] } }, '/every/weekdays'],
  [
    { number: NUMBER, every: { at: '10:00', weekdays: ['mon'], days_of_month: [1] } },
    '/every/days_of_month',
  ],
  [{ number: NUMBER, every: { at: '10:00', days_of_month: [32] } }, '/every/days_of_month/0'],
  [{ number: NUMBER, every: { at: '10:00', not_after: '09:00' } }, '/every/not_after'],
  [
    { number: NUMBER, every: { at: '10:00', from: '2030-02-02', until: '2030-02-01' } },
    '/every/until',
  ],
  [{ number: NUMBER, every: { at: '10:00', until: '2020-01-01' } }, '/every'],
  [{ number: NUMBER, at: AT, prefer_agent_for: '5' }, '/prefer_agent_for'],
  [{ number: NUMBER, at: AT, caller: 'x' }, '/caller'],
])('%j is 422 and names %s', async (body, pointer) => {
  const answer = await on.post('/v1/callbacks', body);
  expect(answer.statusCode).toBe(422);
  const { errors } = answer.json<{ errors: { pointer: string }[] }>();
  expect(errors.map((each) => each.pointer)).toContain(`#${pointer}`);
  expect(answer.body).not.toContain(NUMBER);
});

test('an agent, a call or a callback that is not there is 404', async () => {
  const once = { number: NUMBER, at: AT };
  expect((await on.post('/v1/callbacks', { ...once, agent_id: 'none' })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '#/agent_id', detail: '`agent_id` names no agent' }],
  });
  expect((await on.post('/v1/callbacks', { at: AT, call_ref: 'c1.1.1' })).statusCode).toBe(404);
  expect((await on.get('/v1/callbacks/cbnone')).statusCode).toBe(404);
  expect((await on.get('/v1/callbacks/cbnone/turns')).statusCode).toBe(404);
  expect((await patch('cbnone', { name: 'x' })).statusCode).toBe(404);
  expect((await on.post('/v1/callbacks/cbnone/pause')).statusCode).toBe(404);
});

test('a local time is that of the number’s only zone, and ends with its day', async () => {
  expect(await make({ number: NUMBER, at: '2030-07-01T10:00', name: 'Ada' })).toMatchObject({
    number: NUMBER,
    name: 'Ada',
    zone: 'Europe/London',
    at: '2030-07-01T09:00:00.000Z',
    not_after: '2030-07-01T22:59:59.999Z',
    state: 'scheduled',
    every: null,
    schedule: null,
    prefer_agent_for: '15m',
    pool: null,
    last: { turn: 1, state: 'scheduled', campaign_id: 'callbacks', contact: 1 },
  });
  await expect.poll(() => on.gateway.requests).toEqual(['wake callbacks']);
});

test('an instant keeps its offset; the pool is the agent’s unless another is named', async () => {
  const asked = { number: NUMBER, at: '2030-07-01T10:00:00+02:00', agent_id: 'a1' };
  expect(await make({ ...asked, not_after: '2030-07-01T10:00' })).toMatchObject({
    at: '2030-07-01T08:00:00.000Z',
    not_after: '2030-07-01T09:00:00.000Z',
    pool: 'sales',
  });
  const alone = { ...asked, pool: null, prefer_agent_for: null };
  expect(await make(alone)).toMatchObject({ pool: null, prefer_agent_for: null });
});

test('one that recurs shows its next time, and its schedule is synced', async () => {
  const every = {
    at: '09:30',
    weekdays: ['fri', 'mon'],
    not_after: '11:00',
    count: 4,
    jitter: '5m',
  };
  const made = await make({ number: '+12025550101', zone: 'America/New_York', every });
  expect(made).toMatchObject({
    state: 'scheduled',
    at: null,
    every: { ...every, weekdays: ['mon', 'fri'], days_of_month: null, from: null, until: null },
    turns: 0,
    last: null,
    schedule: 'behind',
  });
  expect(new Date(made['next_at'] as string).getUTCMinutes()).toBe(30);
  await expect.poll(() => on.gateway.requests).toEqual([`sync ${made.id}`]);
});

test('a repeat of a key makes no other', async () => {
  const headers = { 'idempotency-key': 'callback-1' };
  const body = { number: NUMBER, at: AT };
  const first = await on.post('/v1/callbacks', body, headers);
  const repeat = await on.post('/v1/callbacks', body, headers);
  expect(repeat.headers['idempotency-replayed']).toBe('true');
  expect(repeat.json()).toEqual(first.json());
  const other = await on.post('/v1/callbacks', { ...body, name: 'x' }, headers);
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test('asked for in a call, its number is that of the call', async () => {
  const id = await on.campaign();
  const contacts = [{ number: NUMBER }];
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  await on.post(`/v1/campaigns/${id}/start`);
  const { claims } = await on.store.claim({ id, limit: 1, nowMs: Date.now() });
  const [ref] = claims.map((claim) => claim.ref);
  expect(await make({ call_ref: ref, at: AT })).toMatchObject({ number: NUMBER, call_ref: ref });
});

test('with Temporal away it is kept, and made due by the store all the same', async () => {
  on.gateway.down = true;
  const { id } = await make(DAILY);
  on.gateway.down = false;
  expect((await on.get(`/v1/callbacks/${id}`)).json()).toMatchObject({ schedule: 'behind' });
  const { callbacks } = await on.store.sweep({ nowMs: Date.now(), graceMs: 0, limit: 200 });
  expect(callbacks).toContain(id);
});

test('paused, edited, resumed, cancelled; what is not possible is 409 with what is', async () => {
  const { id } = await make({ number: NUMBER, at: AT });
  const move = async (name: string) => (await on.post(`/v1/callbacks/${id}/${name}`)).json();
  expect(await move('pause')).toMatchObject({ state: 'paused' });
  expect(await move('pause')).toMatchObject({ status: 409, allowed_moves: ['resume', 'cancel'] });
  const edited = await patch(id, { at: '2030-12-01T18:00', agent_id: 'a1', name: null });
  expect(edited.json()).toMatchObject({
    state: 'paused',
    at: '2030-12-01T18:00:00.000Z',
    not_after: '2030-12-01T23:59:59.999Z',
    agent_id: 'a1',
  });
  expect(await move('resume')).toMatchObject({ state: 'scheduled', last: { turn: 2 } });
  expect((await patch(id, { not_after: '2030-12-01T20:00' })).json()).toMatchObject({
    at: '2030-12-01T18:00:00.000Z',
    not_after: '2030-12-01T20:00:00.000Z',
  });
  expect((await patch(id, { every: { at: '10:00' } })).statusCode).toBe(422);
  expect((await patch(id, { not_after: '2030-12-01T17:00' })).statusCode).toBe(422);
  expect(await move('cancel')).toMatchObject({ state: 'cancelled' });
  expect((await patch(id, { name: 'x' })).statusCode).toBe(409);
  const turns = (await on.get(`/v1/callbacks/${id}/turns?limit=2`)).json<{ data: object[] }>();
  expect(turns).toMatchObject({
    data: [
      { turn: 3, state: 'withdrawn', reason: 'cancelled' },
      { turn: 2, state: 'withdrawn', reason: 'edited', text: 'the callback was edited' },
    ],
    next_cursor: expect.any(String),
  });
});

test('a local time stays that time of day where its zone is changed; an instant stays that instant', async () => {
  const paris = { number: NUMBER, zone: 'Europe/Paris' };
  const local = await make({ ...paris, at: '2030-07-01T10:00', not_after: '2030-07-01T12:00' });
  expect(local).toMatchObject({ at: '2030-07-01T08:00:00.000Z' });
  expect((await patch(local.id, { zone: 'America/New_York' })).json()).toMatchObject({
    at: '2030-07-01T14:00:00.000Z',
    not_after: '2030-07-01T16:00:00.000Z',
    last: { turn: 2, at: '2030-07-01T14:00:00.000Z', not_after: '2030-07-01T16:00:00.000Z' },
  });
  const open = await make({ ...paris, at: '2030-07-01T10:00:00+02:00' });
  expect((await patch(open.id, { zone: 'America/New_York' })).json()).toMatchObject({
    at: '2030-07-01T08:00:00.000Z',
    not_after: '2030-07-02T03:59:59.999Z',
  });
  // New York's clocks skip 02:30 on that day, London's do not.
  const skipped = await make({ number: NUMBER, zone: 'America/New_York', at: '2030-03-10T02:30' });
  expect(skipped).toMatchObject({ at: '2030-03-10T07:00:00.000Z' });
  expect((await patch(skipped.id, { zone: 'Europe/London' })).json()).toMatchObject({
    at: '2030-03-10T02:30:00.000Z',
  });
});

test('of one that recurs the recurrence is replaced; a single time cannot be given', async () => {
  const { id } = await make(DAILY);
  expect((await patch(id, { at: AT })).statusCode).toBe(422);
  const edited = await patch(id, { every: { at: '11:15' }, zone: 'UTC' });
  expect(edited.json()).toMatchObject({ zone: 'UTC', every: { at: '11:15' } });
  expect(edited.json<{ next_at: string }>().next_at).toContain('T11:15:00.000Z');
});

test('they are listed by number, in every state', async () => {
  const number = '+442079460199';
  const made = await make({ number, at: AT });
  const second = await make({ number, at: AT });
  await on.post(`/v1/callbacks/${made.id}/cancel`);
  const listed = async (query: string) => {
    const answer = await on.get(`/v1/callbacks?${query}`);
    return answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  };
  expect(await listed('number=00442079460199')).toEqual([made.id, second.id]);
  expect(await listed('number=%2B442079460199&state=cancelled')).toEqual([made.id]);
  expect(await listed('number=%2B442079460198')).toEqual([]);
  expect((await on.get('/v1/callbacks?number=12')).statusCode).toBe(422);
});

test('they are listed, by state', async () => {
  const { id } = await make({ number: NUMBER, at: AT });
  await on.post(`/v1/callbacks/${id}/cancel`);
  const listed = await on.get('/v1/callbacks?state=cancelled&limit=200');
  const { data } = listed.json<{ data: { id: string; state: string }[] }>();
  expect(data.map((each) => each.id)).toContain(id);
  expect(new Set(data.map((each) => each.state))).toEqual(new Set(['cancelled']));
  expect((await on.get('/v1/callbacks?state=late')).statusCode).toBe(422);
});

test('the calendar has what was made and what is planned, with the zone of each', async () => {
  const { id } = await make({ ...DAILY, zone: 'Asia/Tokyo', name: 'Eve', agent_id: 'a1' });
  const answer = await on.get('/v1/callbacks/turns?limit=1000');
  const { data, more } = answer.json<{ data: { callback_id: string }[]; more: boolean }>();
  expect(more).toBe(false);
  const ofEve = data.filter(({ callback_id: of }) => of === id);
  expect(ofEve).toHaveLength(7);
  expect(ofEve[0]).toMatchObject({
    turn: null,
    state: 'scheduled',
    reason: null,
    ref: null,
    number: NUMBER,
    name: 'Eve',
    zone: 'Asia/Tokyo',
    agent_id: 'a1',
    pool: 'sales',
  });
  expect((await on.get('/v1/callbacks/turns?limit=1')).json()).toMatchObject({
    data: [{}],
    more: true,
  });
});

test.each([
  ['from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z', 'must be after `from`'],
  ['from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z', 'at most 31 days after'],
  ['from=2036-01-01T00:00:00Z', 'at most 366 days from now'],
])('a calendar of %s is refused', async (query, detail) => {
  const answer = await on.get(`/v1/callbacks/turns?${query}`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    errors: [{ parameter: 'to', detail: expect.stringContaining(detail) as unknown }],
  });
});
