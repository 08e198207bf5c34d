/** An npm script that needs Temporal passes on the signals that npm gets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { startNpmScript } from './npm-process.ts';
import { useOwnNamespace } from '../temporal/own-namespace.ts';

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function ownTemporal(): Promise<Record<string, string>> {
  const { address, namespace } = await useOwnNamespace();
  return { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
}

test('SIGTERM to `npm run worker` ends the worker in order, and nothing of it is left', async () => {
  const folder = ownFolder();
  const npm = startNpmScript(['worker'], {
    ...(await ownTemporal()),
    DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
    DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
    DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
    DIALWRIGHT_API_KEYS: 'operator-key-0123456789',
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
  });
  await expect.poll(() => npm.printed, { timeout: 45_000 }).toContain('the worker serves');
  npm.signal('SIGTERM');
  expect(await npm.ended).toBe(0);
  await expect.poll(() => npm.anyRuns()).toBe(false);
});

test('SIGTERM to `npm start` ends all that it started, carrier included', async () => {
  const folder = ownFolder();
  const options = ['--state', folder, '--port', String(await freePort())];
  const npm = startNpmScript(['start', '--', ...options], await ownTemporal());
  await expect.poll(() => npm.printed, { timeout: 45_000 }).toContain('Dashboard  ');
  npm.signal('SIGTERM');
  expect(await npm.ended).toBe(130);
  expect(npm.printed).toContain('Stopping (SIGTERM)');
  // Logs go to a file.
  expect(npm.printed).not.toMatch(/^\{/m);
  await expect.poll(() => npm.anyRuns()).toBe(false);
});
