/** One campaign whose workflow lives through turning encryption on, rotating keys, losing one, and finding it again. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { startServer, type RunningServer } from '../../src/process/start-server.ts';
import { historyConverterFrom } from '../../src/process/temporal.ts';
import { startWorker, type RunningWorker } from '../../src/process/start-worker.ts';
import { WORKFLOW_MODULES } from '../../src/process/workflow-bundle.ts';
import { useOwnNamespace } from '../temporal/own-namespace.ts';
import { freePort } from '../free-port.ts';

const API_KEY = 'test-key-0123456789';
const PATIENCE = { timeout: 30_000, interval: 100 };
const [A, B] = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
const folder = mkdtempSync(join(tmpdir(), 'dialwright-keys-'));

let connection: Connection;
let namespace: string;
let campaign = '';
let server: RunningServer | undefined;
let worker: RunningWorker | undefined;
let port: number;

beforeAll(async () => {
  const own = await useOwnNamespace();
  ({ namespace } = own);
  connection = await Connection.connect({ address: own.address });
  port = await freePort();
  await restartWith(undefined);
  const { id } = await post('/v1/campaigns', { name: 'keys', keep_open: true });
  campaign = id!;
  await post(`/v1/campaigns/${campaign}/start`);
  await untilSlices(1);
});

afterAll(async () => {
  await stop();
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (keys: string | undefined): Record<string, string> => ({
  DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
  DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
  DIALWRIGHT_HOOK_SECRETS: 'a-secret-of-the-test-that-is-long-enough',
  DIALWRIGHT_API_KEYS: API_KEY,
  DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'dialwright.sqlite')}`,
  DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
  DIALWRIGHT_PORT: String(port),
  DIALWRIGHT_LOG_LEVEL: 'silent',
  ...(keys === undefined ? {} : { DIALWRIGHT_PAYLOAD_KEYS: keys }),
});

/** Server and worker start again with these keys. Answers how many slices there were in between. */
async function restartWith(keys: string | undefined): Promise<number> {
  await stop();
  const before = await slices();
  const config = loadConfig(environment(keys));
  server = await startServer(config);
  worker = await startWorker(config);
  return before;
}

async function stop(): Promise<void> {
  await server?.stop();
  await worker?.stop();
}

async function post(path: string, body?: object): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

/** Makes the campaign's workflow read its state, and so write and read payloads. */
async function makeItLook(): Promise<void> {
  await post(`/v1/campaigns/${campaign}/pause`);
  await post(`/v1/campaigns/${campaign}/resume`);
}

/** Why the campaign waits, as its page says it. */
async function standstill(): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/campaigns/${campaign}`, {
    headers: { authorization: `Bearer ${API_KEY}` },
  });
  const { waiting_for: why } = (await answer.json()) as { waiting_for: { text: string } | null };
  return why?.text;
}

async function events() {
  if (campaign === '') return [];
  const { history } = await connection.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId: `campaign.${campaign}` },
  });
  return history?.events ?? [];
}

async function slices(): Promise<number> {
  return (await events()).filter((event) => event.activityTaskCompletedEventAttributes).length;
}

async function untilSlices(least: number): Promise<void> {
  await vi.waitFor(async () => expect(await slices()).toBeGreaterThanOrEqual(least), PATIENCE);
}

/** The ids of keys under which results of activities are encrypted, in order; `plain` where none is. */
async function keysOfResults(): Promise<string[]> {
  return (await events()).flatMap((event) =>
    (event.activityTaskCompletedEventAttributes?.result?.payloads ?? []).map(({ metadata }) =>
      Buffer.from(metadata?.['encryption-key-id'] ?? Buffer.from('plain')).toString(),
    ),
  );
}

async function replayWith(keys: string | undefined): Promise<void> {
  const client = new Client({ connection, namespace });
  const history = await client.workflow.getHandle(`campaign.${campaign}`).fetchHistory();
  await Worker.runReplayHistory(
    {
      workflowsPath: WORKFLOW_MODULES.workflowsPath,
      interceptors: { workflowModules: WORKFLOW_MODULES.workflowInterceptorModules },
      dataConverter: historyConverterFrom(environment(keys)),
    },
    history,
  );
}

test('turned on while a workflow runs: what was plain is read, what comes is encrypted', async () => {
  expect(new Set(await keysOfResults())).toEqual(new Set(['plain']));
  const before = await restartWith(A);
  await makeItLook();
  await untilSlices(before + 1);
  expect((await keysOfResults()).at(-1)).toBe('a');
});

test('without the key nothing goes on and nothing is written in plain, and the failure names the key', async () => {
  const before = await restartWith(B);
  await makeItLook();
  const failure = async () => {
    const failed = (await events()).findLast((event) => event.workflowTaskFailedEventAttributes);
    const converter = new Client({
      connection,
      dataConverter: historyConverterFrom(environment(B)),
    });
    const error = await decodeOptionalFailureToOptionalError(
      converter.options.loadedDataConverter,
      failed?.workflowTaskFailedEventAttributes?.failure,
    );
    return error?.message;
  };
  await expect
    .poll(failure, PATIENCE)
    .toBe('a payload is encrypted with key a, which is not in DIALWRIGHT_PAYLOAD_KEYS');
  expect(await slices()).toBe(before);
  await expect
    .poll(standstill, PATIENCE)
    .toMatch(/; add the missing key to DIALWRIGHT_PAYLOAD_KEYS/);
  // Not ended: it goes on when the key is back.
  expect(await slices()).toBe(before);
});

test('with the key back, behind the new one, it goes on, and the new one encrypts', async () => {
  const before = await restartWith(`${B},${A}`);
  await makeItLook();
  await untilSlices(before + 1);
  expect((await keysOfResults()).at(-1)).toBe('b');
});

test('its history replays with all its keys, and the error names a missing one', async () => {
  await replayWith(`${A},${B}`);
  await expect(replayWith(A)).rejects.toThrow(/key b/);
  await expect(replayWith(undefined)).rejects.toThrow(/key a/);
});
