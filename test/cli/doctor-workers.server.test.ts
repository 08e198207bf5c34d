/** Whether the doctor sees who asks a real Temporal server for work. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { workers } from '../../src/cli/doctor/doctor-temporal.ts';
import { loadConfig } from '../../src/config/config.ts';
import { startWorker } from '../../src/process/start-worker.ts';
import {
  BOOKKEEPING_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  TASK_QUEUE,
  WEBHOOKS_TASK_QUEUE,
} from '../../src/contract/messages.ts';
import { useOwnNamespace } from '../temporal/own-namespace.ts';

const PATIENCE = { timeout: 30_000, interval: 200 };
const folder = mkdtempSync(join(tmpdir(), 'dialwright-doctor-'));
const config = loadConfig({
  DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
  DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
  DIALWRIGHT_HOOK_SECRETS: 'a-secret-of-the-test-that-is-long-enough',
  DIALWRIGHT_API_KEYS: 'test-key-0123456789',
  DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'dialwright.sqlite')}`,
  DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
  DIALWRIGHT_LOG_LEVEL: 'silent',
});

beforeAll(() => useOwnNamespace());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('no worker is a fault that names the task queues, and what to start', async () => {
  const { state, found, fix } = await workers();
  expect(state).toBe('fault');
  expect(found).toContain(`${TASK_QUEUE}, ${DISPATCH_TASK_QUEUE}, `);
  expect(found).toContain(': no campaign dials; no call and no campaign moves; ');
  expect(fix).toContain('npm run worker');
});

test('a worker of some task queues leaves the others named, with what stands still', async () => {
  const worker = await startWorker({ ...config, work: ['dispatching', 'calling', 'recordings'] });
  onTestFinished(() => worker.stop());
  await expect
    .poll(async () => (await workers()).found, PATIENCE)
    .toBe(
      `no worker polls ${BOOKKEEPING_TASK_QUEUE}, ${WEBHOOKS_TASK_QUEUE}: nothing that was left undone is found, nothing is ` +
        'reconciled or rehearsed, and no event is sent to webhook endpoints',
    );
  expect((await workers()).fix).toContain('with bookkeeping among its DIALWRIGHT_WORKER_QUEUES');
  await worker.stop();
});

test('the worker that runs is seen, and one that stopped long ago is not', async () => {
  const worker = await startWorker(config);
  onTestFinished(() => worker.stop());
  const ok = { state: 'ok', found: 'they ask Temporal for work' };
  await expect.poll(workers, PATIENCE).toMatchObject(ok);
  await worker.stop();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
  onTestFinished(() => clock.mockRestore());
  expect(await workers()).toMatchObject({ state: 'fault' });
});

test('without Temporal the doctor does not judge the workers', async () => {
  vi.stubEnv('TEMPORAL_ADDRESS', '127.0.0.1:1');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await workers()).toMatchObject({ state: 'note' });
});
