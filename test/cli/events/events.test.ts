/** `dialwright events` and `dialwright webhooks`, the program itself, against the API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { COMPILE_CACHE } from '../../compile-cache.ts';
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

test('tail shows what happens from then on, one line each', async () => {
  const options = { env: { ...COMPILE_CACHE, ...env } };
  const tail = spawn(
    process.execPath,
    [PROGRAM, 'events', 'tail', '--after', 'evt_0', '--json'],
    options,
  );
  const lines = createInterface({ input: tail.stdout });
  const seen: { type: string }[] = [];
  lines.on('line', (line) => void seen.push(JSON.parse(line) as { type: string }));
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await on.post('/v1/account/stop', { reason: 'drill' });
  await on.post('/v1/account/go');
  await expect
    .poll(() => seen.map(({ type }) => type).slice(-2))
    .toEqual(['account.stopped', 'account.going']);
  tail.kill();
  await once(tail, 'exit');
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
