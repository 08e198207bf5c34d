/** `dialwright events` and `dialwright webhooks`, the program itself, against the API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../../../src/terminal/exit-codes.ts';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { COMPILE_CACHE } from '../../compile-cache.ts';
import { TcpLink } from '../../faults/tcp-link.ts';
import { runProgram } from '../run-program.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../bin/dialwright.js');

let on: ApiUnderTest;
let env: Record<string, string>;
beforeAll(async () => {
  on = await startApi();
  const url = await on.api.listen({ host: '127.0.0.1', port: 0 });
  env = { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY };
});
afterAll(() => on.stop());

const run = (...args: string[]) => runProgram(args, env);

test('events are listed, newest first, with what they filter by', async () => {
  const id = await on.campaign();
  for (const move of ['start', 'pause', 'resume']) await on.post(`/v1/campaigns/${id}/${move}`);
  const listed = await run('events', 'list', '--campaign', id);
  expect(listed.code).toBe(0);
  const types = [...listed.out.matchAll(/campaign\.\w+/g)].map(([type]) => type);
  expect(types).toEqual(['campaign.resumed', 'campaign.paused', 'campaign.started']);
  const some = await run('events', 'list', '--types', 'campaign.paused', '--json');
  expect(JSON.parse(some.out)).toMatchObject({ data: [{ type: 'campaign.paused', campaign: id }] });
  const wrong = await run('events', 'list', '--types', 'campaign.stopped');
  expect(wrong.talk).toContain('is no type of events');
  expect((await run('events', 'alerts')).out).toBe('no alerts\n');
});

/** The program `events tail`, while it runs. */
function tail(args: string[], more: Record<string, string> = {}) {
  const options = { env: { ...COMPILE_CACHE, ...env, ...more } };
  const child = spawn(process.execPath, [PROGRAM, 'events', 'tail', ...args], options);
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line));
  let notices = '';
  child.stderr.on('data', (text: Buffer) => void (notices += text.toString()));
  return { child, lines, notices: () => notices, exit: once(child, 'exit') };
}

test('tail shows what happens from then on, one line each', async () => {
  const { lines } = tail(['--after', 'evt_0', '--json']);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await on.post('/v1/account/stop', { reason: 'drill' });
  await on.post('/v1/account/go');
  const types = () => lines.map((line) => (JSON.parse(line) as { type: string }).type);
  await expect.poll(() => types().slice(-2)).toEqual(['account.stopped', 'account.going']);
});

test('tail goes on where it was when the connection breaks, and says so', async () => {
  const link = new TcpLink(Number(new URL(env['DIALWRIGHT_URL']!).port));
  const port = await link.open(0);
  onTestFinished(() => link.close());
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/start`);
  const { lines, notices } = tail(['--campaign', id, '--after', 'evt_0', '--json'], {
    DIALWRIGHT_URL: `http://127.0.0.1:${port}`,
  });
  await expect.poll(() => lines.length).toBe(1);
  await link.close();
  await expect.poll(notices).toContain('the connection broke: ');
  for (const move of ['pause', 'resume']) await on.post(`/v1/campaigns/${id}/${move}`);
  await link.open(port);
  await expect.poll(notices).toContain('connected again; events continue behind evt_');
  await on.post(`/v1/campaigns/${id}/pause`);
  const types = () => lines.map((line) => (JSON.parse(line) as { type: string }).type);
  await expect
    .poll(types)
    .toEqual(['campaign.started', 'campaign.paused', 'campaign.resumed', 'campaign.paused']);
  expect(notices().trimEnd().split('\n')).toHaveLength(2);
});

test('tail ends when it is refused, and quietly when its reader closes the pipe', async () => {
  const refused = tail(['--types', 'campaign.stopped']);
  expect(await refused.exit).toEqual([EXIT.refused, null]);
  expect(refused.notices()).toContain('is no type of events');
  const { child, lines, notices, exit } = tail(['--after', 'evt_0']);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  child.stdout.destroy();
  await on.post('/v1/account/stop', { reason: 'drill' });
  await on.post('/v1/account/go');
  expect(await exit).toEqual([0, null]);
  expect(notices()).toBe('');
});

test('an endpoint is made, shown, tested, rotated, replayed, disabled and deleted', async () => {
  const created = await run(
    'webhooks',
    'create',
    'https://crm.example.com/h',
    '--types',
    'call.*,alert.*',
  );
  expect(created.code).toBe(0);
  // Nothing else is on stdout, so that `SECRET=$(dialwright webhooks create …)` works.
  expect(created.out.trim()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const id = /we[a-z0-9]{10}/.exec(created.talk)![0];
  expect((await run('webhooks', 'list')).out).toMatch(/call\.\*,alert\.\* +enabled/);
  expect((await run('webhooks', 'show', id)).out).toContain('gets call.*, alert.*');
  expect((await run('webhooks', 'test', id)).out).toBe('delivered: HTTP 204 in 12 ms\n');
  const rotated = await run('webhooks', 'rotate', id, '--overlap', '1h');
  expect(rotated.out.trim()).toMatch(/^whsec_/);
  expect((await run('webhooks', 'show', id)).out).toContain('signs with the old secret too until');
  const replayed = await run('webhooks', 'replay', id, '--from', 'evt_1');
  expect(replayed.out).toContain('sends again from evt_1');
  expect((await run('webhooks', 'deliveries', id)).out).toBe('nothing was sent\n');
  expect((await run('webhooks', 'disable', id)).out).toBe(`${id} is disabled\n`);
  expect((await run('webhooks', 'list')).out).toContain('disabled by');
  expect((await run('webhooks', 'delete', id)).out).toContain('is deleted');
  const refused = await run('webhooks', 'create', 'https://127.0.0.1/h');
  expect(refused.talk).toContain('must be on a public host');
});
