/** What a key of one agent sees and does: its own calls, and nothing of others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPLETED } from '../../store/contract/world.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  await on.call('PUT', '/v1/outcome-codes/sale', { payload: { label: 'Sold', group: 'sale' } });
});
afterAll(() => on.stop());

let keys = 0;
async function keyOf(agent: string) {
  const body = { name: `agent-${++keys}`, role: 'agent', agent_id: agent };
  const { key } = (await on.post('/v1/keys', body)).json<{ key: string }>();
  const headers = { authorization: `Bearer ${key}` };
  return (method: string, path: string, payload?: object, more: Record<string, string> = {}) =>
    on.api.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    });
}

/** A live call with the key of its agent. */
async function onCall(rules: object = {}) {
  const ref = await liveCall({ ...on, campaign: () => on.campaign(rules) });
  const { agent_id: agent, campaign_id: campaign } = (await on.get(`/v1/calls/${ref}`)).json<{
    agent_id: string;
    campaign_id: string;
  }>();
  return { ref, agent, campaign, ask: await keyOf(agent) };
}

test.each([
  [{ name: 'x', role: 'agent' }, 422, '#/agent_id'],
  [{ name: 'x', role: 'read', agent_id: 'a1' }, 422, '#/agent_id'],
  [{ name: 'x', role: 'agent', agent_id: 'nobody' }, 422, 'unknown_agent'],
])('a key %j is refused', async (body, status, words) => {
  const answer = await on.post('/v1/keys', body);
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(words);
});

test('a key of operators has no agent, so the page is not for it', async () => {
  expect((await on.get('/v1/agent')).json()).toMatchObject({ status: 403, code: 'no_agent' });
});

describe('the page', () => {
  test('shows the agent, its live call with the person, and the codes that can be set', async () => {
    const { ref, agent, campaign, ask } = await onCall();
    const page = { script: '# Hello', screen_pop: 'https://crm.example/{call}/{campaign}' };
    await on.call('PUT', `/v1/campaigns/${campaign}/agent-page`, { payload: page });
    expect((await ask('GET', '/v1/agent')).json()).toMatchObject({
      agent: { id: agent, state: 'ready', activity: { state: 'ringing' } },
      call: {
        ref,
        live: true,
        script: '# Hello',
        screen_pop: `https://crm.example/${ref}/${campaign}`,
        outcome: null,
        history: [],
      },
      codes: [{ id: 'sale' }],
      today: { calls: 1, outcomes: [] },
    });
  });

  test('shows the figures and the outcome of the last call after its end', async () => {
    const { ref, ask } = await onCall();
    const set = await ask('PUT', `/v1/agent/calls/${ref}/outcome`, { code: 'sale', note: 'two' });
    expect(set.statusCode).toBe(200);
    await on.store.endCall(ref, { ...COMPLETED }, Date.now());
    const shown = (await ask('GET', '/v1/agent')).json();
    expect(shown).toMatchObject({
      call: { ref, live: false, disposition: 'completed', outcome: { code: 'sale', note: 'two' } },
      today: { outcomes: [{ code: 'sale', label: 'Sold', calls: 1 }] },
    });
    const change = { 'if-match': shown.call.outcome_etag };
    const again = await ask('PUT', `/v1/agent/calls/${ref}/outcome`, { code: 'sale' }, change);
    expect(again.json()).toMatchObject({ version: 2, note: null });
  });

  test('pauses with a reason, and is ready again', async () => {
    const { ask } = await onCall();
    const paused = await ask('POST', '/v1/agent/pause', { reason: 'lunch' });
    expect(paused.json()).toMatchObject({ state: 'paused', paused_reason: 'lunch' });
    expect((await ask('POST', '/v1/agent/ready')).json()).toMatchObject({ state: 'ready' });
  });

  test('is ready only with the outcome of the last call, where its campaign requires one', async () => {
    const { ref, ask } = await onCall({ agents: { outcome_within: '10m' } });
    await on.store.endCall(ref, { ...COMPLETED }, Date.now());
    expect((await ask('GET', '/v1/agent')).json()).toMatchObject({
      agent: { activity: { state: 'wrap_up' } },
      call: { outcome_required: true },
    });
    expect((await ask('POST', '/v1/agent/ready')).json()).toMatchObject({ code: 'outcome_needed' });
    await ask('PUT', `/v1/agent/calls/${ref}/outcome`, { code: 'sale' });
    expect((await ask('GET', '/v1/agent')).json()).toMatchObject({
      agent: { activity: { state: 'ready' } },
    });
  });

  test('calls a number with its own agent', async () => {
    const { agent, ask } = await onCall();
    const { ref } = (await ask('POST', '/v1/agent/calls', { number: '+12025550199' })).json();
    const [contact] = (await on.get('/v1/contacts?number=%2B12025550199')).json().data;
    expect(contact).toMatchObject({ agent_id: agent });
    expect(ref).toMatch(/^direct\./);
  });
});

describe('of other agents', () => {
  test('a call is not there: no outcome, no hang-up', async () => {
    const { ask } = await onCall();
    const { ref } = await onCall();
    expect((await ask('PUT', `/v1/agent/calls/${ref}/outcome`, { code: 'sale' })).statusCode).toBe(
      404,
    );
    expect((await ask('POST', `/v1/agent/calls/${ref}/hangup`)).statusCode).toBe(404);
    expect((await on.get(`/v1/calls/${ref}`)).json()).toMatchObject({ outcome: null });
  });

  test('nothing else can be read: calls, contacts, events, statistics, keys', async () => {
    const { ref, ask } = await onCall();
    const paths = [
      'calls',
      `calls/${ref}`,
      'contacts?number=1',
      'events',
      'stats',
      'keys',
      'agents',
    ];
    for (const path of paths) expect((await ask('GET', `/v1/${path}`)).statusCode).toBe(403);
    expect((await ask('GET', '/v1/keys/current')).json()).toMatchObject({ role: 'agent' });
  });
});

test('the key of a deleted agent is refused', async () => {
  await on.post('/v1/agents', { id: 'gone', name: 'Gone', kind: 'sip', address: 'sip-gone' });
  const ask = await keyOf('gone');
  expect((await ask('GET', '/v1/agent')).statusCode).toBe(200);
  await on.call('DELETE', '/v1/agents/gone');
  await expect
    .poll(async () => (await ask('GET', '/v1/agent')).statusCode, { timeout: 8_000 })
    .toBe(401);
});

test.each([
  ['http://crm.example/{row_key}', 'https'],
  ['javascript:alert(1)', 'https'],
  ['https://{row_key}.example/', 'host'],
  ['https://crm.example/{number}', 'knows no {number}'],
])('the screen pop %s is refused', async (screen_pop, words) => {
  const id = await on.campaign();
  const answer = await on.call('PUT', `/v1/campaigns/${id}/agent-page`, {
    payload: { screen_pop },
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(words);
});
