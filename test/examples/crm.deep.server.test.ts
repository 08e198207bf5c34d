/** The bridges in `examples/crm` with the real product: who is chosen in the CRM is called, and each call stands there once. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../free-port.ts';
import { startWholeProduct, type WholeProduct } from '../whole-product.ts';
import { fakeHubspot, fakeOdoo, fakeSalesforce, type FakeCrm } from './fake-crms.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const BRIDGE = resolve(import.meta.dirname, '../../examples/crm/bridge.ts');
const CRMS = ['hubspot', 'salesforce', 'odoo'] as const;
type Name = (typeof CRMS)[number];

let folder: string;
let product: WholeProduct;
const ports = new Map<Name, number>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-crm-'));
  for (const name of CRMS) ports.set(name, await freePort());
  const origins = [...ports.values()].map((port) => `http://127.0.0.1:${port}`).join(',');
  const settings = { DIALWRIGHT_WEBHOOK_ORIGINS: origins };
  product = await startWholeProduct(folder, { timeFactor: 50, settings });
  await post('/v1/agents', { name: 'Ben', kind: 'sip', address: 'sip-ben' });
  await send('PUT', '/v1/outcome-codes/sold', { label: 'Sold', group: 'sale' });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${product.apiKey}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(product.url + path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
const post = (path: string, body: object = {}) => send('POST', path, body);

/** A campaign that is open for people, its events' endpoint, and the bridge between it and the CRM. */
async function bridge(name: Name, crm: FakeCrm, env: Record<string, string>): Promise<string> {
  const origin = `http://127.0.0.1:${ports.get(name)}`;
  const { id } = await post('/v1/campaigns', { name, keep_open: true });
  await post(`/v1/campaigns/${id}/start`);
  const types = ['call.ended', 'call.outcome', 'recording.stored'];
  const { secret } = await post('/v1/webhook-endpoints', { url: `${origin}/dialwright`, types });
  const settings = {
    DIALWRIGHT_URL: product.url,
    DIALWRIGHT_API_KEY: product.apiKey,
    DIALWRIGHT_CAMPAIGN: id,
    DIALWRIGHT_WEBHOOK_SECRET: secret,
    DASHBOARD_URL: 'https://dialwright.example',
    BRIDGE_URL: 'https://bridge.example',
    ...env,
  };
  const args = ['--conditions=dialwright-source', BRIDGE, name, String(ports.get(name))];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings } });
  onTestFinished(() => {
    child.kill();
    crm.close();
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => void (printed += piece.toString()));
  await expect.poll(() => printed, { timeout: 120_000 }).toContain('listening');
  return origin;
}

/** The person is chosen twice, called once, and the CRM has the call with its outcome. */
async function isCalled(crm: FakeCrm, personId: string, notice: () => Promise<Response>) {
  expect((await notice()).status).toBe(204);
  expect((await notice()).status).toBe(204);
  const texts = () => [...crm.calls.values()].map(({ text }) => text);
  await expect.poll(texts, { timeout: 120_000 }).toEqual([expect.stringContaining('Recording: ')]);
  const [[ref, call] = ['', undefined]] = [...crm.calls];
  // HubSpot gets the person of a call by a request of its own.
  await expect.poll(() => crm.calls.get(ref)?.personId).toBe(personId);
  expect(call!.text).toContain(`Recording: https://dialwright.example/calls/${ref}`);
  await send('PUT', `/v1/calls/${ref}/outcome`, { code: 'sold', note: 'Wants two.' });
  await expect
    .poll(texts, { timeout: 120_000 })
    .toEqual([expect.stringMatching(/completed[^]*Outcome: sold\nWants two\./)]);
  const { data } = await send('GET', `/v1/calls?campaign=${ref.split('.')[0]}`);
  expect(data.map((each: { ref: string }) => each.ref)).toEqual([ref]);
}

const noticeTo = (origin: string, path: string, body: string, headers: Record<string, string>) =>
  fetch(origin + path, { method: 'POST', body, headers });

test('HubSpot: a signed webhook', async () => {
  const crm = await fakeHubspot();
  const env = { HUBSPOT_API: crm.url, HUBSPOT_TOKEN: 'token', HUBSPOT_CLIENT_SECRET: 'secret' };
  const origin = await bridge('hubspot', crm, env);
  const bodyOf = (objectId: number) =>
    JSON.stringify([{ subscriptionType: 'contact.propertyChange', objectId }]);
  const signed = (secret: string, at = Date.now(), body = bodyOf(7)) => {
    const text = `POSThttps://bridge.example/crm${body}${at}`;
    const signature = createHmac('sha256', secret).update(text).digest('base64');
    return noticeTo(origin, '/crm', body, {
      'x-hubspot-signature-v3': signature,
      'x-hubspot-request-timestamp': String(at),
    });
  };
  expect((await signed('another')).status).toBe(401);
  expect((await signed('secret', Date.now() - 600_000)).status).toBe(401);
  // Who is gone there is not asked for again and again.
  expect((await signed('secret', Date.now(), bodyOf(8))).status).toBe(204);
  await isCalled(crm, '7', () => signed('secret'));
  const found = await send('GET', '/v1/contacts?row_key=hubspot:7');
  expect(found.data[0]).toMatchObject({ number: '+12025550115', person_key: 'hubspot:7' });
});

test('Salesforce: a callout of a flow with a token', async () => {
  const crm = await fakeSalesforce();
  const env = { SALESFORCE_URL: crm.url, SALESFORCE_TOKEN: 'token', BRIDGE_TOKEN: 'own-token' };
  const origin = await bridge('salesforce', crm, env);
  const body = JSON.stringify({ recordId: '0037' });
  const notice = (token: string) => noticeTo(origin, '/crm', body, { 'x-bridge-token': token });
  expect((await notice('own-tokem')).status).toBe(401);
  await isCalled(crm, '0037', () => notice('own-token'));
});

test('Odoo: a webhook of an automation rule', async () => {
  const crm = await fakeOdoo();
  const env = {
    ODOO_URL: crm.url,
    ODOO_DATABASE: 'db',
    ODOO_USER_ID: '2',
    ODOO_API_KEY: 'odoo-key',
    BRIDGE_TOKEN: 'own-token',
  };
  const origin = await bridge('odoo', crm, env);
  const body = JSON.stringify({ _id: 7, _model: 'res.partner' });
  const notice = (token: string) => noticeTo(origin, `/crm?token=${token}`, body, {});
  expect((await notice('other')).status).toBe(401);
  expect((await notice('%C3%B6wn-token')).status).toBe(401);
  await isCalled(crm, '7', () => notice('own-token'));
});
