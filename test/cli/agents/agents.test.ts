/** `dialwright agents …` on a real server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { runProgram } from '../run-program.ts';

let on: ApiUnderTest;
let url: string;
beforeAll(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => on.stop());

const agents = (...args: string[]) =>
  runProgram(['agents', ...args], { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });

test('agents are imported, paused, edited, shown and deleted', async () => {
  const file = join(on.folder, 'agents.csv');
  writeFileSync(
    file,
    'id,name,kind,address,pools,capacity\nada,Ada Example,sip,agent-ada,sales;spanish,1\nbo,Bo Example,sip,agent-bo,sales,1\n',
  );
  expect((await agents('import', file)).out).toBe('2 added, 0 edited, 0 unchanged\n');
  expect((await agents('add', '--id', 'cy', '--name', 'Cy', '--address', 'agent-cy')).out).toBe(
    'cy is ready\n',
  );
  const paused = await agents('pause', 'ada', '--reason', 'lunch', '--for', '30');
  expect(paused.out).toMatch(/^ada is paused until \S+Z: lunch\n$/);
  expect((await agents('pause', '--pool', 'sales', '--reason', 'training')).out).toBe(
    'ada is paused: training\nbo is paused: training\n',
  );
  expect((await agents('ready', 'ada')).out).toBe('ada is ready\n');
  expect((await agents('edit', 'bo', '--pools', 'support, night')).out).toContain(
    'in pools support, night',
  );
  expect((await agents('list', '--pool', 'support')).out.split('\n')[1]).toMatch(
    /^bo {2}Bo Example {2}support, night {2}paused: training/,
  );
  expect((await agents('show', 'ada')).out).toContain('misses in a row (RONA)');
  expect((await agents('history', 'bo')).out).toMatch(/paused\s+training, by /);
  expect((await agents('occupancy')).out).toMatch(/^id +name +ready/);
  expect((await agents('delete', 'bo')).out).toContain('bo is deleted');
  const { code, talk } = await agents('show', 'nobody');
  expect([code === 0, talk.includes('dialwright agents list')]).toEqual([false, true]);
}, 60_000);

test('an agent or a pool must be named, and not both', async () => {
  expect((await agents('pause')).talk).toContain('name either an agent or a pool');
  expect((await agents('ready', 'ada', '--pool', 'sales')).code).not.toBe(0);
});

test('a list of agents in another encoding is refused, and no name is spoilt', async () => {
  const file = join(on.folder, 'ansi.csv');
  const text = 'id,name,kind,address\nzoe,Zoë Müller,sip,agent-zoe\n';
  writeFileSync(file, Buffer.from(text, 'latin1'));
  expect((await agents('import', file)).talk).toContain('Line 2 is not UTF-8');
  expect((await agents('import', file, '--encoding', 'windows-1252')).code).toBe(0);
  expect((await agents('show', 'zoe')).out).toContain('Zoë Müller');
}, 60_000);
