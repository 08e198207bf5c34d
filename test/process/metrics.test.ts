/** The metrics of a server, from its settings to a scrape. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { callbackUrl } from '../../src/carrier/calls/tokens.ts';
import { loadConfig } from '../../src/config/config.ts';
import { parsePlacementId } from '../../src/domain/ids.ts';
import { startServer } from '../../src/process/start-server.ts';
import { freePort } from '../free-port.ts';
import { valueOf } from '../metrics/exposition.ts';

const HOOK_SECRET = 'a-hook-secret-of-at-least-32-characters';
const log = pino({ level: 'silent' });

async function serverWith(metrics: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = process.env['TEMPORAL_ADDRESS'];
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
  onTestFinished(() => {
    if (before === undefined) delete process.env['TEMPORAL_ADDRESS'];
    else process.env['TEMPORAL_ADDRESS'] = before;
  });
  const config = loadConfig({
    DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
    DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
    DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
    DIALWRIGHT_API_KEYS: 'operator-key-0123456789',
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_PORT: '0',
    DIALWRIGHT_METRICS: metrics,
  });
  const server = await startServer(config, { log });
  onTestFinished(() => server.stop());
  return server;
}

test('a server counts its webhooks, and shows the installation, on a port of its own', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const server = await serverWith(address);
  const publicUrl = 'https://dialwright.example';
  const hook = callbackUrl(publicUrl, parsePlacementId('c1.1.1.1')!, [HOOK_SECRET]);
  const post = (path: string) =>
    fetch(server.url + path, {
      method: 'POST',
      body: JSON.stringify({ event: 'click2call.agent_ringing', event_seq: 1, call_id: 'a1' }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await post(hook.slice(publicUrl.length))).status).toBe(204);
  expect((await post('/hooks/click2call/c1.1.1.1/wrong')).status).toBe(404);
  expect((await post('/hooks/recordings/wrong')).status).toBe(404);
  const scraped = async () => (await fetch(`http://${address}/metrics`)).text();
  const webhooks = async (kind: string, result: string) =>
    valueOf(await scraped(), 'dialwright_webhooks_total', { kind, result });
  await expect.poll(() => webhooks('call', 'kept')).toBe(1);
  await expect.poll(() => webhooks('call', 'wrong-token')).toBe(1);
  await expect.poll(() => webhooks('recording', 'wrong-token')).toBe(1);
  const text = await scraped();
  expect(valueOf(text, 'dialwright_figures_up')).toBe(1);
  expect(
    valueOf(text, 'dialwright_store_transaction_seconds_count', { kind: 'by-rows' }),
  ).toBeGreaterThan(0);
  expect((await fetch(`http://${address}/readyz`)).status).toBe(200);
  // The public port has no metrics.
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

test('a port that is taken is named with its setting', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  await serverWith(address);
  await expect(serverWith(address)).rejects.toThrow(
    `The metrics cannot be shown at ${address} (EADDRINUSE)`,
  );
});
