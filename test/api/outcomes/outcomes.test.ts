/** Outcome codes, and what people say of calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPLETED } from '../../store/contract/world.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  await put('sale', { label: 'Sold', group: 'sale' });
  await put('again', { label: 'Busy', group: 'talked', next: 'redial', redial_after: '2h' });
  await put('later', { label: 'Call back', group: 'callback', next: 'callback' });
});
afterAll(() => on.stop());

const put = (code: string, body: object, headers = {}) =>
  on.call('PUT', `/v1/outcome-codes/${code}`, { payload: body, headers });
const set = (ref: string, body: object, headers = {}) =>
  on.call('PUT', `/v1/calls/${ref}/outcome`, { payload: body, headers });

describe('a code is refused', () => {
  test.each([
    ['Sale', { label: 'Sold', group: 'sale' }, 'codeId'],
    ['x', { label: ' ', group: 'sale' }, '#/label'],
    ['x', { label: 'X', group: 'unheard-of' }, '#/group'],
    ['x', { label: 'X', group: 'talked', next: 'redial' }, '#/redial_after'],
    ['x', { label: 'X', group: 'talked', redial_after: '2h' }, '#/redial_after'],
    ['x', { label: 'X', group: 'refused', suppress: 'dnc' }, '#/suppress'],
    ['x', { label: 'X', group: 'refused', next: 'final', suppress: 'no-list' }, '#/suppress'],
  ])('%s %j names %s', async (code, body, field) => {
    const answer = await put(code, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(field);
  });

  test('if it was changed after it was read', async () => {
    const { headers } = await put('mine', { label: 'Mine', group: 'other' });
    await put('mine', { label: 'Theirs', group: 'other' });
    const late = { label: 'Mine again', group: 'other' };
    expect((await put('mine', late, { 'if-match': headers['etag'] })).statusCode).toBe(412);
  });
});

test('a deleted code is listed as such, cannot be set, and comes back when it is put again', async () => {
  const ref = await liveCall(on);
  await put('gone', { label: 'Gone', group: 'other' });
  expect((await on.call('DELETE', '/v1/outcome-codes/gone')).statusCode).toBe(200);
  expect((await on.call('DELETE', '/v1/outcome-codes/gone')).statusCode).toBe(404);
  expect((await set(ref, { code: 'gone' })).json()).toMatchObject({ code: 'unknown_code' });
  await put('gone', { label: 'Here', group: 'other' });
  const { data } = (await on.get('/v1/outcome-codes')).json<{ data: { id: string }[] }>();
  expect(data.find(({ id }) => id === 'gone')).toMatchObject({ label: 'Here', deleted_at: null });
});

describe('an outcome', () => {
  test('stands beside the disposition, with its note, its data and what was done', async () => {
    const ref = await liveCall(on);
    expect((await on.get(`/v1/calls/${ref}/outcome`)).statusCode).toBe(404);
    const answer = await set(ref, { code: 'again', note: 'busy now', data: { order: 17 } });
    expect(answer.json()).toMatchObject({
      code: 'again',
      group: 'talked',
      note: 'busy now',
      data: { order: 17 },
      version: 1,
      effects: [{ what: 'contact', done: true, text: 'the contact moves when the call has ended' }],
    });
    await on.store.endCall(ref, { ...COMPLETED }, Date.now());
    expect((await on.get(`/v1/calls/${ref}`)).json()).toMatchObject({
      disposition: 'completed',
      outcome: 'again',
      redial: { decision: 'redial', rule: 'outcome', reason: 'again' },
    });
  });

  test('is replaced only by who has read it', async () => {
    const ref = await liveCall(on);
    const first = await set(ref, { code: 'sale' });
    const blind = await set(ref, { code: 'again' });
    expect(blind.json()).toMatchObject({ status: 409, code: 'outcome_exists', outcome: 'sale' });
    const etag = first.headers['etag'];
    expect(blind.headers['etag']).toBe(etag);
    expect((await set(ref, { code: 'again' }, { 'if-match': etag })).statusCode).toBe(200);
    expect((await set(ref, { code: 'sale' }, { 'if-match': etag })).statusCode).toBe(412);
    expect((await on.get(`/v1/calls/${ref}/outcome`)).json()).toMatchObject({
      code: 'again',
      version: 2,
    });
  });

  test('of two people at once, one is set', async () => {
    const ref = await liveCall(on);
    const answers = await Promise.all([set(ref, { code: 'sale' }), set(ref, { code: 'again' })]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });

  test('that makes a callback needs its time, and the callback is for the agent of the call', async () => {
    const ref = await liveCall(on);
    expect((await set(ref, { code: 'later' })).json()).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/callback' }],
    });
    const callback = { at: '2036-03-03T09:30:00Z', zone: 'America/New_York' };
    const { callback_id: id } = (await set(ref, { code: 'later', callback })).json();
    const { agent_id: agent } = (await on.get(`/v1/calls/${ref}`)).json();
    expect((await on.get(`/v1/callbacks/${id}`)).json()).toMatchObject({
      state: 'scheduled',
      call_ref: ref,
      agent_id: agent,
      at: '2036-03-03T09:30:00.000Z',
    });
  });

  test.each([
    [{ code: 'sale', data: { text: 'x'.repeat(4_100) } }, '#/data'],
    [{ code: 'sale', data: [1] }, '#/data'],
    [{ code: 'sale', note: 'x'.repeat(2_001) }, '#/note'],
    [{ code: 'later', callback: { at: 'soon' } }, '#/callback/at'],
    [{ note: 'only a note' }, '#/code'],
  ])('%# is refused, naming %s', async (body, pointer) => {
    const answer = await set(await liveCall(on), body);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(pointer);
  });

  test('is counted by code, campaign and agent', async () => {
    const ref = await liveCall(on);
    await set(ref, { code: 'sale' });
    const { agent_id: agent, campaign_id: campaign } = (await on.get(`/v1/calls/${ref}`)).json();
    const sold = { code: 'sale', label: 'Sold', group: 'sale', calls: 1, share: 1 };
    for (const query of [`agent=${agent}`, `campaign=${campaign}`])
      expect((await on.get(`/v1/stats/outcomes?${query}`)).json()).toEqual({
        data: [sold],
        calls: 1,
      });
    expect((await on.get('/v1/stats/outcomes?agent=nobody')).json()).toEqual({
      data: [],
      calls: 0,
    });
  });
});
