import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-23T09:00:00Z');

let on: ApiUnderTest;
let nowMs = START;
beforeAll(async () => {
  on = await startApi({ nowMs: () => nowMs });
});
afterAll(() => on.stop());
beforeEach(() => {
  nowMs += HOUR;
});

const at = (ms: number) => new Date(ms).toISOString();
let agents = 0;
async function agent(more: object = {}): Promise<string> {
  const id = `agent-${++agents}`;
  const added = await on.post('/v1/agents', {
    id,
    name: 'Ada Example',
    kind: 'sip',
    address: `sip-${id}`,
    ...more,
  });
  expect(added.statusCode).toBe(201);
  return id;
}
const csv = (text: string, query = '') =>
  on.call('POST', `/v1/agents/import${query}`, {
    headers: { 'content-type': 'text/csv' },
    payload: text,
  });

describe('a pause', () => {
  test('has a reason and an end, and is over at its end', async () => {
    const id = await agent();
    const until = at(nowMs + HOUR / 2);
    const paused = await on.post(`/v1/agents/${id}/pause`, { reason: 'lunch', until });
    expect(paused.json()).toMatchObject({
      state: 'paused',
      paused_until: until,
      paused_reason: 'lunch',
    });
    nowMs += HOUR / 2;
    expect((await on.get(`/v1/agents/${id}`)).json()).toMatchObject({
      state: 'ready',
      paused_until: null,
      paused_reason: null,
    });
  });

  test('that ended before now is refused', async () => {
    const id = await agent();
    const refused = await on.post(`/v1/agents/${id}/pause`, { until: at(nowMs) });
    expect(refused.json()).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/until', detail: 'has passed' }],
    });
  });

  test('of a pool is for all its agents; a pool without agents is not found', async () => {
    const pool = 'night';
    const ids = [await agent({ pools: ['day', pool] }), await agent({ pools: [pool] })];
    const paused = await on.post('/v1/agents/pause', { pool, reason: 'training' });
    expect(paused.json<{ data: { id: string; state: string }[] }>().data).toMatchObject(
      ids.map((id) => ({ id, state: 'paused', paused_reason: 'training' })),
    );
    const ready = await on.post('/v1/agents/ready', { pool });
    expect(ready.json<{ data: object[] }>().data).toMatchObject([
      { state: 'ready' },
      { state: 'ready' },
    ]);
    expect((await on.post('/v1/agents/pause', { pool: 'nobody' })).statusCode).toBe(404);
  });
});

test('the address of an agent is edited, and checked for its kind', async () => {
  const id = await agent();
  const edit = (address: unknown) => on.call('PATCH', `/v1/agents/${id}`, { payload: { address } });
  expect((await edit('other-account')).json()).toMatchObject({ address: 'other-account' });
  expect((await edit('no account')).json()).toMatchObject({
    errors: [{ pointer: '#/address' }],
  });
  expect((await edit(null)).json()).toMatchObject({ errors: [{ pointer: '#/address' }] });
});

describe('pools', () => {
  test('are up to sixteen names, none twice, without what separates them in CSV', async () => {
    const id = await agent({ pools: ['sales', ' spanish '] });
    const edit = (pools: unknown) => on.call('PATCH', `/v1/agents/${id}`, { payload: { pools } });
    expect((await on.get(`/v1/agents/${id}`)).json()).toMatchObject({
      pools: ['sales', 'spanish'],
    });
    expect((await edit(['night'])).json()).toMatchObject({ pools: ['night'] });
    const many = Array.from({ length: 17 }, (_, n) => `p${n}`);
    for (const wrong of [
      [],
      ['a', 'a'],
      many,
      ['a;b'],
      ['a,b'],
      ['a\u0000'],
      ['\ud800'],
      [''],
      'a',
    ]) {
      const refused = await edit(wrong);
      expect(refused.statusCode).toBe(422);
      expect(refused.json<{ errors: { pointer: string }[] }>().errors[0]!.pointer).toMatch(
        /^#\/pools/,
      );
    }
    expect((await edit(many.slice(1))).json()).toMatchObject({ pools: many.slice(1) });
    expect((await edit(null)).json()).toMatchObject({ pools: ['default'], removed: ['/pools'] });
  });

  test('filter the list: an agent is in the list of each of his pools', async () => {
    const id = await agent({ pools: ['list-a', 'list-b'] });
    const other = await agent({ pools: ['list-b'] });
    const listed = async (pool: string) =>
      (await on.get(`/v1/agents?pool=${pool}`))
        .json<{ data: { id: string }[] }>()
        .data.map((each) => each.id);
    expect(await listed('list-a')).toEqual([id]);
    expect((await listed('list-b')).toSorted()).toEqual([id, other].toSorted());
    expect(await listed('list')).toEqual([]);
  });
});

