/** At the pace of production: a call whose run was ended by hand, and one of two workers that freezes. */
import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/store/sql/open-store.ts';
import { startWorld, type World } from '../../workflows/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    timeFactor: 1,
    carrier: { timeFactor: 20, talkMs: [60_000, 60_000] },
  });
  await world.addAgents(1);
});
afterAll(() => world.stop());

const PATIENCE = { timeout: 120_000, interval: 250 };
const HALF_A_MINUTE_MS = 30_000;

test('a call whose run was terminated by hand has one again, and frees its agent, within half a minute', async () => {
  await world.simulator.change({ lostWebhooks: 1 });
  const id = await world.campaign(['+12025550135'], { redial: { max_attempts: 1 } });
  const ref = `${id}.1.1`;
  await expect.poll(async () => (await world.call(ref)).carrier_call_id, PATIENCE).not.toBeNull();
  const handle = world.client.workflow.getHandle(`call.${ref}`);
  const { runId } = await handle.describe();
  await world.api('POST', `/v1/calls/${ref}/hangup`);
  await handle.terminate('by hand');
  const endedAtMs = Date.now();
  await expect.poll(async () => (await handle.describe()).runId, PATIENCE).not.toBe(runId);
  expect(Date.now() - endedAtMs).toBeLessThan(HALF_A_MINUTE_MS);
  await expect
    .poll(async () => (await world.api('GET', '/v1/agents/agent-1')).body.activity, PATIENCE)
    .not.toBe('on-call');
  expect(Date.now() - endedAtMs).toBeLessThan(HALF_A_MINUTE_MS);
  await world.simulator.change({ lostWebhooks: 0 });
}, 120_000);

test('one of two workers freezes: the alert names it and stays for as long as it is frozen', async () => {
  const main = fileURLToPath(new URL('../../../src/worker.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...world.env },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const subject = `workers/${hostname()}:${child.pid}`;
  const alerts = async () =>
    ((await world.api('GET', '/v1/alerts')).body.data as { kind: string; subject: string }[])
      .filter(({ kind }) => kind === 'worker-away')
      .map((alert) => alert.subject);
  try {
    await expect.poll(() => isSeen(subject), PATIENCE).toBe(true);
    child.kill('SIGSTOP');
    await expect.poll(alerts, PATIENCE).toEqual([subject]);
    const untilMs = Date.now() + 20_000;
    while (Date.now() < untilMs) expect(await alerts()).toEqual([subject]);
    child.kill('SIGCONT');
    await expect.poll(alerts, PATIENCE).toEqual([]);
  } finally {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  }
  await expect.poll(() => isSeen(subject), PATIENCE).toBe(false);
}, 240_000);

async function isSeen(subject: string): Promise<boolean> {
  const store = await openStore(world.config.database);
  try {
    const names = (await store.processes()).map(({ name }) => `workers/${name}`);
    return names.includes(subject);
  } finally {
    await store.close();
  }
}
