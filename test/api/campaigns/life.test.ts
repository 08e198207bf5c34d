/** Planned starts, deadlines, clones, refusal rules and shares, as the API reads and shows them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
beforeEach(() => void (on.gateway.requests.length = 0));
afterAll(() => on.stop());

const HOUR = 3_600_000;
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const ALONE = { after: null, most: 5 };

describe('refused, naming the field', () => {
  test.each([
    ['soon', 'an instant'],
    ['2020-01-01T00:00:00Z', 'has passed'],
    [5, 'an instant'],
  ])('a start at %j', async (at, why) => {
    const id = await on.campaign();
    const answer = await on.post(`/v1/campaigns/${id}/start`, { at });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ errors: unknown }>().errors).toEqual([
      { pointer: '#/at', detail: expect.stringContaining(why) },
    ]);
  });

  test.each([
    [{ deadline_at: 'tomorrow' }, '#/deadline_at'],
    [{ deadline_at: '2020-01-01T00:00:00Z' }, '#/deadline_at'],
    [{ priority: 101 }, '#/priority'],
    [{ weight: 0 }, '#/weight'],
    [{ refusals: { '402': { action: 'fail-contact' } } }, '#/refusals/402'],
    [{ refusals: { account_suspended: { action: 'retry' } } }, '#/refusals/account_suspended'],
    [{ refusals: { '500': { action: 'retry' } } }, '#/refusals/500'],
    [{ refusals: { '423': { action: 'retry' } } }, '#/refusals/423'],
    [{ refusals: { '418': { action: 'fail-contact' } } }, '#/refusals/418'],
    [{ refusals: { '451': { action: 'pause-campaign' } } }, '#/refusals/451'],
    [{ refusals: { '429': { action: 'shrug' } } }, '#/refusals/429/action'],
    [{ refusals: { '429': { action: 'fail-contact', after: '5m' } } }, '#/refusals/429/after'],
    [{ refusals: { '429': { action: 'retry', most: 0 } } }, '#/refusals/429/most'],
  ])('a campaign with %j', async (rules, pointer) => {
    const answer = await on.post('/v1/campaigns', { name: 'x', ...rules });
    expect(answer.statusCode).toBe(422);
    expect(JSON.stringify(answer.json())).toContain(`"${pointer}"`);
  });

  test('a clone of nothing, and of contacts that are not a choice', async () => {
    expect((await on.post('/v1/campaigns/cx/clone')).statusCode).toBe(404);
    const id = await on.campaign();
    const answer = await on.post(`/v1/campaigns/${id}/clone`, { contacts: 'some' });
    expect(answer.json<{ errors: unknown }>().errors).toMatchObject([{ pointer: '#/contacts' }]);
  });
});

test('a planned start is shown, wakes the workflow, and may be taken back or made at once', async () => {
  const id = await on.campaign();
  const at = ahead(HOUR);
  const planned = await on.post(`/v1/campaigns/${id}/start`, { at });
  expect(planned.json()).toMatchObject({
    state: 'scheduled',
    starts_at: at,
    allowed_moves: ['start', 'unschedule', 'cancel'],
  });
  expect((await on.get(`/v1/campaigns/${id}`)).json()).toMatchObject({
    waiting_for: { reason: 'start', until: at },
  });
  const contacts = { contacts: [{ number: '+12025550101' }] };
  expect((await on.post(`/v1/campaigns/${id}/contacts`, contacts)).statusCode).toBe(200);
  expect((await on.post(`/v1/campaigns/${id}/pause`)).json()).toMatchObject({
    status: 409,
    allowed_moves: ['start', 'unschedule', 'cancel'],
  });
  expect((await on.post(`/v1/campaigns/${id}/unschedule`)).json()).toMatchObject({
    state: 'draft',
    starts_at: null,
  });
  await on.post(`/v1/campaigns/${id}/start`, { at });
  expect((await on.post(`/v1/campaigns/${id}/start`)).json()).toMatchObject({ state: 'running' });
  const said = on.gateway.requests.filter((each) => each.endsWith(id));
  expect(said).toEqual([`wake ${id}`, `tell ${id}`, `wake ${id}`, `wake ${id}`]);
});

test('a deadline is shown, moved and taken away', async () => {
  const [one, two] = [ahead(HOUR), ahead(2 * HOUR)];
  const id = await on.campaign({ deadline_at: one });
  const edit = (payload: object) => on.call('PATCH', `/v1/campaigns/${id}`, { payload });
  expect((await on.get(`/v1/campaigns/${id}`)).json()).toMatchObject({ deadline_at: one });
  expect((await edit({ deadline_at: two })).json()).toMatchObject({ deadline_at: two });
  expect((await edit({ name: 'y' })).json()).toMatchObject({ deadline_at: two });
  expect((await edit({ deadline_at: null })).json()).toMatchObject({ deadline_at: null });
  await on.post(`/v1/campaigns/${id}/start`, { at: two });
  expect((await edit({ deadline_at: one })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '#/deadline_at' }],
  });
});

test('a rule for a status that is no refusal is refused with those that are, and what the profile adds is one', async () => {
  const refusals = { '423': { action: 'retry' } };
  const answer = await on.post('/v1/campaigns', { name: 'x', refusals });
  expect(answer.json<{ errors: { detail: string }[] }>().errors[0]?.detail).toContain(
    '400, 401, 404, 405, 406, 411, 413, 415, 422, 429',
  );
  const id = await on.campaign();
  const edit = await on.call('PATCH', `/v1/campaigns/${id}`, { payload: { refusals } });
  expect(edit.statusCode).toBe(422);
  for (const taken of [null, { '423': null }]) {
    const payload = { refusals: taken };
    const answer = await on.call('PATCH', `/v1/campaigns/${id}`, { payload });
    expect(answer.statusCode).toBe(200);
  }
  const { place } = DEFAULT_CARRIER_PROFILE;
  const carrierProfile = {
    ...DEFAULT_CARRIER_PROFILE,
    place: { ...place, refusalStatuses: [423] },
  };
  const other = await startApi({ carrierProfile });
  expect((await other.post('/v1/campaigns', { name: 'x', refusals })).statusCode).toBe(201);
  await other.stop();
});

test('rules of refusals and shares are shown as they were given, and edited', async () => {
  const rules = {
    refusals: {
      '429': { action: 'retry', after: '5m', most: 3 },
      invalid_destination: { action: 'pause-campaign', ...ALONE },
    },
    priority: 2,
    weight: 0.5,
  };
  const id = await on.campaign(rules);
  expect((await on.get(`/v1/campaigns/${id}`)).json()).toMatchObject(rules);
  const payload = { refusals: {}, weight: 4 };
  const edited = await on.call('PATCH', `/v1/campaigns/${id}`, { payload });
  expect(edited.json()).toMatchObject({ ...payload, priority: 2, policy_version: 2 });
});

test('a clone is a draft with the same rules, and the contacts that were asked for', async () => {
  const of = await on.campaign({ weight: 3, max_live_calls: 4 });
  const contacts = [
    { number: '+12025550101', row_key: 'r1' },
    { number: '+12025550102', row_key: 'r2' },
  ];
  await on.post(`/v1/campaigns/${of}/contacts`, { contacts });
  const bare = await on.post(`/v1/campaigns/${of}/clone`);
  expect(bare.statusCode).toBe(201);
  expect(bare.json()).toMatchObject({ name: 'spring', weight: 3, max_live_calls: 4 });
  expect(bare.json()).toMatchObject({ state: 'draft', contacts_copied: 0 });

  const ask = () =>
    on.post(
      `/v1/campaigns/${of}/clone`,
      { name: 'Again', contacts: 'all' },
      { 'idempotency-key': 'clone-1' },
    );
  const full = await ask();
  const { id } = full.json<{ id: string }>();
  expect(full.json()).toMatchObject({ name: 'Again', contacts_copied: 2 });
  expect(full.headers.location).toBe(`/v1/campaigns/${id}`);
  expect((await ask()).json()).toMatchObject({ id });
  const again = await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  expect(again.json()).toMatchObject({ accepted: 0 });
});

test('the campaign of direct calls is not ended, and while it is paused a call for now is refused', async () => {
  await on.post('/v1/calls', { number: '+12025550151' });
  for (const move of ['cancel', 'drain']) {
    const answer = await on.post(`/v1/campaigns/direct/${move}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'illegal_move', allowed_moves: ['pause'] });
  }
  await on.post('/v1/campaigns/direct/pause');
  const refused = await on.post('/v1/calls', { number: '+12025550152' });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'campaign_paused', allowed_moves: ['resume'] });
  await on.post('/v1/campaigns/direct/resume');
  expect((await on.post('/v1/calls', { number: '+12025550152' })).statusCode).toBe(202);
});

test('standing campaigns stand apart in lists', async () => {
  await on.post('/v1/calls', { number: '+12025550153' });
  const kinds = async (query: string) =>
    (await on.get(`/v1/campaigns${query}`))
      .json<{ data: { kind: string }[] }>()
      .data.map(({ kind }) => kind);
  expect(new Set(await kinds('?kind=standing'))).toEqual(new Set(['standing']));
  expect(await kinds('?kind=list')).not.toContain('standing');
  expect((await on.get('/v1/campaigns?kind=other')).statusCode).toBe(422);
});

test('a refusal that no rule may be for is named with its reason', async () => {
  const answer = await on.post('/v1/campaigns', {
    name: 'n',
    refusals: { '402': { action: 'retry' } },
  });
  expect(answer.json()).toMatchObject({
    errors: [{ pointer: '#/refusals/402', detail: 'concerns the account: its hold handles it' }],
  });
});
