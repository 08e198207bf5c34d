/** One of each resource that a path can name. */
import { endedCall, liveCall, unknownCall } from '../calls/placed-call.ts';
import type { ApiUnderTest } from '../api-under-test.ts';

/** By name of a path parameter: what is there, and what is not. */
export type Known = Record<string, string[]>;

let made = 0;

export async function furnish(on: ApiUnderTest): Promise<Known> {
  const n = ++made;
  const post = async (path: string, body: object) =>
    (await on.post(path, body)).json<Record<string, string>>();
  // What an earlier request may have stopped or limited.
  await on.post('/v1/account/go');
  await on.post('/v1/account/hold/lift');
  const unlimited = { calls_per_second: null, max_live_calls: null };
  await on.call('PATCH', '/v1/account', { payload: unlimited });
  const campaignId = await on.campaign();
  await on.post(`/v1/campaigns/${campaignId}/contacts`, { contacts: [{ number: '+12025550123' }] });
  const imports = (await on.get(`/v1/campaigns/${campaignId}/imports`)).json<{
    data: { id: string }[];
  }>();
  const calls = [await liveCall(on), await unknownCall(on), await endedCall(on)];
  await on.call('PUT', `/v1/suppressions/list${n}`, { payload: { name: 'Do not call' } });
  const agent = { id: `agent${n}`, name: 'Ada', kind: 'sip', address: `sip-x${n}` };
  await on.post('/v1/agents', agent);
  const callback = await post('/v1/callbacks', {
    number: '+12025550127',
    zone: 'America/New_York',
    at: '2036-03-03T09:30:00Z',
  });
  const endpoint = await post('/v1/webhook-endpoints', { url: `https://crm.example.com/${n}` });
  const key = await post('/v1/keys', { name: `key-${n}`, role: 'read' });
  const erasure = await post('/v1/privacy/erase', { number: `+1202555${2_000 + n}` });
  const reconciliation = await post('/v1/reconciliations', {
    from: '2026-03-02T00:00:00Z',
    to: '2026-03-03T00:00:00Z',
  });
  const job = await post('/v1/reports/calls', {});
  return {
    campaignId: [campaignId, calls[2]!.split('.')[0]!],
    importId: [...imports.data.map(({ id }) => id), 'i1'],
    position: ['1', '2'],
    version: ['1', '2'],
    ref: calls,
    agentId: [agent.id],
    listId: [`list${n}`],
    number: ['+12025550123'],
    callbackId: [callback['id']!],
    endpointId: [endpoint['id']!],
    keyId: [key['id']!],
    erasureId: [erasure['id']!],
    reconciliationId: [reconciliation['id']!],
    jobId: [job['id']!],
  };
}
