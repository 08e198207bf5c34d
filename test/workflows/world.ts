/** A whole world for one test file: simulator, server and worker as in production, a namespace and a folder of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Client, Connection } from '@temporalio/client';
import { callbackUrl, recordingHookUrl } from '../../src/carrier/calls/tokens.ts';
import { loadConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/process/start-server.ts';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { ExportLine } from '../../src/store/sweep-store.ts';
import { startWorker, type RunningWorker } from '../../src/process/start-worker.ts';
import { untilSearchable, useOwnNamespace } from '../temporal/own-namespace.ts';
import { freePort } from '../free-port.ts';

const API_KEY = 'test-key-0123456789';
const CARRIER_KEY = 'carrier-key';
const HOOK_SECRET = 'a-secret-of-the-test-that-is-long-enough';
const PUBLIC_URL = 'https://dialwright.example';
const END_WITHIN_MS = 40_000;

export interface WorldOptions {
  /** Options of the simulated carrier besides its folder, key and routes. */
  carrier?: Parameters<typeof startSimulator>[0];
  /** False: no public URL, so nothing calls back. */
  webhooks?: boolean;
  timeFactor?: number;
  /** False: nobody runs workflows until `startWorker`. */
  worker?: boolean;
  /** Of a Temporal server of its own; else the one all tests share. */
  temporalAddress?: string;
  /** More settings of the product. */
  env?: Record<string, string>;
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects to be there
  body: any;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld(options: WorldOptions = {}) {
  const { namespace, address } = await useOwnNamespace(options.temporalAddress);
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-world-'));
  const timeFactor = options.timeFactor ?? 60;
  const probe = await freePort();
  const simulator = await startSimulator({
    ledger: join(folder, 'ledger.ndjson'),
    apiKey: CARRIER_KEY,
    timeFactor,
    outcomeByLastDigit: true,
    deliver: [`${PUBLIC_URL}=http://127.0.0.1:${probe}`],
    recordingReadyMs: [0, 500],
    recordingWebhookUrl: recordingHookUrl(PUBLIC_URL, [HOOK_SECRET]),
    ...options.carrier,
  });
  const webhooks = options.webhooks ?? true;
  const places = { folder, simulator, port: probe, timeFactor, webhooks };
  const env = { ...worldEnv(places), ...options.env };
  const config = loadConfig(env);
  let server = await startServer(config);
  let worker: RunningWorker | undefined;
  if (options.worker !== false) worker = await startWorker(config);
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  await untilSearchable(client);

  async function api(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  }

  return {
    api,
    client,
    simulator,
    url: () => server.url,
    authorization: `Bearer ${API_KEY}`,
    config,
    /** What `config` was read from: for processes of their own. */
    env,
    folder,
    recordingsDir: join(folder, 'recordings'),
    facts: (fact: string) =>
      readLedger(join(folder, 'ledger.ndjson')).filter((line) => line['fact'] === fact),

    async startWorker(): Promise<void> {
      worker = await startWorker(config);
    },

    async stopWorker(): Promise<void> {
      await worker?.stop();
      worker = undefined;
    },

    /** API and ingress, on the same port as before. */
    async startServer(): Promise<void> {
      server = await startServer(config);
    },

    stopServer: () => server.stop(),

    /** As the carrier's, but of the test's own making. */
    async hook(ref: string, body: unknown): Promise<Response> {
      const key = { ref, placement: 1 };
      const { pathname } = new URL(callbackUrl(PUBLIC_URL, key, config.hookSecrets));
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return fetch(server.url + pathname, { method: 'POST', body: text });
    },

    /** Events of the call's workflow so far. */
    async historyLength(ref: string): Promise<number> {
      const handle = client.workflow.getHandle(`call.${ref}`);
      return (await handle.describe()).historyLength;
    },

    /**
     * Activities, timers and signals of a call's history. Workflow tasks are left out, because a busy machine needs
     * more of them.
     */
    async stepsOf(ref: string): Promise<string[]> {
      const { events } = await client.workflow.getHandle(`call.${ref}`).fetchHistory();
      return events!.flatMap((event) => {
        if (event.timerStartedEventAttributes) return ['timer'];
        const { activityType } = event.activityTaskScheduledEventAttributes ?? {};
        const { signalName } = event.workflowExecutionSignaledEventAttributes ?? {};
        return [activityType?.name, signalName].filter((name) => typeof name === 'string');
      });
    },

    /** The identity of the worker that placed the call, within its first task. */
    async placedBy(ref: string): Promise<string> {
      const { events } = await client.workflow.getHandle(`call.${ref}`).fetchHistory();
      const placed = events!.find(
        ({ workflowTaskCompletedEventAttributes: each }) => each !== null && each !== undefined,
      );
      return placed!.workflowTaskCompletedEventAttributes!.identity!;
    },

    async addAgents(count: number): Promise<void> {
      for (let index = 1; index <= count; index++) {
        const agent = {
          id: `agent-${index}`,
          name: `Agent ${index}`,
          kind: 'sip',
          address: `sip-${index}`,
        };
        expect((await api('POST', '/v1/agents', agent)).status).toBe(201);
      }
    },

    /** A running campaign over these numbers. */
    async campaign(numbers: string[], settings: Record<string, unknown> = {}): Promise<string> {
      const created = await api('POST', '/v1/campaigns', { name: 'test', ...settings });
      expect(created).toMatchObject({ status: 201 });
      const { id } = created.body;
      const contacts = numbers.map((number) => ({ number }));
      expect((await api('POST', `/v1/campaigns/${id}/contacts`, { contacts })).body.accepted).toBe(
        numbers.length,
      );
      expect((await api('POST', `/v1/campaigns/${id}/start`)).status).toBe(200);
      return id;
    },

    async progress(id: string): Promise<Answer['body']> {
      return (await api('GET', `/v1/campaigns/${id}`)).body;
    },

    async untilState(id: string, state: string): Promise<void> {
      await expect
        .poll(async () => (await api('GET', `/v1/campaigns/${id}`)).body.state, {
          timeout: END_WITHIN_MS,
          interval: 100,
        })
        .toBe(state);
    },

    async call(ref: string): Promise<Answer['body']> {
      return (await api('GET', `/v1/calls/${ref}`)).body;
    },

    async calls(id: string): Promise<Answer['body'][]> {
      return (await api('GET', `/v1/campaigns/${id}/calls?limit=200&order=asc`)).body.data;
    },

    /** The call's workflow has closed: nothing is left to do for it. */
    async untilClosed(ref: string): Promise<void> {
      await expect
        .poll(async () => (await client.workflow.getHandle(`call.${ref}`).describe()).status.name, {
          timeout: END_WITHIN_MS,
          interval: 100,
        })
        .toBe('COMPLETED');
    },

    /** Waits until the call shows what is asked of it. */
    async untilCall(ref: string, shows: Record<string, unknown>): Promise<void> {
      await expect
        .poll(async () => (await api('GET', `/v1/calls/${ref}`)).body, {
          timeout: END_WITHIN_MS,
          interval: 100,
        })
        .toMatchObject(shows);
    },

    async export(): Promise<ExportLine[]> {
      const store = await openStore(config.database);
      try {
        return await Array.fromAsync(store.export());
      } finally {
        await store.close();
      }
    },

    async stop(): Promise<void> {
      await server.stop();
      await worker?.stop();
      await simulator.stop();
      await client.connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Places {
  folder: string;
  simulator: { url: string; storageUrl: string };
  port: number;
  timeFactor: number;
  webhooks: boolean;
}

function worldEnv({ folder, simulator, port, timeFactor, webhooks }: Places) {
  return {
    DIALWRIGHT_CARRIER_URL: simulator.url,
    DIALWRIGHT_CARRIER_API_KEY: CARRIER_KEY,
    ...(webhooks ? { DIALWRIGHT_PUBLIC_URL: PUBLIC_URL } : {}),
    DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
    DIALWRIGHT_API_KEYS: API_KEY,
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'dialwright.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_RECORDING_ORIGINS: simulator.storageUrl,
    DIALWRIGHT_PORT: String(port),
    DIALWRIGHT_TIME_FACTOR: String(timeFactor),
    DIALWRIGHT_LOG_LEVEL: 'error',
  };
}

function readLedger(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
