import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { endCall, endedCall, liveCall, refusedCall } from '../calls/placed-call.ts';

let on: ApiUnderTest;
let campaign: string;
let agent: string;

beforeAll(async () => {
  on = await startApi({ currency: 'EUR' });
  const ref = await endedCall(on);
  const call = (await on.get(`/v1/calls/${ref}`)).json<{ campaign_id: string; agent_id: string }>();
  campaign = call.campaign_id;
  agent = call.agent_id;
  const other = await liveCall(on);
  await endCall(on, other);
  await on.store.settleCall(other, '0.1', Date.now());
  await liveCall(on);
  await refusedCall(on);
});
afterAll(() => on.stop());

interface Statistics {
  total: object;
  buckets: { from: string; calls: number; local_from: string }[];
}
const stats = async (query = '') => (await on.get(`/v1/stats${query}`)).json<Statistics>();

test('calls of today are counted by hour, with the cost and the answer-seizure ratio', async () => {
  const { total, buckets, ...head } = await stats();
  expect(total).toMatchObject({
    calls: 4,
    placed: 3,
    live: 1,
    bridged: 2,
    cost: '0.1125',
    asr: 0.6667,
    dispositions: { completed: 2, 'not-dialled': 1 },
  });
  expect(head).toMatchObject({ by: 'hour', zone: 'UTC', currency: 'EUR', campaign_id: null });
  expect(buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(4);
  expect(buckets[0]!.local_from).toMatch(/T00:00$/);
});

test('a campaign and an agent are counted alone', async () => {
  const one = { calls: 1, bridged: 1, cost: '0.0125' };
  expect((await stats(`?campaign=${campaign}`)).total).toMatchObject(one);
  const ofAgent = (await stats(`?agent=${agent}&campaign=${campaign}`)).total;
  expect(ofAgent).toMatchObject(one);
  expect((await on.get('/v1/stats?agent=nobody')).statusCode).toBe(404);
  expect((await on.get('/v1/costs?agent=nobody')).statusCode).toBe(404);
  const own = await on.get(`/v1/campaigns/${campaign}/stats?by=day&zone=Europe/Paris`);
  const shown = await on.get(`/v1/campaigns/${campaign}`);
  expect(shown.json()).toMatchObject({ total_cost: '0.0125', currency: 'EUR' });
  expect(own.json()).toMatchObject({ total: one, zone: 'Europe/Paris', campaign_id: campaign });
  expect((await on.get('/v1/stats?campaign=c-none')).statusCode).toBe(404);
  expect((await on.get('/v1/campaigns/c-none/stats')).statusCode).toBe(404);
});

test('costs are summed by month, campaign and agent', async () => {
  const costs = async (by: string) =>
    (await on.get(`/v1/costs?by=${by}`)).json<{ data: object[]; total: object }>();
  const month = new Date().toISOString().slice(0, 7);
  expect(await costs('month')).toMatchObject({
    currency: 'EUR',
    data: [{ month, cost: '0.1125', calls: 4 }],
    total: { cost: '0.1125' },
  });
  const byCampaign = (await costs('campaign')).data;
  expect(byCampaign).toHaveLength(4);
  expect(byCampaign).toContainEqual(
    expect.objectContaining({ campaign_id: campaign, cost: '0.0125', month: null }),
  );
  const byAgent = await costs('agent');
  expect(byAgent.data).toContainEqual(expect.objectContaining({ agent_id: agent, name: 'A' }));
  expect(byAgent.total).toMatchObject({ calls: 4, cost: '0.1125' });
});

test.each([
  ['?from=2026-11-24&to=2026-11-23', ['from', 'to']],
  ['?from=2026-01-01&to=2026-03-01&by=15m', ['from', 'to', 'by']],
  ['?from=2001-01-01&by=day', ['from', 'to', 'by']],
  ['?from=1971-06-01&to=1971-06-02&zone=Africa/Monrovia', ['zone']],
  ['?from=yesterday', ['from']],
  ['?zone=Mars/Olympus', ['zone']],
  ['?by=week', ['by']],
  ['?group=agent', ['group']],
])('%s is refused, naming %j', async (query, parameters) => {
  const answer = await on.get(`/v1/stats${query}`);
  expect(answer.statusCode).toBe(422);
  const { errors } = answer.json<{ errors: { parameter: string }[] }>();
  expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
});

test('a span may be given as dates, local times and instants', async () => {
  const spans = [
    'from=2026-11-23&to=2026-11-24',
    'from=2026-11-23T00:00&to=2026-11-24T00:00',
    'from=2026-11-22T23:00:00Z&to=2026-11-24T00:00:00%2B01:00',
  ];
  for (const span of spans) {
    const answer = await on.get(`/v1/stats?${span}&zone=Europe/Paris&by=day`);
    expect(answer.json()).toMatchObject({
      from: '2026-11-22T23:00:00.000Z',
      to: '2026-11-23T23:00:00.000Z',
      buckets: [{ local_from: '2026-11-23T00:00' }],
    });
  }
});

interface Times {
  agent_time: Record<string, number>;
  buckets: { agent_time: Record<string, number> }[];
}

test('the time of an agent, and of all, adds up over the buckets', async () => {
  for (const which of [`&agent=${agent}`, '']) {
    const { agent_time: total, buckets } = (await on.get(`/v1/stats?by=15m${which}`)).json<Times>();
    expect(total['busy_seconds']! + total['ready_seconds']!).toBeGreaterThan(0);
    expect(total['paused_seconds']).toBe(0);
    for (const name of ['ready_seconds', 'busy_seconds', 'on_call_seconds']) {
      const sum = buckets.reduce((all, { agent_time: time }) => all + time[name]!, 0);
      expect(sum).toBeCloseTo(total[name]!, 6);
    }
  }
  const long = await on.get(`/v1/stats?by=day&from=2026-01-01&agent=${agent}`);
  expect(long.json<Times>().agent_time['ready_seconds']).toBeGreaterThan(0);
});

test('statistics without the time of agents have the same calls', async () => {
  const withTime = (await on.get('/v1/stats?by=day')).json<Times & { total: object }>();
  const without = (await on.get('/v1/stats?by=day&agent_time=false')).json<
    Times & { total: object }
  >();
  expect(without.agent_time).toBeNull();
  expect(new Set(without.buckets.map((each) => each.agent_time))).toEqual(new Set([null]));
  expect(without.total).toEqual(withTime.total);
  const ofCampaign = await on.get(`/v1/campaigns/${campaign}/stats?agent_time=false`);
  expect(ofCampaign.json<Times>().agent_time).toBeNull();
});

test('with a campaign, agents have only the time with its calls', async () => {
  const { agent_time: time } = (await on.get(`/v1/stats?campaign=${campaign}`)).json<Times>();
  expect(time).toMatchObject({ ready_seconds: null, paused_seconds: null, occupancy: null });
  expect(time['busy_seconds']).toBeGreaterThanOrEqual(0);
});
