/** Which answers have an `ETag`, and for which the OpenAPI document declares one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { resolved } from '../openapi/resolved.ts';
import { endedCall } from '../calls/placed-call.ts';

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { headers?: Record<string, unknown> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** `GET /v1/account 200` of every answer with the header. A 304 repeats that of its 200. */
async function listenForTags(): Promise<{ on: ApiUnderTest; sent: Set<string> }> {
  const sent = new Set<string>();
  const on = await startApi({
    routes: (api) =>
      void api.addHook('onSend', async ({ method, routeOptions }, reply) => {
        if (!reply.hasHeader('etag') || reply.statusCode === 304) return;
        const path = routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}');
        if (path?.startsWith('/v1/')) sent.add(`${method} ${path} ${reply.statusCode}`);
      }),
  });
  onTestFinished(() => on.stop());
  return { on, sent };
}

async function recordedCall(on: ApiUnderTest): Promise<string> {
  const ref = await endedCall(on);
  writeFileSync(join(on.recordingsDir, 'one.mp3'), 'audio');
  const stored = { file: 'one.mp3', sha256: 'abc', bytes: 5, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  return ref;
}

async function idOf(on: ApiUnderTest, path: string, body: object): Promise<string> {
  return (await on.post(path, body)).json<{ id: string }>().id;
}

const PATHS = ['/v1/agents/{agentId}', '/v1/callbacks/{callbackId}', '/v1/campaigns/{campaignId}'];
const AHEAD = () => new Date(Date.now() + 3_600_000).toISOString();
const BODIES: Record<string, object> = {
  'patch /v1/account': { max_live_calls: 9 },
  'patch /v1/webhook-endpoints/{endpointId}': { description: 'x' },
  'post /v1/account/stop': { reason: 'a test' },
  'put /v1/outcome-codes/{codeId}': { label: 'Sold', group: 'sale' },
  'put /v1/calls/{ref}/outcome': { code: 'x' },
};
/** In an order in which each is possible. */
const MOVES: Record<string, [path: string, body?: () => object][]> = {
  '/v1/agents/{agentId}': [['pause'], ['ready']],
  '/v1/callbacks/{callbackId}': [['pause'], ['resume'], ['cancel']],
  '/v1/campaigns/{campaignId}': [
    ['start', () => ({ at: AHEAD() })],
    ['rule-presets/us-fl', () => ({})],
    ['unschedule'],
    ['start'],
    ['pause'],
    ['resume'],
    ['drain'],
    ['cancel'],
    ['clone'],
  ],
};

/** The routes of an agent's own page. */
async function byItsAgent(on: ApiUnderTest, ref: string): Promise<void> {
  const { agent_id: agent } = (await on.get(`/v1/calls/${ref}`)).json<{ agent_id: string }>();
  const body = { name: 'desk', role: 'agent', agent_id: agent };
  const { key } = (await on.post('/v1/keys', body)).json<{ key: string }>();
  const { etag } = (await on.get(`/v1/calls/${ref}/outcome`)).headers;
  for (const match of [String(etag), '"old"'])
    await on.api.inject({
      method: 'PUT',
      url: `/v1/agent/calls/${ref}/outcome`,
      headers: { authorization: `Bearer ${key}`, 'if-match': match },
      payload: { code: 'x' },
    });
}

test('the document declares the ETag of every answer that bears one, and of no other', async () => {
  const { on, sent } = await listenForTags();
  const document = resolved((await on.get('/openapi.json')).json<Document>());
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const agent = { name: 'Ada', kind: 'sip', address: 'ada' };
  const every = { number: '+442079460101', every: { at: '10:00' } };
  const ids: Record<string, string> = {
    agentId: await idOf(on, '/v1/agents', agent),
    callbackId: await idOf(on, '/v1/callbacks', every),
    campaignId: await idOf(on, '/v1/campaigns', { name: 'A', keep_open: true }),
    endpointId: await idOf(on, '/v1/webhook-endpoints', { url: 'https://crm.example.com/' }),
    presetId: 'us-fl',
    ref: await recordedCall(on),
  };
  await on.call('PUT', '/v1/outcome-codes/x', { payload: { label: 'Sold', group: 'sale' } });
  await on.call('PUT', `/v1/calls/${ids['ref']}/outcome`, { payload: { code: 'x' } });
  await byItsAgent(on, ids['ref']!);
  const of = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x');
  const old = { 'if-match': '"old"' };
  for (const { path, method, operation } of operations) {
    await on.call('GET', of(path));
    if (!operation.parameters?.some(({ name }) => name.toLowerCase() === 'if-match')) continue;
    const payload = BODIES[`${method} ${path}`] ?? (method === 'patch' ? { name: 'x' } : {});
    await on.call(method.toUpperCase(), of(path), { headers: old, payload });
  }
  for (const path of PATHS) {
    await on.call('PATCH', of(path), { payload: { name: 'other' } });
    for (const [move, body] of MOVES[path]!) await on.post(`${of(path)}/${move}`, body?.());
  }
  const endpoint = '/v1/webhook-endpoints/{endpointId}';
  await on.call('PATCH', of(endpoint), { payload: BODIES[`patch ${endpoint}`]! });
  await on.call('PATCH', '/v1/account', { payload: BODIES['patch /v1/account']! });
  await on.post('/v1/account/stop', BODIES['post /v1/account/stop']);
  await on.post('/v1/account/go');
  await on.post('/v1/account/hold/lift');
  await on.get(of('/v1/calls/{ref}/recording'), { range: 'bytes=0-1' });
  await on.get(of('/v1/calls/{ref}/recording'), { range: 'bytes=9-' });

  const declared = operations.flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses)
      .filter(([, { headers }]) => headers?.['ETag'])
      .map(([status]) => `${method.toUpperCase()} ${path} ${status}`),
  );
  expect(declared.toSorted()).toEqual([...sent].toSorted());
});
