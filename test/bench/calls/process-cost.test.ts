import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { cpuMs, peakRssMb } from './process-cost.ts';

/** Uses so much processor time, in microseconds. */
const BUSY = 'const busy = (us) => { while (process.cpuUsage().user < us); };';
const USED_MS = 400;
/** One tick of Linux's clock for each figure that is summed. */
const ROUNDED_MS = 40;

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test.runIf(process.platform === 'linux')(
  'the time of processes that it started counts, of those that ended and of those that are there',
  async () => {
    const child = node(`${BUSY}
      const { execFileSync, spawn } = require('node:child_process');
      const work = ${JSON.stringify(`${BUSY} busy(${USED_MS * 1_000});`)};
      execFileSync(process.execPath, ['-e', work]);
      const stays = work + ' process.send("worked"); setInterval(() => {}, 1000);';
      const living = spawn(process.execPath, ['-e', stays], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      living.once('message', () => process.send(process.cpuUsage()));
      process.once('disconnect', () => living.kill('SIGKILL'));
    `);
    const [own] = (await once(child, 'message')) as [NodeJS.CpuUsage];
    const ownMs = (own.user + own.system) / 1_000;
    expect(cpuMs(child.pid!)).toBeGreaterThan(ownMs + 2 * USED_MS - ROUNDED_MS);
    expect(peakRssMb(child.pid!)).toBeGreaterThan(10);
    child.disconnect();
    await once(child, 'exit');
    expect(() => cpuMs(child.pid!)).toThrow('ENOENT');
  },
);

function node(script: string) {
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}
