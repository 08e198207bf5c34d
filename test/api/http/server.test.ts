import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, Server, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { callbackUrl } from '../../../src/carrier/calls/tokens.ts';
import { parsePlacementId } from '../../../src/domain/ids.ts';
import { CONNECTION_LIMITS } from '../../../src/api/http/connections.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { startServer } from '../../../src/process/start-server.ts';
import { startCarrier } from '../../simulator/carrier.ts';
import { API_KEY } from '../api-under-test.ts';

const HOOK_SECRET = 'a-hook-secret-of-at-least-32-characters';
const JSON_BODY = { 'content-type': 'application/json' };
const WEBHOOK = JSON.stringify({ event: 'click2call.agent_ringing', event_seq: 1, call_id: 'a1' });
const log = pino({ level: 'silent' });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-server-'));
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
});
afterAll(() => {
  delete process.env['TEMPORAL_ADDRESS'];
  rmSync(folder, { recursive: true });
});

const config = () =>
  loadConfig({
    DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
    DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
    DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
    DIALWRIGHT_API_KEYS: API_KEY,
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_PORT: '0',
  });

test('it starts, answers and stops with Temporal down', async () => {
  const server = await startServer(config(), { log });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  const get = (path: string) =>
    fetch(server.url + path, { headers: { authorization: `Bearer ${API_KEY}` } });
  expect((await get('/v1/account')).status).toBe(200);
  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ store: 'ok', temporal: 'failing' });
  await server.stop();
  await expect(get('/healthz')).rejects.toThrow('fetch failed');
});

test('a Temporal that accepts connections and never answers leaves the server ready for webhooks', async () => {
  const frozen = createServer((socket) => void socket.on('error', () => undefined));
  await once(frozen.listen(0, '127.0.0.1'), 'listening');
  process.env['TEMPORAL_ADDRESS'] = `127.0.0.1:${(frozen.address() as AddressInfo).port}`;
  const server = await startServer(config(), { log });
  onTestFinished(async () => {
    await server.stop();
    frozen.close();
    process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
  });
  const publicUrl = 'https://dialwright.example';
  const hook = callbackUrl(publicUrl, parsePlacementId('c1.1.1.1')!, [HOOK_SECRET]).slice(
    publicUrl.length,
  );
  // Balancers wait for a second by default. Each of these comes after the last one's result is too old.
  for (let turn = 0; turn < 3; turn++) {
    const ready = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(1_000) });
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ store: 'ok', temporal: 'failing' });
    const stored = await fetch(server.url + hook, {
      method: 'POST',
      body: WEBHOOK,
      headers: JSON_BODY,
    });
    expect(stored.status).toBe(204);
    await sleep(1_100);
  }
});

test('as many connections may wait to be accepted as may be open', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  const server = await startServer(config(), { log });
  await server.stop();
  const [{ backlog }] = listen.mock.calls[0] as unknown as [{ backlog: number }];
  expect(backlog).toBe(CONNECTION_LIMITS.most);
});

test('with the carrier’s settings it asks the carrier, and without them it runs all the same', async () => {
  const { simulator } = await startCarrier();
  const { url: carrierUrl, apiKey: carrierApiKey } = simulator;
  const headers = { authorization: `Bearer ${API_KEY}` };
  for (const [settings, status] of [
    [{ carrierUrl, carrierApiKey }, 200],
    [{ carrierUrl: undefined, carrierApiKey: undefined }, 503],
  ] as const) {
    const server = await startServer({ ...config(), ...settings }, { log });
    try {
      const numbers = await fetch(`${server.url}/v1/carrier/numbers`, { headers });
      expect(numbers.status).toBe(status);
      const created = await fetch(`${server.url}/v1/campaigns`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'spring' }),
      });
      const { id } = (await created.json()) as { id: string };
      const path = `${server.url}/v1/campaigns/${id}/preflight`;
      const preflight = await fetch(path, { method: 'POST', headers });
      expect(await preflight.json()).toMatchObject({ carrier: { asked: status === 200 } });
    } finally {
      await server.stop();
    }
  }
});

test('a port that is taken is an error at once, and nothing is left open', async () => {
  const first = await startServer(config(), { log });
  const port = Number(new URL(first.url).port);
  await expect(startServer({ ...config(), port }, { log })).rejects.toThrow('EADDRINUSE');
  await first.stop();
});