describe('an import', () => {
  test('reads several pools from one cell, and the column may be called pool', async () => {
    const row = (column: string) =>
      `id,name,kind,address,${column}\npool1,Di Example,sip,di,sales; spanish\n`;
    expect((await csv(row('pools'))).json()).toMatchObject({ added: ['pool1'] });
    expect((await csv(row('Pool'))).json()).toMatchObject({ unchanged: ['pool1'] });
    expect((await on.get('/v1/agents/pool1')).json()).toMatchObject({
      pools: ['sales', 'spanish'],
    });
    const both = 'id,name,kind,address,pool,pools\npool2,Di,sip,di2,a,b\n';
    expect((await csv(both)).json()).toMatchObject({
      errors: [{ pointer: '#/pools', detail: 'duplicate column' }],
    });
    const twice = 'id,name,kind,address,pools\npool2,Di,sip,di2,a;a\n';
    expect((await csv(twice)).json()).toMatchObject({
      errors: [{ pointer: '#/2/pools', detail: 'names a pool twice' }],
    });
  });

  test('adds all agents, with the defaults of empty cells, and a repeat changes nothing', async () => {
    const text =
      'id;name;kind;address;pools;capacity\nimp1;Bo Example;sip;bo;sales;\nimp2;Cy;stream;wss://a.example/;;3\n';
    expect((await csv(text)).json()).toEqual({
      added: ['imp1', 'imp2'],
      edited: [],
      unchanged: [],
    });
    expect((await on.get('/v1/agents/imp2')).json()).toMatchObject({
      pools: ['default'],
      capacity: 3,
      state: 'ready',
    });
    expect((await csv(text)).json()).toMatchObject({ added: [], unchanged: ['imp1', 'imp2'] });
  });

  test('with a fault anywhere adds nobody, and names every fault with its line', async () => {
    const answer = await csv(
      'id,name,kind,address,capacity\n' +
        'bad1,Bo,sip,no account,1\nbad2,,sip,x,1\nbad3,Cy,sip,y,2\nbad4,Di,sip,z,one\n',
    );
    expect(answer.statusCode).toBe(422);
    const { code, errors } = answer.json<{ code: string; errors: { pointer: string }[] }>();
    expect(code).toBe('invalid_agents');
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '#/2/address',
      '#/3/name',
      '#/4/capacity',
      '#/5/capacity',
    ]);
    expect((await on.get('/v1/agents/bad3')).statusCode).toBe(404);
  });

  test('names ids and addresses that are there twice, in the file or already', async () => {
    const id = await agent();
    const twice = await csv('id,name,kind,address\nt1,A,sip,one\nt1,B,sip,one\n');
    expect(twice.json()).toMatchObject({
      errors: [
        { pointer: '#/3/id', detail: 'is in row 2 too' },
        { pointer: '#/3/address', detail: 'is in row 2 too' },
      ],
    });
    const taken = await csv(`id,name,kind,address\nt1,A,sip,sip-${id}\n`);
    expect(taken.json()).toMatchObject({ errors: [{ pointer: '#/2/address' }] });
  });

  test('changes agents that are there only if it says so', async () => {
    const id = await agent();
    const text = `id,name,kind,address\n${id},New Name,sip,sip-${id}\n`;
    expect((await csv(text)).json()).toMatchObject({ errors: [{ pointer: '#/2/id' }] });
    expect((await csv(text, '?edit=true')).json()).toMatchObject({ edited: [id] });
    expect((await on.get(`/v1/agents/${id}`)).json()).toMatchObject({ name: 'New Name' });
  });

  test('swaps the addresses of two agents', async () => {
    const [one, other] = [await agent(), await agent()];
    const text = `id,name,kind,address\n${one},A,sip,sip-${other}\n${other},B,sip,sip-${one}\n`;
    expect((await csv(text, '?edit=true')).json()).toMatchObject({ edited: [one, other] });
    expect((await on.get(`/v1/agents/${one}`)).json()).toMatchObject({ address: `sip-${other}` });
  });

  test('as JSON names the place of a fault in the list', async () => {
    const refused = await on.post('/v1/agents/import', {
      agents: [{ id: 'j1', name: 'A', kind: 'sip', address: 'bad address' }],
    });
    expect(refused.json()).toMatchObject({ errors: [{ pointer: '#/agents/0/address' }] });
  });
});

