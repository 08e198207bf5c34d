/** The quota of lookups holds while worker and Temporal server are killed in the middle of them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NO_REPORT } from '../terminal/no-report.ts';
import { readRecord } from '../../src/dev/temporal/temporal-process.ts';
import {
  startTemporalServer,
  type TemporalServer,
} from '../../src/dev/temporal/temporal-server.ts';
import { startWorld, type World } from './world.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const NUMBERS = ['+12025550115', '+12025550125', '+12025550135', '+12025550145'];

type Victim = 'worker' | 'server';

test(
  'kill -9 of the worker, of the Temporal server, and of both, each within a lookup',
  { timeout: 300_000 },
  async () => {
    const rig = await startRig();
    const { world } = rig;
    const plan: Victim[][] = [['worker'], ['server'], ['worker', 'server']];
    const killedAt: number[] = [];
    const kills = Promise.withResolvers<void>();
    const hush = world.simulator.onFact((fact) => {
      // On the disk of the carrier, and not yet answered.
      if (fact.fact !== 'lookup') return;
      const victims = plan.shift();
      if (!victims) return;
      killedAt.push(fact.n);
      for (const victim of victims) rig.kill(victim);
      rig
        .startAgain(victims)
        .then(() => plan.length === 0 && kills.resolve())
        .catch(kills.reject);
    });
    onTestFinished(hush);
    const ids = await Promise.all(
      NUMBERS.map((number) =>
        world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } }),
      ),
    );
    await kills.promise;
    for (const id of ids) {
      await expect
        .poll(async () => (await world.call(`${id}.1.1`)).recording, {
          timeout: 120_000,
          interval: 250,
        })
        .toBe('stored');
    }
    expect(killedAt).toHaveLength(3);
    expectSpaced(world, killedAt);
  },
);

function expectSpaced(world: World, killedAt: readonly number[]): void {
  const { deskSpacingMs, lookupAtMostMs } = world.config.timing;
  const lookups = world.facts('lookup');
  // One for each call, and one more for each whose worker died before it wrote the end.
  expect(lookups.length).toBeGreaterThanOrEqual(NUMBERS.length);
  expect(lookups.filter((fact) => fact['over_quota'] !== null)).toEqual([]);
  for (const [index, lookup] of lookups.slice(1).entries()) {
    const before = lookups[index]!;
    // The first and the third took the worker with them: they count as long as a lookup can be.
    const isUnknown = [killedAt[0], killedAt[2]].includes(Number(before['n']));
    const leastMs = deskSpacingMs + (isUnknown ? lookupAtMostMs : 0) - SENDING_MS;
    expect(Number(lookup['mono_ms']) - Number(before['mono_ms'])).toBeGreaterThanOrEqual(leastMs);
  }
}

/** What a request may take to the carrier, where it is counted; the quota itself is the carrier's to judge. */
const SENDING_MS = 1_000;

async function startRig() {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let temporal = await startTemporal(folder, lastingPort());
  onTestFinished(() => temporal.stop());
  const world = await startWorld({
    temporalAddress: temporal.address,
    worker: false,
    timeFactor: 20,
    carrier: { lostRecordingWebhooks: 1, recordingReadyMs: [0, 0] },
  });
  onTestFinished(() => world.stop());
  await world.addAgents(NUMBERS.length);
  let worker = startWorkerProcess(world, folder);
  onTestFinished(async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  });
  return {
    world,
    kill(victim: Victim): void {
      const pid = victim === 'worker' ? worker.pid : readRecord(folder)?.pid;
      process.kill(pid!, 'SIGKILL');
    },
    async startAgain(victims: readonly Victim[]): Promise<void> {
      if (victims.includes('server')) {
        // Its port is free, and the same port is taken again, only once it is really gone.
        await expect.poll(() => temporal.isRunning()).toBe(false);
        temporal = await startAtSameAddress(folder, temporal.address);
      }
      if (victims.includes('worker')) worker = startWorkerProcess(world, folder);
    },
  };
}

/** Below those that the system hands out, so that nobody takes it while the server is down. */
const lastingPort = (): number => 12_000 + Math.floor(Math.random() * 8_000);

/** A port of a process that was killed may stay taken for a moment. */
async function startAtSameAddress(folder: string, address: string): Promise<TemporalServer> {
  for (;;) {
    const started = await startTemporal(folder, Number(address.split(':')[1]));
    if (started.address === address) return started;
    await started.stop();
  }
}

async function startTemporal(folder: string, port: number): Promise<TemporalServer> {
  // The server all tests share must not be taken for this one.
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  return startTemporalServer({
    folder,
    durable: true,
    port,
    uiPort: null,
    env,
    reporter: NO_REPORT,
  });
}

function startWorkerProcess({ env }: World, folder: string): ChildProcess {
  const path = join(folder, 'worker.log');
  const log = openSync(path, 'a');
  const child = spawn(process.execPath, [join(ROOT, 'src/worker.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.once('exit', (code) => {
    if (code !== null && code !== 0) console.error(readFileSync(path, 'utf8'));
  });
  return child;
}
