/** The program itself: where its settings come from, what it prints when nothing answers, and when the reader closes the pipe. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../compile-cache.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bin/dialwright.js');
/** Longer than a pipe holds. */
const MANY = Array.from({ length: 5_000 }, (_, index) => ({
  id: `c${index}`,
  kind: 'list',
  state: 'draft',
  created_at: 'then',
  contacts: { total: 0, by_state: {} },
  calls: { total: 0 },
  total_cost: '0',
  name: 'x'.repeat(80),
}));

let server: Server;
let folder: string;
const keys: (string | undefined)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-settings-'));
  server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.end(JSON.stringify({ data: MANY, next_cursor: null }));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const settings = [`DIALWRIGHT_URL=http://127.0.0.1:${port}`, 'DIALWRIGHT_API_KEY=of-the-file'];
  writeFileSync(join(folder, '.env'), settings.join('\n'));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function shell(command: string, env: Record<string, string> = {}) {
  const words = `"${process.execPath}" "${PROGRAM}" ${command}`;
  const options = {
    cwd: folder,
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', ...env },
    maxBuffer: 2 ** 26,
  };
  return new Promise<{ code: number; out: string; talk: string }>((done) => {
    execFile('sh', ['-c', words], options, (error, out, talk) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, talk });
    });
  });
}

test('settings come from .env of the current folder, and the environment wins', async () => {
  await shell('campaigns list');
  await shell('campaigns list', { DIALWRIGHT_API_KEY: 'of-the-environment' });
  expect(keys).toEqual(['Bearer of-the-file', 'Bearer of-the-environment']);
  expect((await shell('--help')).out).toMatch(/the file \.env of the\s+current folder/);
});

test('a reader who has enough of it hears nothing of a broken pipe', async () => {
  const { talk, out } = await shell('campaigns list --limit all | head -n 2');
  expect(out.trimEnd().split('\n')).toHaveLength(2);
  expect(talk).toBe('');
});

test('a host name that nobody knows is no reason to start a server', async () => {
  const env = { DIALWRIGHT_URL: 'http://dialwright.invalid' };
  const { code, talk } = await shell('campaigns list', env);
  expect(talk).toContain('correct the host name in DIALWRIGHT_URL');
  expect(talk).not.toContain('npm start');
  expect(code).toBe(5);
});

test('doctor takes no other program for our API, and names the setting to correct', async () => {
  const away = { TEMPORAL_ADDRESS: 'temporal.invalid:7233' };
  const { out } = await shell('doctor --json', away);
  const found = JSON.parse(out) as { subject: string; state: string; fix?: string }[];
  const by = (subject: string) => found.find((one) => one.subject === subject);
  expect(by('API')).toMatchObject({
    state: 'fault',
    fix: expect.stringContaining('DIALWRIGHT_URL'),
  });
  expect(by('Temporal')).toMatchObject({
    state: 'fault',
    fix: expect.stringContaining('correct the host name in TEMPORAL_ADDRESS'),
  });
  expect(by('workers')).toMatchObject({ state: 'note' });
});
