import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EventLoopHalts, type Halts } from './event-loop-halts.ts';

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('the longest halt, the most processor time and the halts over 50 ms are those since the last request', () => {
  const halts = new EventLoopHalts(5, 1_000, 100);
  halts.tick(1_005, 101);
  halts.tick(1_090, 121);
  halts.tick(1_095, 151);
  expect(halts.take()).toEqual({ longestMs: 80, mostCpuMs: 30, overGoal: 1 });
  halts.tick(1_103, 152);
  expect(halts.take()).toEqual({ longestMs: 3, mostCpuMs: 1, overGoal: 0 });
  expect(halts.take()).toEqual({ longestMs: 0, mostCpuMs: 0, overGoal: 0 });
});

test('a process that has loaded the probe reports a halt of its loop, also when it is asked right after it', async () => {
  const probe = join(import.meta.dirname, 'halt-probe.ts');
  const held = `process.once('message', () => {
    const untilMs = performance.now() + 200;
    while (performance.now() < untilMs);
  }); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', probe, '--input-type=module', '-e', held], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  child.send('halts');
  await once(child, 'message');
  child.send('halts');
  const [seen] = (await once(child, 'message')) as [Halts];
  expect(seen.longestMs).toBeGreaterThan(150);
  expect(seen.overGoal).toBeGreaterThanOrEqual(1);
});
