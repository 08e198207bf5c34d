/** An npm script passes on the signals that npm gets, and what it started ends in order. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { startNpmScript, startProgram, type NpmProcess } from './npm-process.ts';

const KEY = 'operator-key-0123456789';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

// npm signals the shell that runs the script. A shell that waits for Node ends, and Node goes on without a parent.
test.each(Object.entries(scripts).filter(([, script]) => !script.includes(' && ')))(
  'the script %s gives its process to its program',
  (_, script) => {
    expect(script).toMatch(/^exec (env (\S+=\S+ )+)?(node|vitest|vite|prettier) /);
  },
);

test('what runs until it is stopped is one program', () => {
  for (const name of ['start', 'cli', 'server', 'worker', 'simulator', 'verify']) {
    expect(scripts[name]).toMatch(/^exec (env (\S+=\S+ )+)?node /);
  }
});

test('SIGTERM to the command of the package ends what it runs, and nothing of it is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // As an installed package has it: a link that the shell finds and runs by its first line.
  const command = join(folder, 'dialwright');
  symlinkSync(resolve('bin/dialwright.js'), command);
  const options = ['--api-key', 'carrier-key', '--ledger', join(folder, 'ledger.ndjson')];
  const program = startProgram(command, ['simulator', '--port', '0', ...options], {
    PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`,
  });
  await expect.poll(() => program.printed, { timeout: 25_000 }).toContain('"listening"');
  program.signal('SIGTERM');
  expect(await program.ended).toBe(0);
  await expect.poll(() => program.anyRuns()).toBe(false);
});

test('`npm run` lists at most 25 scripts: what belongs together is one script with names', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
});

test('a script with names lists them, and says so to a name that it has not', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['test/bench/main.ts', ...args], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('-- claims') });
  expect(run('claim')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no claim\. Take one of these:\n.*-- claims/s),
  });
});

test('SIGTERM to `npm run server` ends the server, and nothing of it is left', async () => {
  const { npm, url } = await startedServer();
  npm.signal('SIGTERM');
  expect(await npm.ended).toBe(0);
  await expect.poll(() => npm.anyRuns()).toBe(false);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('one Ctrl-C, which npm sends a second time, lets the server finish what it reads', async () => {
  const { npm, url } = await startedServer();
  const body = '{"name":"spring"}';
  const { socket, answer } = await halfSent(url, body);
  npm.press('SIGINT');
  await refuses(url);
  socket.write(body.slice(5));
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await npm.ended).toBe(0);
  await expect.poll(() => npm.anyRuns()).toBe(false);
});

test('a second Ctrl-C ends the server at once', async () => {
  const { npm, url } = await startedServer();
  const { answer } = await halfSent(url, '{"name":"spring"}');
  npm.press('SIGINT');
  await refuses(url);
  await expect
    .poll(
      () => {
        if (npm.anyRuns()) npm.press('SIGINT');
        return npm.anyRuns();
      },
      { interval: 600, timeout: 6_000 },
    )
    .toBe(false);
  expect(await answer).toBe('');
});

async function startedServer(): Promise<{ npm: NpmProcess; url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const npm = startNpmScript(['server'], {
    DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
    DIALWRIGHT_API_KEYS: KEY,
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_PORT: String(port),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  });
  const url = `http://127.0.0.1:${port}/healthz`;
  await expect
    .poll(
      async () => {
        if (!npm.anyRuns()) throw new Error(npm.printed);
        return fetch(url).then(
          ({ status }) => status,
          () => 0,
        );
      },
      { timeout: 25_000 },
    )
    .toBe(200);
  return { npm, url };
}

async function refuses(url: string): Promise<void> {
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
}

/** A request whose body is not complete yet. */
async function halfSent(
  url: string,
  body: string,
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const head = [
    'POST /v1/campaigns HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${KEY}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n`);
  // The server asks for the body, so it has read the head.
  await new Promise((resolve) => void socket.once('data', resolve));
  socket.write(body.slice(0, 5));
  let text = '';
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.on('error', () => undefined).once('close', () => resolve(text));
  });
  return { socket, answer };
}