describe('a deleted agent', () => {
  const remove = (path: string) => on.call('DELETE', `/v1/agents/${path}`, {});

  test('is shown by its id, with the time, and in no list', async () => {
    const id = await agent();
    expect((await remove(id)).json()).toMatchObject({ id, contacts: 0, replaced_by: null });
    const shown = (await on.get(`/v1/agents/${id}`)).json<object>();
    expect(shown).toMatchObject({ name: 'Ada Example', deleted_at: at(nowMs) });
    const { data } = (await on.get('/v1/agents')).json<{ data: { id: string }[] }>();
    expect(data.map((each) => each.id)).not.toContain(id);
    expect((await on.post(`/v1/agents/${id}/ready`)).statusCode).toBe(404);
  });

  test('leaves its contacts and callbacks to somebody, who must be named', async () => {
    const [id, other] = [await agent(), await agent()];
    const campaign = await on.campaign();
    await on.post(`/v1/campaigns/${campaign}/contacts`, {
      contacts: [{ number: '+12025550101', agent_id: id }],
    });
    const callback = await on.post('/v1/callbacks', {
      number: '+12025550102',
      agent_id: id,
      every: { at: '10:00', not_after: '12:00' },
      zone: 'America/New_York',
    });
    expect(callback.statusCode).toBe(201);
    expect((await remove(id)).json()).toMatchObject({
      status: 409,
      code: 'agent_in_use',
      contacts: 1,
      callbacks: 1,
    });
    const callbackId = callback.json<{ id: string }>().id;
    expect((await remove(`${id}?force=${other}`)).statusCode).toBe(422);
    expect((await remove(`${id}?replace_with=${other}`)).json()).toMatchObject({
      contacts: 1,
      callbacks: [callbackId],
      replaced_by: other,
    });
    expect((await on.get(`/v1/callbacks/${callbackId}`)).json()).toMatchObject({ agent_id: other });
    expect((await remove(`${other}?force=${other}`)).json()).toMatchObject({ replaced_by: null });
    expect((await on.get(`/v1/callbacks/${callbackId}`)).json()).toMatchObject({ agent_id: null });
  });
});

describe('the time of an agent', () => {
  test('is shown span by span, with who caused it', async () => {
    const from = at(nowMs);
    const id = await agent();
    nowMs += 60_000;
    await on.post(`/v1/agents/${id}/pause`, { reason: 'lunch' });
    nowMs += 30_000;
    const { data, next_cursor: next } = (
      await on.get(`/v1/agents/${id}/history?from=${from}`)
    ).json<{ data: object[]; next_cursor: null }>();
    expect(next).toBeNull();
    expect(data).toEqual([
      {
        state: 'ready',
        from,
        to: at(nowMs - 30_000),
        seconds: 60,
        reason: null,
        who: expect.any(String) as string,
        call: null,
      },
      expect.objectContaining({ state: 'paused', to: null, seconds: 30, reason: 'lunch' }),
    ]);
    const occupancy = (await on.get(`/v1/agents/occupancy?from=${from}&limit=200`)).json<{
      data: { agent_id: string }[];
    }>();
    expect(occupancy.data.find(({ agent_id: each }) => each === id)).toEqual({
      agent_id: id,
      name: 'Ada Example',
      pools: ['default'],
      ready_seconds: 60,
      ringing_seconds: 0,
      on_call_seconds: 0,
      wrap_up_seconds: 0,
      paused_seconds: 30,
      occupancy: 0,
    });
  });

  test.each([
    ['that ends before it begins', () => `from=${at(nowMs)}&to=${at(nowMs - 1)}`],
    ['of more than 31 days', () => `from=${at(nowMs - 32 * 24 * HOUR)}`],
  ])('is refused for a span %s', async (_, query) => {
    const refused = await on.get(`/v1/agents/occupancy?${query()}`);
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ parameter: 'from' }] });
  });
});
