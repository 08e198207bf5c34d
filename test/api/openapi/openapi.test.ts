import { gunzipSync } from 'node:zlib';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { apiPage } from '../../reference/api-page.ts';
import { fileOf } from '../../reference/pages.ts';
import { resolved } from './resolved.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const COMMITTED = resolve(import.meta.dirname, '../../../docs/openapi.json');
/** Routes that answer without a key. Everything else refuses. */
const OPEN = [
  'GET /livez',
  'GET /healthz',
  'GET /readyz',
  'POST /v1/session',
  'DELETE /v1/session',
  'GET /v1/session/ways',
  'GET /v1/session/provider',
  'GET /v1/session/provider/callback',
];

interface Operation {
  operationId: string;
  summary?: string;
  security?: unknown[];
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

let on: ApiUnderTest;
let document: Document;
let operations: { name: string; method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  on = await startApi();
  document = (await on.api.inject({ url: '/openapi.json' })).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{[^}]+\}/g, 'x1'),
      operation,
    })),
  );
});
afterAll(() => on.stop());

test('docs/openapi.json is the document the API serves (UPDATE_OPENAPI=1 writes it)', async () => {
  const served = `${JSON.stringify(document, undefined, 2)}\n`;
  if (process.env.UPDATE_OPENAPI === '1') {
    writeFileSync(COMMITTED, served);
    writeFileSync(fileOf('docs/reference/api.md'), await apiPage());
  }
  expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(document);
});

test('the document is made once, and the same bytes are sent to all', async () => {
  const sent: unknown[] = [];
  const fresh = await startApi({
    routes: (api) =>
      void api.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload)),
  });
  onTestFinished(() => fresh.stop());
  for (const url of ['/openapi.json', '/docs/json', '/docs/yaml']) {
    sent.length = 0;
    await fresh.api.inject({ url });
    await fresh.api.inject({ url });
    expect(sent[0]).toBeInstanceOf(Buffer);
    expect(sent[0]).toBe(sent[1]);
  }
  expect((await fresh.api.inject({ url: '/docs/json' })).json()).toEqual(document);
  expect((await fresh.api.inject({ url: '/docs/yaml' })).payload).toMatch(/^openapi: 3\.1\.0\n/);
});

test('without a key every route of the document is 401, but for those named here', async () => {
  const answered: string[] = [];
  for (const { name, method, path } of operations) {
    const answer = await on.api.inject({ method: method as 'GET', url: path });
    if (answer.statusCode !== 401) answered.push(name);
  }
  expect(answered).toEqual(OPEN);
});

test('the document shows which routes are open', () => {
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  expect(open.map(({ name }) => name)).toEqual(OPEN);
});

