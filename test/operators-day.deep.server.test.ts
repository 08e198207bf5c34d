/** The page `docs/operators-day.md`: each of its commands works as it stands there, with the real product and a simulated carrier. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { recordingHookUrl } from '../src/carrier/calls/tokens.ts';
import { startSimulator } from '../src/simulator/start-simulator.ts';
import { freePort } from './bench/calls/processes.ts';
import { runInShell, shellBlocks } from './page-commands.ts';
import { startProduct } from './privacy/product-process.ts';
import { useOwnNamespace } from './temporal/own-namespace.ts';

const PAGE = resolve(import.meta.dirname, '../docs/operators-day.md');
const PUBLIC_URL = 'https://dialwright.example';
const API_KEY = 'operator-key-0123456789';
const SECRET = 'a-hook-secret-of-at-least-32-characters';
const TIME_FACTOR = 200;

let temporal: { address: string; namespace: string };
beforeAll(async () => void (temporal = await useOwnNamespace()));

const databaseIn = (folder: string) => `sqlite:${join(folder, 'store.sqlite')}`;

async function startAll(folder: string): Promise<string> {
  const port = await freePort();
  const simulator = await startSimulator({
    ledger: join(folder, 'ledger.ndjson'),
    apiKey: 'carrier-key',
    timeFactor: TIME_FACTOR,
    outcomeByLastDigit: true,
    deliver: [`${PUBLIC_URL}=http://127.0.0.1:${port}`],
    recordingWebhookUrl: recordingHookUrl(PUBLIC_URL, [SECRET]),
  });
  onTestFinished(() => simulator.stop());
  const url = `http://127.0.0.1:${port}`;
  const product = await startProduct(
    {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      DIALWRIGHT_CARRIER_URL: simulator.url,
      DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
      DIALWRIGHT_PUBLIC_URL: PUBLIC_URL,
      DIALWRIGHT_HOOK_SECRETS: SECRET,
      DIALWRIGHT_API_KEYS: API_KEY,
      DIALWRIGHT_DATABASE_URL: databaseIn(folder),
      DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
      DIALWRIGHT_RECORDING_ORIGINS: simulator.storageUrl,
      DIALWRIGHT_PORT: String(port),
      DIALWRIGHT_TIME_FACTOR: String(TIME_FACTOR),
      DIALWRIGHT_CURRENCY: 'EUR',
    },
    { url, logFile: join(folder, 'product.log') },
  );
  onTestFinished(() => product.stop());
  return url;
}

vi.setConfig({ testTimeout: 240_000 });

test('every command of the page works as it stands there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    DIALWRIGHT_URL: await startAll(folder),
    DIALWRIGHT_API_KEY: API_KEY,
    DIALWRIGHT_DATABASE_URL: databaseIn(folder),
  };
  const blocks = shellBlocks(readFileSync(PAGE, 'utf8'));
  expect(blocks.length).toBeGreaterThan(10);
  const { code, text } = await runInShell(blocks, { folder, env });
  if (code !== 0 || process.env['SHOW_PAGE'] !== undefined) console.log(text);
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'left-out.csv'), 'utf8')).toMatch(/0000.*\n.*12025550105/s);
  expect(readFileSync(join(folder, 'calls.csv'), 'utf8')).toContain(';completed;');
  expect(existsSync(join(folder, 'recordings.zip'))).toBe(true);
  expect(statSync(join(folder, 'recording.mp3')).size).toBeGreaterThan(0);
});
