import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { endCall, liveCall } from './placed-call.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi({ currency: 'EUR' })));
afterAll(() => on.stop());

const webhook = (ref: string, seq: number, name: string, occurredAtMs: number) =>
  on.call('POST', on.eventHook(`${ref}.1`), {
    payload: {
      event: `click2call.${name}`,
      event_seq: seq,
      occurred_at: new Date(occurredAtMs).toISOString(),
      data: { id: `carrier-${ref}` },
    },
  });

test('a call shows its times with their sources, its durations, and what came after it', async () => {
  const ref = await liveCall(on);
  const startMs = Date.now();
  await webhook(ref, 1, 'agent_ringing', startMs + 100);
  await webhook(ref, 2, 'agent_answered', startMs + 1_100);
  await webhook(ref, 3, 'customer_ringing', startMs + 1_200);
  await webhook(ref, 4, 'bridged', startMs + 3_200);
  await webhook(ref, 5, 'completed', startMs + 9_200);
  await endCall(on, ref);
  const expected = {
    answered_at: new Date(startMs + 1_100).toISOString(),
    ended_at: new Date(startMs + 9_200).toISOString(),
    agent_ring_seconds: 1,
    customer_ring_seconds: 2,
    talk_seconds: 6,
    agent_connected_seconds: 8.1,
    currency: 'EUR',
    attempts: 1,
    redial: { decision: 'final', rule: 'completed', at: null, max_attempts: 3 },
  };
  const call = (await on.get(`/v1/calls/${ref}`)).json<{ time_sources: object }>();
  expect(call).toMatchObject(expected);
  expect(call.time_sources).toMatchObject({ ended_at: { source: 'carrier', fault: null } });
  const list = (await on.get('/v1/calls')).json<{ data: object[] }>();
  expect(list.data[0]).toMatchObject(expected);
});

test('an absurd occurred_at gives no absurd duration, and the source says why', async () => {
  const ref = await liveCall(on);
  await webhook(ref, 1, 'bridged', Date.parse('2001-01-01T00:00:00Z'));
  await webhook(ref, 2, 'completed', Date.parse('2999-01-01T00:00:00Z'));
  await endCall(on, ref);
  const call = (await on.get(`/v1/calls/${ref}`)).json<{ talk_seconds: number }>();
  expect(call).toMatchObject({
    time_sources: {
      bridged_at: { source: 'received', fault: 'before-intent' },
      ended_at: { source: 'received', fault: 'after-receipt' },
    },
  });
  expect(call.talk_seconds).toBeGreaterThanOrEqual(0);
  expect(call.talk_seconds).toBeLessThan(600);
});

test('a call names the page of its workflow if the address of the Web UI is set', async () => {
  const webUi = { url: 'https://temporal.example', namespace: 'dial' };
  const linked = await startApi({ webUi });
  onTestFinished(() => linked.stop());
  const ref = await liveCall(linked);
  expect((await linked.get(`/v1/calls/${ref}`)).json()).toMatchObject({
    web_ui_url: `https://temporal.example/namespaces/dial/workflows/call.${ref}`,
  });
  const other = await liveCall(on);
  expect((await on.get(`/v1/calls/${other}`)).json()).toMatchObject({ web_ui_url: null });
});
