/** How the programs end when a start needs a person first: one sentence, and never a stack. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../compile-cache.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let takenPort: number;
const taken = createServer();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-start-'));
  writeFileSync(join(folder, 'a-file'), '');
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  takenPort = (taken.address() as AddressInfo).port;
});
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true });
});

const settings = () => ({
  PATH: process.env['PATH'],
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
  DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
  DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
  DIALWRIGHT_API_KEYS: 'key-one-0123456789',
  DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
  DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
  DIALWRIGHT_PORT: '0',
  DIALWRIGHT_LOG_LEVEL: 'error',
});

function run(program: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...COMPILE_CACHE, ...settings(), ...env } };
    execFile(process.execPath, [`src/${program}.ts`], options, (error, _out, said) =>
      resolve({ code: error?.code, said }),
    );
  });
}

const below = (name: string) => join(folder, 'a-file', name);
const CASES: [program: string, fault: string, env: () => NodeJS.ProcessEnv, sentence: RegExp][] = [
  ['server', 'a setting', () => ({ DIALWRIGHT_PORT: 'x' }), /^The configuration [^]*_PORT: /],
  ['worker', 'a setting', () => ({ DIALWRIGHT_PORT: 'x' }), /^The configuration [^]*_PORT: /],
  ['main', 'a setting', () => ({ DIALWRIGHT_PORT: 'x' }), /^The configuration [^]*_PORT: /],
  ['server', 'the database', database, /^The database .*store cannot be used: .*ENOTDIR/],
  ['main', 'the database', database, /^The database .*store cannot be used: .*ENOTDIR/],
  ['server', 'the port', port, /^Port \d+ of 127\.0\.0\.1 .* \(EADDRINUSE\); .*DIALWRIGHT_PORT/],
  ['main', 'the port', port, /^Port \d+ of 127\.0\.0\.1 .* \(EADDRINUSE\); .*DIALWRIGHT_PORT/],
  [
    'worker',
    'the recordings folder',
    recordings,
    /^The folder .* \(ENOTDIR\); .*DIALWRIGHT_RECORDINGS/,
  ],
  [
    'main',
    'the recordings folder',
    recordings,
    /^The folder .* \(ENOTDIR\); .*DIALWRIGHT_RECORDINGS/,
  ],
  ['server', 'the region of a bucket', region, /^No region is known .*RECORDINGS_S3_REGION/],
  ['worker', 'the region of a bucket', region, /^No region is known .*RECORDINGS_S3_REGION/],
  ['worker', 'Temporal', () => ({}), /^Temporal at 127\.0\.0\.1:1 .*refused; .*TEMPORAL_ADDRESS/],
  ['main', 'Temporal', () => ({}), /^Temporal at 127\.0\.0\.1:1 .*refused; .*TEMPORAL_ADDRESS/],
];

function region(): NodeJS.ProcessEnv {
  return { DIALWRIGHT_RECORDINGS: 's3://calls', AWS_CONFIG_FILE: '/dev/null' };
}
function database(): NodeJS.ProcessEnv {
  return { DIALWRIGHT_DATABASE_URL: `sqlite:${below('data/store')}` };
}
function port(): NodeJS.ProcessEnv {
  return { DIALWRIGHT_PORT: String(takenPort) };
}
function recordings(): NodeJS.ProcessEnv {
  return { DIALWRIGHT_RECORDINGS: below('recordings') };
}

test.for(CASES)(
  '%s ends with one sentence about what is wrong: %s',
  async ([program, , env, sentence]) => {
    const { code, said } = await run(program, env());
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/^\s+at |node:|\.ts:/m);
    expect(code).toBe(1);
    // SQLite removes this file when the store is closed.
    expect(existsSync(join(folder, 'store.sqlite-wal'))).toBe(false);
  },
);
