/**
 * A day in the life of the product, with a canary in every input: real Temporal server on a disk of its own,
 * simulated carrier behind a careless one, server and worker as a process of their own. Then everything that
 * was written is collected.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { expect, vi } from 'vitest';
import { recordingHookUrl } from '../../src/carrier/calls/tokens.ts';
import { reportTo } from '../../src/terminal/progress-reporter.ts';
import { startTemporalServer } from '../../src/dev/temporal/temporal-server.ts';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { historyConverterFrom } from '../../src/process/temporal.ts';
import { ask, order } from './asking.ts';
import { Canaries, FORGERY, KEPT, NAMES, NUMBERS, PASSING, ROW_KEYS } from './canaries.ts';
import { showByCommandLine, type Shown } from './command-line.ts';
import { startEchoingCarrier } from './echoing-carrier.ts';
import { startProduct } from './product-process.ts';
import { countRunning, readWorkflows, type SeenWorkflow } from './reading.ts';
import { askForRefusals, type Refusal } from './refusals.ts';
import { freePort } from '../free-port.ts';

export const PUBLIC_URL = 'https://dialwright.example';
const TIME_FACTOR = 120;
const END_WITHIN_MS = 90_000;
export const STREAM_ADDRESS = `wss://media.example/in?token=${KEPT.streamToken}`;
const WEB_UI_ORIGIN = 'https://temporal.example';

export interface Written {
  canaries: Canaries;
  /** Standard output and error of the product. */
  log: string;
  /** Files of the Temporal server: database, write-ahead log, log. */
  temporalFiles: Buffer[];
  workflows: SeenWorkflow[];
  refusals: Refusal[];
  /** Bodies of what is open to everybody. */
  openPages: string[];
  recordingFiles: string[];
  /** Files of the store, where canaries belong. */
  storeFiles: Buffer[];
  /** What the carrier was given of our own: where to call back, and whom to ring first. */
  given: { callbackUrl: string; agent: string }[];
  /** Errors of the careless carrier. */
  echoes: string[];
  /** Where payloads were encrypted. */
  shown: Shown | undefined;
}

export async function runScenario(options: { payloadKeys?: string } = {}): Promise<Written> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-canaries-'));
  await using parts = new AsyncDisposableStack();
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const world = await startAll(folder, options, parts);
  const id = await useEveryInput(world);
  const refusals = await askForRefusals(world);
  await untilAllIsOver(world, id);
  const openPages = await Promise.all(
    ['/healthz', '/readyz', '/openapi.json', '/docs/'].map(async (path) =>
      (await fetch(world.url + path)).text(),
    ),
  );
  const converter = historyConverterFrom(world.environment);
  const workflows = await readWorkflows(world.connection, converter);
  const shown = options.payloadKeys === undefined ? undefined : await showByCommandLine(world);
  const { canaries, echoes } = world;
  const given = world
    .placed()
    .map(({ callback_url: callbackUrl, placed }) => ({ callbackUrl, agent: placed!.agent.value }));
  for (const { callbackUrl: url } of given) canaries.add('token', [url.split('/').at(-1)!]);
  await world.stopProduct();
  await world.stopTemporal();
  return {
    canaries,
    echoes,
    given,
    workflows,
    refusals,
    openPages,
    shown,
    log: readFileSync(join(folder, 'product.log'), 'utf8'),
    temporalFiles: filesLike(join(folder, 'temporal'), /./),
    recordingFiles: readdirSync(join(folder, 'recordings')),
    storeFiles: filesLike(folder, /^store\.sqlite/),
  };
}

type World = Awaited<ReturnType<typeof startAll>>;

