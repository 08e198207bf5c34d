/** The product as in production, one process for all roles, at its most talkative, with all it prints in a file. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
const READY_WITHIN_MS = 30_000;

export interface ProductProcess {
  stop(): Promise<void>;
}

export async function startProduct(
  environment: Record<string, string>,
  where: { url: string; logFile: string },
): Promise<ProductProcess> {
  const log = openSync(where.logFile, 'a');
  const child = spawn(process.execPath, [MAIN], {
    // Nothing of the tests' own settings.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(where.url, () => child.exitCode === null);
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(url: string, isRunning: () => boolean): Promise<void> {
  const untilMs = Date.now() + READY_WITHIN_MS;
  while (isRunning() && Date.now() < untilMs) {
    const ready = await fetch(`${url}/readyz`).then(
      async (answer) => (await answer.json()) as { temporal: string },
      () => undefined,
    );
    if (ready?.temporal === 'ok') return;
    await sleep(100);
  }
  throw new Error(isRunning() ? 'the product is not ready in time' : 'the product has ended');
}