test('the document has every public route and no other', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(operations.map(({ name }) => name).toSorted()).toEqual(
    [
      'GET /healthz',
      'GET /livez',
      'GET /v1/session/ways',
      'GET /v1/session/provider',
      'GET /v1/session/provider/callback',
      'GET /v1/users',
      'POST /v1/users',
      'GET /v1/users/current',
      'POST /v1/users/current/new-second-factor',
      'PUT /v1/users/current/password',
      'PUT /v1/users/current/second-factor',
      'GET /v1/users/{userId}',
      'DELETE /v1/users/{userId}',
      'DELETE /v1/users/{userId}/second-factor',
      'POST /v1/users/{userId}/links',
      'PUT /v1/users/{userId}/rights',
      'GET /v1/webhook-endpoints',
      'GET /v1/webhook-endpoints/{endpointId}',
      'GET /v1/webhook-endpoints/{endpointId}/deliveries',
      'POST /v1/webhook-endpoints',
      'PATCH /v1/webhook-endpoints/{endpointId}',
      'DELETE /v1/webhook-endpoints/{endpointId}',
      'POST /v1/webhook-endpoints/{endpointId}/enable',
      'POST /v1/webhook-endpoints/{endpointId}/disable',
      'POST /v1/webhook-endpoints/{endpointId}/rotate-secret',
      'POST /v1/webhook-endpoints/{endpointId}/replay',
      'POST /v1/webhook-endpoints/{endpointId}/test',
      'GET /readyz',
      'GET /v1/account',
      'GET /v1/account/restore',
      'GET /v1/agent',
      'GET /v1/agent/events',
      'POST /v1/agent/calls',
      'POST /v1/agent/calls/{ref}/hangup',
      'POST /v1/agent/pause',
      'POST /v1/agent/ready',
      'PUT /v1/agent/calls/{ref}/outcome',
      'GET /v1/campaigns/{campaignId}/agent-page',
      'PUT /v1/campaigns/{campaignId}/agent-page',
      'GET /v1/agents',
      'GET /v1/agents/occupancy',
      'GET /v1/agents/{agentId}',
      'GET /v1/agents/{agentId}/history',
      'GET /v1/alerts',
      'GET /v1/audit',
      'GET /v1/callbacks',
      'GET /v1/callbacks/turns',
      'GET /v1/callbacks/{callbackId}',
      'GET /v1/callbacks/{callbackId}/turns',
      'PATCH /v1/callbacks/{callbackId}',
      'POST /v1/callbacks',
      'POST /v1/callbacks/{callbackId}/cancel',
      'POST /v1/callbacks/{callbackId}/pause',
      'POST /v1/callbacks/{callbackId}/resume',
      'GET /v1/calls',
      'GET /v1/calls/{ref}',
      'GET /v1/calls/{ref}/decision',
      'GET /v1/calls/{ref}/outcome',
      'PUT /v1/calls/{ref}/outcome',
      'DELETE /v1/outcome-codes/{codeId}',
      'GET /v1/outcome-codes',
      'PUT /v1/outcome-codes/{codeId}',
      'GET /v1/stats/answers',
      'GET /v1/stats/outcomes',
      'GET /v1/calls/{ref}/recording',
      'GET /v1/carrier/documents/{documentId}',
      'GET /v1/carrier/numbers',
      'GET /v1/carrier/numbers/{number}/documents',
      'GET /v1/carrier/operations',
      'GET /v1/carrier/purchases/{purchase}/destinations',
      'GET /v1/carrier/sip-accounts/{account}',
      'GET /v1/carrier/sip-accounts/{account}/allowed-ips',
      'DELETE /v1/agents/{agentId}',
      'DELETE /v1/carrier/purchases/{purchase}/destinations/{destinationId}',
      'DELETE /v1/carrier/sip-accounts/{account}',
      'DELETE /v1/carrier/sip-accounts/{account}/allowed-ips/{allowedIpId}',
      'POST /v1/carrier/operations/{name}',
      'POST /v1/carrier/purchases/{purchase}/destinations',
      'POST /v1/carrier/sip-accounts/{account}/allowed-ips',
      'PUT /v1/carrier/purchases/{purchase}/destinations/{destinationId}',
      'PUT /v1/carrier/sip-accounts/{account}',
      'DELETE /v1/keys/{keyId}',
      'GET /v1/keys',
      'GET /v1/keys/current',
      'GET /v1/keys/{keyId}',
      'POST /v1/keys',
      'DELETE /v1/session',
      'GET /v1/session',
      'POST /v1/session',
      'GET /v1/privacy/erasures',
      'GET /v1/privacy/erasures/{erasureId}',
      'POST /v1/privacy/allow',
      'POST /v1/privacy/erase',
      'POST /v1/privacy/erase/preview',
      'GET /v1/events',
      'GET /v1/reconciliations',
      'GET /v1/reconciliations/{reconciliationId}',
      'GET /v1/reports/calls',
      'GET /v1/reports/campaigns/{campaignId}/contacts',
      'GET /v1/reports/recordings',
      'GET /v1/stats',
      'GET /v1/costs',
      'GET /v1/campaigns/{campaignId}/stats',
      'POST /v1/reports/calls',
      'POST /v1/reports/campaigns/{campaignId}/contacts',
      'POST /v1/reports/recordings',
      'GET /v1/reports/shifts',
      'POST /v1/reports/shifts',
      'GET /v1/reports/costs',
      'POST /v1/reports/costs',
      'GET /v1/report-jobs',
      'GET /v1/report-jobs/{jobId}',
      'GET /v1/report-jobs/{jobId}/file',
      'DELETE /v1/report-jobs/{jobId}',
      'POST /v1/reconciliations',
      'GET /v1/campaigns',
      'GET /v1/contacts',
      'GET /v1/campaigns/{campaignId}',
      'GET /v1/campaigns/{campaignId}/calls',
      'GET /v1/campaigns/{campaignId}/imports',
      'GET /v1/campaigns/{campaignId}/imports/{importId}',
      'GET /v1/campaigns/{campaignId}/imports/{importId}/rejected',
      'POST /v1/campaigns/{campaignId}/imports/{importId}/undo',
      'GET /v1/campaigns/{campaignId}/policy',
      'GET /v1/campaigns/{campaignId}/policy/{version}',
      'GET /v1/rule-presets',
      'GET /v1/rule-presets/{presetId}',
      'GET /v1/campaigns/{campaignId}/rule-presets',
      'GET /v1/campaigns/{campaignId}/rule-presets/{presetId}',
      'POST /v1/campaigns/{campaignId}/rule-presets/{presetId}',
      'GET /v1/campaigns/{campaignId}/contacts',
      'GET /v1/campaigns/{campaignId}/contacts/{position}/why',
      'POST /v1/campaigns/{campaignId}/preflight',
      'POST /v1/campaigns/{campaignId}/rehearse',
      'GET /v1/campaigns/{campaignId}/forecast',
      'GET /v1/numbers/{number}/consents',
      'GET /v1/numbers/{number}/suppressions',
      'POST /v1/consents',
      'POST /v1/numbers/{number}/consents',
      'DELETE /v1/suppressions/{listId}',
      'DELETE /v1/suppressions/{listId}/numbers/{number}',
      'GET /v1/suppressions',
      'GET /v1/suppressions/{listId}/numbers',
      'POST /v1/suppressions/{listId}/numbers',
      'PUT /v1/suppressions/{listId}',
      'PUT /v1/suppressions/{listId}/numbers/{number}',
      'PUT /v1/suppressions/{listId}/persons/{personKey}',
      'PATCH /v1/account',
      'PATCH /v1/agents/{agentId}',
      'PATCH /v1/campaigns/{campaignId}',
      'POST /v1/account/go',
      'POST /v1/account/hold/lift',
      'POST /v1/account/restore/release',
      'POST /v1/account/stop',
      'POST /v1/agents',
      'POST /v1/agents/import',
      'POST /v1/agents/pause',
      'POST /v1/agents/ready',
      'POST /v1/agents/{agentId}/pause',
      'POST /v1/agents/{agentId}/ready',
      'POST /v1/calls',
      'POST /v1/calls/{ref}/hangup',
      'POST /v1/calls/{ref}/recording/look-up',
      'POST /v1/calls/{ref}/resolve',
      'POST /v1/campaigns',
      'POST /v1/campaigns/{campaignId}/cancel',
      'POST /v1/campaigns/{campaignId}/clone',
      'POST /v1/campaigns/{campaignId}/contacts',
      'POST /v1/campaigns/{campaignId}/drain',
      'POST /v1/campaigns/{campaignId}/pause',
      'POST /v1/campaigns/{campaignId}/resume',
      'POST /v1/campaigns/{campaignId}/start',
      'POST /v1/campaigns/{campaignId}/unschedule',
    ].toSorted(),
  );
});

