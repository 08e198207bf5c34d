/** The doctor says "ok" of no server that this installation does not use. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { StateFolder } from '../../../src/dev/state-folder.ts';
import { startServer } from '../../../src/process/start-server.ts';
import { API_KEY } from '../../api/api-under-test.ts';
import { runProgram } from '../run-program.ts';

interface Finding {
  subject: string;
  state: string;
  found: string;
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const settingsIn = (folder: string) => ({
  DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
  DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
  DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
  DIALWRIGHT_API_KEYS: API_KEY,
  DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
  DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
  TEMPORAL_ADDRESS: '127.0.0.1:1',
});

async function serverIn(folder: string): Promise<string> {
  const config = loadConfig({ ...settingsIn(folder), DIALWRIGHT_PORT: '0' });
  const server = await startServer(config, { log: pino({ level: 'silent' }) });
  onTestFinished(() => server.stop());
  return server.url;
}

async function anotherProgram(): Promise<string> {
  const server = createServer((_request, response) => void response.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function doctor(env: Record<string, string>, ...args: string[]) {
  const { out } = await runProgram(['doctor', '--json', ...args], { PATH: '', ...env });
  const findings = JSON.parse(out) as Finding[];
  return (subject: string) => findings.find((one) => one.subject === subject);
}

test('its own server is ok, one of another database is a fault, and so is another program', async () => {
  const [mine, other] = [ownFolder(), ownFolder()];
  const [myUrl, otherUrl, strange] = [
    await serverIn(mine),
    await serverIn(other),
    await anotherProgram(),
  ];
  const at = (url: string) =>
    doctor({ ...settingsIn(mine), DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });
  const [found, foundOther, foundStrange] = await Promise.all([
    at(myUrl),
    at(otherUrl),
    at(strange),
  ]);
  expect(found('API')).toMatchObject({ state: 'ok' });
  expect(foundOther('API')).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('the server of another installation answers'),
  });
  expect(foundStrange('API')).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('another program answers'),
  });
}, 60_000);

test('without settings it checks the `npm start` that runs, at the addresses that it uses', async () => {
  const folder = ownFolder();
  const url = await serverIn(folder);
  const state = new StateFolder(folder);
  state.noteSettings({ ...settingsIn(folder), DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });
  const running = await doctor({}, '--state', folder);
  expect(running('settings')).toMatchObject({
    state: 'ok',
    found: expect.stringContaining(folder),
  });
  expect(running('API')).toMatchObject({ state: 'ok', found: expect.stringContaining(url) });
  expect(running('database')?.found).toContain(join(folder, 'store.sqlite'));
  expect(running('Temporal')?.found).toContain('127.0.0.1:1');
  state.release();
  const stopped = await doctor({}, '--state', folder);
  expect(stopped('settings')).toMatchObject({ state: 'note' });
}, 60_000);
