/** Two workers in processes of their own share the calls of one campaign, although one of them claims them all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from './world.ts';

const WORKER = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const CALLS = 24;

test('each of two workers places a quarter of the calls or more', async () => {
  const world = await startWorld({
    worker: false,
    timeFactor: 20,
    carrier: {
      agentRingMs: [2_000, 4_000],
      customerRingMs: [3_000, 5_000],
      talkMs: [60_000, 90_000],
    },
  });
  onTestFinished(() => world.stop());
  const workers = [1, 2].map(() =>
    spawn(process.execPath, [WORKER], {
      env: { ...process.env, ...world.env, DIALWRIGHT_LOG_LEVEL: 'info' },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  onTestFinished(async () => {
    const ended = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(ended);
  });
  await Promise.all(workers.map(({ stderr }) => untilShared(stderr)));
  await world.addAgents(CALLS);
  const numbers = Array.from(
    { length: CALLS },
    (_, index) => `+1202555${String(index * 10 + 106).padStart(4, '0')}`,
  );
  const id = await world.campaign(numbers, {
    redial: { max_attempts: 1, max_calls: 1 },
    collect_recordings: false,
    calls_per_second: 8,
  });
  await world.untilState(id, 'completed');
  const placedBy = await Promise.all((await world.calls(id)).map(({ ref }) => world.placedBy(ref)));
  const counts = Map.groupBy(placedBy, (identity) => identity);
  expect(counts.size).toBe(2);
  for (const placed of counts.values()) expect(placed.length).toBeGreaterThanOrEqual(CALLS / 4);
});

/** A worker logs that it is not alone. */
async function untilShared(output: Readable): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    if (line.includes('"workers":2')) break;
  }
  output.resume();
}