test('every JSON answer has a schema', () => {
  const without = operations.flatMap(({ name, operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([type]) => type.endsWith('json'))
        .filter(([, { schema }]) => schema === undefined || Object.keys(schema).length === 0)
        .map(([type]) => `${name} ${status} ${type}`),
    ),
  );
  expect(without).toEqual([]);
});

test('each problem is described once, and operations refer to it', () => {
  expect(() => resolved(document)).not.toThrow();
  const written = operations.flatMap(({ name, operation }) =>
    Object.entries(operation.responses)
      .filter(([, { content = {} }]) => 'application/problem+json' in content)
      .map(([status]) => `${name} ${status}`),
  );
  expect(written).toEqual([]);
});

test('every operation has its own name and a summary in words', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operation } of operations) expect(operation.summary).toMatch(/\w/);
});

test('the document and the files of its page are sent compressed where the client takes it, and not again where it has them', async () => {
  for (const url of ['/openapi.json', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui.css']) {
    const plain = await on.api.inject({ url });
    const zipped = await on.api.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const etag = String(plain.headers.etag);
    const again = await on.api.inject({ url, headers: { 'if-none-match': `"x", ${etag}` } });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  }
});

test.each(['unknown.js', '../package.json', '..%2Fpackage.json', 'csp.json/x', ''])(
  '/docs/static/%s is the usual 404',
  async (name) => {
    const answer = await on.api.inject({ url: `/docs/static/${name}` });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  },
);

test('the page at /docs loads nothing from elsewhere', async () => {
  const page = await on.api.inject({ url: '/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('swagger-ui-bundle.js');
  expect(page.body).not.toMatch(/(src|href)="https?:/);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const script = await on.api.inject({ url: '/docs/static/swagger-ui-bundle.js' });
  expect(script.statusCode).toBe(200);
});

test('answers forbid sniffing and framing', async () => {
  const { headers } = await on.get('/v1/account');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  });
});
