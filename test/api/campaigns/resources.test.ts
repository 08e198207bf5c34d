/** What the resources answer, and which requests go to Temporal. */
import { beforeEach, afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HANGUP_GRACE_MS } from '../../../src/domain/calls/hangup.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { endCall, endedCall, liveCall, refusedCall } from '../calls/placed-call.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
beforeEach(() => {
  on.gateway.requests.length = 0;
  on.gateway.down = false;
  on.gateway.answer = 'signalled';
});
afterAll(() => on.stop());

test('a campaign is created as a draft, with the defaults written out', async () => {
  const answer = await on.post('/v1/campaigns', {
    name: 'Spring',
    redial: { customer_unreached: { after: '90m' }, max_attempts: 2 },
  });
  expect(answer.statusCode).toBe(201);
  const body = answer.json<{ id: string }>();
  expect(answer.headers.location).toBe(`/v1/campaigns/${body.id}`);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^c[a-z0-9]{10}$/),
    name: 'Spring',
    state: 'draft',
    keep_open: false,
    redial: {
      max_attempts: 2,
      max_calls: 10,
      customer_unreached: { after: '90m' },
      agent_unreached: { after: '1m' },
    },
    max_live_calls: null,
    agent_caller_id: null,
    allowed_moves: ['start', 'cancel'],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test('a campaign shows its counts by state and disposition, and why it waits', async () => {
  const ref = await endedCall(on);
  const { campaignId } = await on.store.call(ref);
  expect((await on.get(`/v1/campaigns/${campaignId}`)).json()).toMatchObject({
    contacts: { total: 1, by_state: { final: 1 }, by_disposition: { completed: 1 } },
    calls: { total: 1, by_state: { ended: 1 }, by_disposition: { completed: 1 } },
    total_cost: '0.0125',
    money: {
      settled: { calls: 1, amount: '0.0125' },
      pending: { calls: 0, set_aside: '0' },
      never_settled: { calls: 0, set_aside: '0' },
      budget_alert: null,
    },
    agent_idle: { calls: 1, mean_ms: expect.any(Number) },
  });
  const draft = await on.campaign();
  expect((await on.get(`/v1/campaigns/${draft}`)).json()).toMatchObject({
    waiting_for: { reason: 'start', text: expect.any(String), until: null },
  });
});

test('each move answers with the new state and tells the workflow', async () => {
  const id = await on.campaign();
  const move = async (name: string) =>
    (await on.post(`/v1/campaigns/${id}/${name}`)).json<{ state: string }>().state;
  expect(await move('start')).toBe('running');
  expect(await move('pause')).toBe('paused');
  expect(await move('resume')).toBe('running');
  expect(await move('drain')).toBe('draining');
  expect(await move('cancel')).toBe('cancelled');
  expect(on.gateway.requests).toEqual([
    `wake ${id}`,
    `tell ${id}`,
    `wake ${id}`,
    `wake ${id}`,
    `tell ${id}`,
  ]);
});

test('a move takes effect while Temporal is down', async () => {
  on.gateway.down = true;
  const id = await on.campaign();
  expect((await on.post(`/v1/campaigns/${id}/start`)).json()).toMatchObject({ state: 'running' });
});

test('lists come page by page, without a gap or a repeat', async () => {
  const ids = [await on.campaign(), await on.campaign(), await on.campaign()];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const path: string = `/v1/campaigns?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
    const page: { data: { id: string }[]; next_cursor: string | null } = (
      await on.get(path)
    ).json();
    expect(page.data.length).toBeLessThanOrEqual(2);
    seen.push(...page.data.map((campaign) => campaign.id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(ids));
});

test('calls are filtered by state, disposition, settlement and recording', async () => {
  const ended = await endedCall(on);
  const live = await liveCall(on);
  const refs = async (query: string) =>
    (await on.get(`/v1/calls?limit=200&${query}`))
      .json<{ data: { ref: string }[] }>()
      .data.map((call) => call.ref);
  expect(await refs('state=ended')).toContain(ended);
  expect(await refs('state=ended')).not.toContain(live);
  expect(await refs('disposition=completed')).toContain(ended);
  expect(await refs('settlement=settled&recording=expected')).toContain(ended);
  expect(await refs('state=accepted')).toEqual([live]);
  const { campaignId } = await on.store.call(live);
  const own = (await on.get(`/v1/campaigns/${campaignId}/calls`)).json<{ data: unknown[] }>();
  expect(own.data).toMatchObject([{ ref: live }]);
});

test('calls are found by number, agent, campaign and time, newest first', async () => {
  const older = await endedCall(on);
  const newer = await endedCall(on);
  const { number, agentId, campaignId, createdAtMs } = await on.store.call(newer);
  const refs = async (query: string) =>
    (await on.get(`/v1/calls?limit=200&${query}`))
      .json<{ data: { ref: string }[] }>()
      .data.map((call) => call.ref);
  expect(await refs(`number=${encodeURIComponent(number)}`)).toContain(newer);
  expect(await refs(`number=${number.replace('+', '00')}&campaign=${campaignId}`)).toEqual([newer]);
  expect(await refs(`agent=${agentId}&disposition=completed`)).toContain(newer);
  expect(await refs('agent=nobody')).toEqual([]);
  const all = await refs('');
  expect(all.indexOf(newer)).toBeLessThan(all.indexOf(older));
  expect(await refs('order=asc')).toEqual(all.toReversed());
  const after = new Date(createdAtMs + 1).toISOString();
  expect(await refs(`to=${after}`)).toContain(newer);
  expect(await refs(`from=${after}`)).not.toContain(newer);
  const refused = await on.get('/v1/calls?number=555');
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ parameter: 'number' }] });
});

test('contacts are found in all campaigns by number and row key, and a search needs one of both', async () => {
  const ids = [await on.campaign(), await on.campaign()];
  for (const id of ids) {
    await on.post(`/v1/campaigns/${id}/contacts`, {
      contacts: [{ number: '+12025550187', row_key: 'person-187' }],
    });
  }
  const found = async (query: string) =>
    (await on.get(`/v1/contacts?${query}`))
      .json<{ data: { campaign_id: string }[] }>()
      .data.map((contact) => contact.campaign_id);
  expect(await found('number=0012025550187')).toEqual(ids.toSorted());
  expect(await found('row_key=person-187')).toEqual(ids.toSorted());
  expect(await found('row_key=nobody')).toEqual([]);
  expect((await on.get('/v1/contacts')).json()).toMatchObject({
    status: 422,
    errors: [{ parameter: 'number' }],
  });
});

test('campaigns are listed by state, with their totals', async () => {
  const id = await on.campaign({ name: 'Totals' });
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550188' }] });
  const { data } = (await on.get('/v1/campaigns?state=draft&order=desc&limit=1')).json<{
    data: object[];
  }>();
  expect(data).toMatchObject([
    {
      id,
      contacts: { total: 1, by_state: { due: 1, claimed: 0, final: 0, locked: 0 } },
      calls: { total: 0 },
      total_cost: '0',
    },
  ]);
});

test('a call shows its timeline', async () => {
  const ref = await endedCall(on);
  expect((await on.get(`/v1/calls/${ref}`)).json()).toMatchObject({
    ref,
    state: 'ended',
    disposition: 'completed',
    cost: '0.0125',
    placements: [{ placement: 1, state: 'accepted' }],
    timeline: expect.arrayContaining([expect.objectContaining({ kind: 'ended' })]),
  });
});

test('one call now: accepted, with its address, in the standing campaign', async () => {
  const answer = await on.post('/v1/calls', { number: '0044 7700 900 555', name: 'Ada' });
  expect(answer.statusCode).toBe(202);
  const { ref } = answer.json<{ ref: string }>();
  expect(answer.headers.location).toBe(`/v1/calls/${ref}`);
  expect(on.gateway.requests).toEqual(['wake direct']);
  expect((await on.get(`/v1/calls/${ref}`)).json()).toMatchObject({
    campaign_id: 'direct',
    number: '+447700900555',
    state: 'queued',
  });
});

test('one call now is refused for a number that is none, and for an agent there is not', async () => {
  const number = await on.post('/v1/calls', { number: '555' });
  expect(number.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/number' }] });
  const agent = await on.post('/v1/calls', { number: '+12025550101', agent_id: 'nobody' });
  expect(agent.json()).toMatchObject({
    status: 422,
    code: 'unknown_agent',
    errors: [{ pointer: '#/agent_id', detail: '`agent_id` names no agent' }],
  });
});

test('hanging up a live call tells its workflow', async () => {
  const ref = await liveCall(on);
  on.gateway.requests.length = 0;
  const answer = await on.post(`/v1/calls/${ref}/hangup`);
  expect(answer.statusCode).toBe(202);
  expect(on.gateway.requests).toEqual([`hang-up ${ref}`]);
});

test('a live call whose workflow cannot be signalled is hung up from the store, and the answer shows it', async () => {
  const ref = await liveCall(on);
  const path = `/v1/calls/${ref}/hangup`;
  for (const make of [() => (on.gateway.down = true), () => (on.gateway.answer = 'gone')]) {
    on.gateway.down = false;
    make();
    const answer = await on.post(path);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toMatchObject({ ref, state: 'accepted', delivery: 'stored' });
    expect(answer.json<{ detail: string }>().detail).not.toContain('Temporal cannot be reached');
  }
  const soon = Date.now() + HANGUP_GRACE_MS;
  expect(await on.store.takeHangups({ nowMs: soon, leaseMs: 0, limit: 9 })).toContain(ref);
});

test('a repeat after a lost answer shows that the call has ended meanwhile', async () => {
  const ref = await liveCall(on);
  on.gateway.answer = 'gone';
  const path = `/v1/calls/${ref}/hangup`;
  const ask = () => on.post(path, undefined, { 'idempotency-key': 'hang-up-1' });
  expect((await ask()).json()).toMatchObject({ delivery: 'stored' });
  await endCall(on, ref);
  const again = await ask();
  expect(again.statusCode).toBe(202);
  expect(again.json()).toMatchObject({ ref, state: 'ended', delivery: 'ended' });
});

test('a call that was not placed yet is withdrawn, with Temporal down too', async () => {
  on.gateway.down = true;
  const { ref } = (await on.post('/v1/calls', { number: '+12025550144' })).json<{ ref: string }>();
  expect((await on.post(`/v1/calls/${ref}/hangup`)).statusCode).toBe(202);
});

test('hanging up an ended call is an illegal move', async () => {
  const ref = await endedCall(on);
  expect((await on.post(`/v1/calls/${ref}/hangup`)).json()).toMatchObject({
    status: 409,
    code: 'illegal_move',
  });
});

test('agents are added ready, paused, and made ready again', async () => {
  const agent = { id: 'ada', name: 'Ada', kind: 'stream', address: 'wss://agent.example/a' };
  const added = await on.post('/v1/agents', agent);
  expect(added.statusCode).toBe(201);
  expect(added.json()).toMatchObject({ ...agent, state: 'ready', on_call: null });
  expect((await on.post('/v1/agents', agent)).json()).toMatchObject({
    status: 409,
    code: 'already_exists',
  });
  expect((await on.post('/v1/agents/ada/pause')).json()).toMatchObject({ state: 'paused' });
  expect((await on.post('/v1/agents/ada/ready')).json()).toMatchObject({ state: 'ready' });
  const { data } = (await on.get('/v1/agents')).json<{ data: unknown[] }>();
  expect(data).toContainEqual(expect.objectContaining({ ...agent, state: 'ready', on_call: null }));
});

test.each([
  ['sip', 'https://x.example'],
  ['sip', ''],
  ['stream', 'https://x.example'],
  ['stream', 'agent-1'],
])('a %s agent at "%s" is refused', async (kind, address) => {
  const answer = await on.post('/v1/agents', { name: 'x', kind, address });
  expect(answer.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/address' }] });
});

test('a ready agent is news for every campaign that dials, and for no other', async () => {
  const running = await on.campaign();
  await on.post(`/v1/campaigns/${running}/start`);
  const draft = await on.campaign();
  await on.post('/v1/agents', { id: 'news', name: 'N', kind: 'sip', address: 'news-1' });
  on.gateway.requests.length = 0;
  await on.post('/v1/agents/news/ready');
  await expect.poll(() => on.gateway.requests).toContain(`wake ${running}`);
  expect(on.gateway.requests).not.toContain(`wake ${draft}`);
});

test('the account is stopped and let go with Temporal down', async () => {
  on.gateway.down = true;
  const stopped = await on.post('/v1/account/stop', { reason: 'wrong list' });
  expect(stopped.json()).toMatchObject({ stopped: { reason: 'wrong list' } });
  expect((await on.post('/v1/account/stop')).statusCode).toBe(200);
  expect((await on.get('/v1/account')).json()).toMatchObject({
    stopped: { since: expect.any(String) },
    hold: null,
    polling: { live_calls: 0, live_pause_seconds: 0, unsettled_calls: 0 },
    recording_desk: { queued: expect.any(Number) },
  });
  expect((await on.post('/v1/account/go')).json()).toMatchObject({ stopped: null });
});

test('a hold is shown with its next probe, and lifted by hand', async () => {
  await refusedCall(on);
  expect((await on.get('/v1/account')).json()).toMatchObject({
    hold: {
      reason: expect.stringContaining('402'),
      rule: { status: 402, action: 'probe', first_wait: '30s', growth: 2, longest_wait: '15m' },
      refused_probes: 0,
      next_probe_at: expect.stringMatching(/Z$/),
    },
  });
  expect((await on.post('/v1/account/hold/lift')).json()).toMatchObject({ hold: null });
});

test("/readyz stays current although the machine's clock was set back", async () => {
  let setBackMs = 0;
  const fresh = await startApi({ nowMs: () => Date.now() - setBackMs });
  onTestFinished(() => fresh.stop());
  const temporal = async () => (await fresh.api.inject({ url: '/readyz' })).json().temporal;
  expect(await temporal()).toBe('ok');
  setBackMs = 3_600_000;
  fresh.gateway.down = true;
  await expect.poll(temporal, { timeout: 5_000 }).toBe('failing');
});

test('liveness depends on the process alone, readiness on the store; Temporal is shown', async () => {
  const fresh = await startApi();
  const bare = (url: string) => fresh.api.inject({ url });
  fresh.gateway.down = true;
  const alive = { status: 'ok', installation: await fresh.store.installationId() };
  expect((await bare('/livez')).json()).toEqual(alive);
  expect((await bare('/healthz')).json()).toEqual(alive);
  const answer = await bare('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ store: 'ok', temporal: 'failing' });
  await fresh.stop();
  expect((await on.api.inject({ url: '/readyz' })).json()).toEqual({ store: 'ok', temporal: 'ok' });
});