async function startAll(
  folder: string,
  { payloadKeys }: { payloadKeys?: string },
  parts: AsyncDisposableStack,
) {
  const temporalFolder = join(folder, 'temporal');
  const temporal = await startTemporalServer({
    folder: temporalFolder,
    durable: true,
    port: 0,
    uiPort: null,
    env: { ...process.env, TEMPORAL_ADDRESS: undefined },
    reporter: reportTo(process.stderr),
  });
  parts.defer(() => temporal.stop());
  const port = await freePort();
  const hook = recordingHookUrl(PUBLIC_URL, [PASSING.hookSecret]);
  const simulator = await startSimulator({
    ledger: join(folder, 'ledger.ndjson'),
    apiKey: PASSING.carrierKey,
    timeFactor: TIME_FACTOR,
    outcomeByLastDigit: true,
    deliver: [`${PUBLIC_URL}=http://127.0.0.1:${port}`],
    recordingWebhookUrl: hook,
    recorded: 1,
    lostRecordingWebhooks: 0.5,
  });
  parts.defer(() => simulator.stop());
  const carrier = await startEchoingCarrier({
    url: simulator.url,
    storageLink: `${simulator.storageUrl}/r.mp3?X-Signature=${PASSING.lookedUpSignature}`,
  });
  parts.defer(() => carrier.stop());
  const environment: Record<string, string> = {
    ...temporal.environment,
    DIALWRIGHT_CARRIER_URL: carrier.url,
    DIALWRIGHT_CARRIER_API_KEY: PASSING.carrierKey,
    DIALWRIGHT_PUBLIC_URL: PUBLIC_URL,
    DIALWRIGHT_HOOK_SECRETS: PASSING.hookSecret,
    DIALWRIGHT_API_KEYS: PASSING.apiKey,
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_RECORDING_ORIGINS: simulator.storageUrl,
    DIALWRIGHT_PORT: String(port),
    DIALWRIGHT_TIME_FACTOR: String(TIME_FACTOR),
    DIALWRIGHT_LOG_LEVEL: 'trace',
    ...(payloadKeys === undefined
      ? {}
      : { DIALWRIGHT_PAYLOAD_KEYS: payloadKeys, DIALWRIGHT_CODEC_ORIGINS: WEB_UI_ORIGIN }),
  };
  const url = `http://127.0.0.1:${port}`;
  const product = await startProduct(environment, { url, logFile: join(folder, 'product.log') });
  parts.defer(() => product.stop());
  const connection = await Connection.connect({ address: temporal.address });
  parts.defer(() => connection.close());
  const canaries = new Canaries({
    ...KEPT,
    ...PASSING,
    number: NUMBERS,
    name: NAMES,
    rowKey: ROW_KEYS,
    payloadKey: payloadKeys === undefined ? [] : payloadKeys.split(',').map(keyOf),
    recordingToken: hook.split('/').at(-1)!,
  });
  return {
    url,
    environment,
    connection,
    canaries,
    echoes: carrier.echoes,
    address: temporal.address,
    recordingHook: new URL(hook).pathname,
    stopProduct: () => product.stop(),
    stopTemporal: () => temporal.stop(),
    /** Calls that the simulated carrier has placed. */
    placed: () =>
      readFileSync(join(folder, 'ledger.ndjson'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Decision)
        .filter(({ fact, placed }) => fact === 'decision' && placed !== null),
  };
}

interface Decision {
  fact: string;
  destination: string;
  callback_url: string;
  placed: { call: string; agent: { value: string } } | null;
}

const keyOf = (entry: string): string => entry.slice(entry.indexOf(':') + 1);

/** @returns the id of the campaign */
async function useEveryInput(world: World): Promise<string> {
  const { agentName, sipAccount, stopReason, directNumber, directName } = KEPT;
  for (let n = 0; n < 4; n++) {
    const name = `${agentName} ${n}${FORGERY}`;
    await order(world, '/v1/agents', { name, kind: 'sip', address: `${sipAccount}-${n}` });
  }
  const address = STREAM_ADDRESS;
  await order(world, '/v1/agents', { name: agentName, kind: 'stream', address });
  const { id } = await order(
    world,
    '/v1/campaigns',
    {
      name: KEPT.campaignName + FORGERY,
      agent_caller_id: KEPT.agentCallerId,
      redial: { max_attempts: 1, max_calls: 1 },
    },
    { 'idempotency-key': KEPT.idempotencyKey },
  );
  const rows = NUMBERS.map((number, n) => `${number},${NAMES[n]},${ROW_KEYS[n]}`);
  const csv = ['number,name,row_key', ...rows].join('\n');
  const headers = { 'content-type': 'text/csv' };
  await ask(world, 'POST', `/v1/campaigns/${id}/contacts`, { headers, body: csv });
  await order(world, `/v1/campaigns/${id}/start`);
  await order(world, '/v1/account/stop', { reason: stopReason + FORGERY });
  await order(world, '/v1/account/go');
  const { ref } = await order(world, '/v1/calls', { number: directNumber, name: directName });
  const isPlaced = ({ destination }: Decision) => destination === directNumber;
  await vi.waitUntil(() => world.placed().some(isPlaced), { timeout: 30_000, interval: 100 });
  await ask(world, 'POST', `/v1/calls/${ref}/hangup`);
  await askForCallbacks(world);
  await sendOddWebhooks(world);
  return id!;
}

/** Two that nobody will dial today: one with a schedule in Temporal, one without. */
async function askForCallbacks(world: World): Promise<void> {
  const { callbackNumber: number, callbackName: name } = KEPT;
  const whose = { number, name: name + FORGERY, zone: 'UTC' };
  await order(world, '/v1/callbacks', { ...whose, at: '2100-01-01T10:00' });
  const { id } = await order(world, '/v1/callbacks', {
    ...whose,
    every: { at: '10:00', from: '2100-01-01' },
  });
  const isKept = async () => {
    const answer = await ask(world, 'GET', `/v1/callbacks/${id}`);
    return ((await answer.json()) as { schedule: string }).schedule === 'kept';
  };
  await vi.waitUntil(isKept, { timeout: 30_000, interval: 100 });
}

/** No contact is due any more (those of unknown calls are locked), and no call has anything left to do. */
async function untilAllIsOver(world: World, id: string): Promise<void> {
  const within = { timeout: END_WITHIN_MS, interval: 250 };
  await vi.waitFor(async () => {
    const answer = await ask(world, 'GET', `/v1/campaigns/${id}`);
    const { contacts, waiting_for: waitingFor } = (await answer.json()) as Progress;
    const { final = 0, locked = 0 } = contacts.by_state;
    expect({ over: final + locked, waitingFor }).toMatchObject({ over: NUMBERS.length });
  }, within);
  const running = () => countRunning(world.connection, 'callWorkflow');
  await vi.waitUntil(async () => (await running()) === 0, within);
}

interface Progress {
  contacts: { by_state: Record<string, number> };
  waiting_for: unknown;
}

/** To the callback URLs of calls that were placed: names, numbers and control characters in every field. */
async function sendOddWebhooks(world: World): Promise<void> {
  const { eventNumber, eventWord, bodyField, deliveredSignature } = KEPT;
  for (const { callback_url: url, placed } of world.placed()) {
    const data = { id: placed?.call, customer: bodyField };
    const bodies = [
      { event: `click2call.${eventNumber}`, event_seq: 901, data },
      { event: `click2call.${eventWord}`, event_seq: 902, occurred_at: bodyField, data },
      { event: `click2call.${eventWord}${FORGERY}`, event_seq: 903, data, [bodyField]: bodyField },
      { event: `click2call.${eventWord}`, event_seq: 904, data: { id: bodyField } },
      { event: bodyField, event_seq: bodyField },
      bodyField,
    ];
    for (const body of bodies) {
      const there = world.url + new URL(url).pathname;
      const answer = await fetch(there, { method: 'POST', body: JSON.stringify(body) });
      expect(answer.status).toBe(204);
    }
  }
  const link = `http://127.0.0.1:9/r.mp3?X-Amz-Signature=${deliveredSignature}`;
  const body = JSON.stringify({ data: { call_id: bodyField, recording_url: link } });
  await fetch(world.url + world.recordingHook, { method: 'POST', body });
}

const filesLike = (folder: string, name: RegExp): Buffer[] =>
  readdirSync(folder)
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(folder, file)));
