/**
 * A day in the life of the product, with a canary in every input: real Temporal server on a disk of its own,
 * simulated carrier behind a careless one, server and worker as a process of their own. Then everything that
 * was written is collected.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { expect, vi } from 'vitest';
import { recordingHookUrl } from '../../src/carrier/tokens.ts';
import { lookForTemporal } from '../../src/dev/find-temporal.ts';
import { talkTo } from '../../src/dev/talk.ts';
import { startTemporalServer } from '../../src/dev/temporal-server.ts';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { historyConverterFrom } from '../../src/temporal.ts';
import { Canaries, FORGERY, KEPT, NAMES, NUMBERS, PASSING, ROW_KEYS } from './canaries.ts';
import { startEchoingCarrier } from './echoing-carrier.ts';
import { startProduct } from './product-process.ts';
import { countRunning, readWorkflows, type SeenWorkflow } from './reading.ts';

const PUBLIC_URL = 'https://dialwright.example';
const TIME_FACTOR = 120;
const END_WITHIN_MS = 90_000;
export const WEB_UI_ORIGIN = 'https://temporal.example';

export interface Written {
  canaries: Canaries;
  /** Standard output and error of the product. */
  log: string;
  /** Files of the Temporal server: database, write-ahead log, log. */
  temporalFiles: Buffer[];
  workflows: SeenWorkflow[];
  /** Bodies of everything the API refused, each with its request. */
  refusals: { asked: string; status: number; body: string }[];
  /** Bodies of what is open to everybody. */
  openPages: string[];
  recordingFiles: string[];
  /** Files of the store, where canaries belong. */
  storeFiles: Buffer[];
  /** Errors of the careless carrier. */
  echoes: string[];
  /** What the command line shows of a call, by what it was given to decode with. */
  shown: { bare: string; decoded: string; refused: string } | undefined;
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
  for (const { callback_url: url } of world.placed())
    canaries.add('token', [url.split('/').at(-1)!]);
  await world.stopProduct();
  await world.stopTemporal();
  return {
    canaries,
    echoes,
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
    talk: talkTo(process.stderr),
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
    DIALWRIGHT_RECORDINGS_DIR: join(folder, 'recordings'),
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
  placed: { call: string } | null;
}

const keyOf = (entry: string): string => entry.slice(entry.indexOf(':') + 1);

async function ask(world: World, method: string, path: string, rest: RequestInit = {}) {
  const json = typeof rest.body === 'string' && !new Headers(rest.headers).has('content-type');
  return fetch(world.url + path, {
    method,
    ...rest,
    headers: {
      authorization: `Bearer ${PASSING.apiKey}`,
      'user-agent': PASSING.userAgent,
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(rest.headers as Record<string, string>),
    },
  });
}

async function order(
  world: World,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Record<string, string>> {
  const rest = body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
  const answer = await ask(world, 'POST', path, rest);
  const text = await answer.text();
  expect(answer.ok, `${path}: ${text}`).toBe(true);
  return JSON.parse(text) as Record<string, string>;
}

/** @returns the id of the campaign */
async function useEveryInput(world: World): Promise<string> {
  const { agentName, sipAccount, streamToken, stopReason, directNumber, directName } = KEPT;
  for (let n = 0; n < 4; n++) {
    const name = `${agentName} ${n}${FORGERY}`;
    await order(world, '/v1/agents', { name, kind: 'sip', address: `${sipAccount}-${n}` });
  }
  const address = `wss://media.example/in?token=${streamToken}`;
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
  await sendOddWebhooks(world);
  return id!;
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

async function askForRefusals(world: World): Promise<Written['refusals']> {
  const { invalid, invalidNumber, wrongKey, wrongToken } = PASSING;
  const [number, name] = [NUMBERS[0]!, NAMES[0]!];
  const id = (await order(world, '/v1/campaigns', { name: KEPT.campaignName }))['id']!;
  const json = (body: unknown): RequestInit => ({ body: JSON.stringify(body) });
  const csv = (body: string): RequestInit => ({ body, headers: { 'content-type': 'text/csv' } });
  const questions: [method: string, path: string, rest?: RequestInit][] = [
    ['GET', '/v1/calls', { headers: { authorization: `Bearer ${wrongKey}` } }],
    ['GET', '/v1/calls', { headers: { authorization: `Basic ${wrongKey}` } }],
    ['GET', `/v1/calls/${number}`],
    ['GET', `/v1/campaigns/${encodeURIComponent(name)}`],
    ['GET', `/v1/calls?state=${invalid}`],
    ['GET', `/v1/calls?cursor=${invalid}%0d%0a`],
    ['GET', `/v1/calls?${number}=1`],
    ['GET', `/${invalid}`],
    ['DELETE', `/v1/calls/${number}`],
    ['GET', `/v1/calls/%zz${invalid}`],
    ['GET', `/v1/calls/${'x'.repeat(200)}${invalid}`],
    ['POST', '/v1/campaigns', json({ name: 5, agent_caller_id: invalidNumber, [number]: name })],
    ['POST', '/v1/campaigns', { body: `{"name": "${name}" ${number}}` }],
    ['POST', '/v1/campaigns', { body: name, headers: { 'content-type': `text/${invalid}` } }],
    ['POST', '/v1/campaigns', { ...json({ name: invalid }), headers: usedKey }],
    ['POST', '/v1/calls', json({ number: invalidNumber, name })],
    ['POST', '/v1/calls', json({ number, agent_id: invalid })],
    ['POST', '/v1/agents', json({ name, kind: 'sip', address: `${invalid} ${number}` })],
    ['POST', '/v1/agents', json({ name, kind: invalid, address: name })],
    ['POST', '/v1/agents', json({ name, kind: 'sip', address: `${KEPT.sipAccount}-0` })],
    ['POST', `/v1/agents/${invalid}/ready`],
    ['POST', '/v1/account/stop', json({ reason: [name] })],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`${number},${name}\n${number},${name}\n`)],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`number,name\n"${number},${name}\n`)],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`number,name\n${invalidNumber},${name},x\n`)],
    ['POST', `/v1/campaigns/${id}/contacts`, json({ contacts: [{ [number]: name }] })],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`number,name\n${invalidNumber},${name}\n`)],
    ['POST', `/hooks/click2call/${id}.1.1.1/${wrongToken}`, { body: number }],
    ['POST', `/hooks/recordings/${wrongToken}`, { body: number }],
    ['POST', '/codec/decode', json({ payloads: [{ data: `${invalid} ` }] })],
    ['POST', '/codec/decode', { ...json({}), headers: { origin: `https://${invalid}.example` } }],
  ];
  const refusals: Written['refusals'] = [];
  for (const [method, path, rest] of questions) {
    const answer = await ask(world, method, path, rest);
    refusals.push({ asked: `${method} ${path}`, status: answer.status, body: await answer.text() });
  }
  const unreadable = await sayRaw(world, `GET /${invalid} HTTP/1.1\r\n${number} ${name}\r\n\r\n`);
  return [...refusals, { asked: 'no HTTP', status: 400, body: unreadable }];
}

const usedKey = { 'idempotency-key': KEPT.idempotencyKey };

async function sayRaw({ url }: World, words: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(words);
  return Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
}

/** As a person would look at a call: `temporal workflow show`. */
async function showByCommandLine(world: World): Promise<NonNullable<Written['shown']>> {
  const found = await lookForTemporal({ ...process.env, TEMPORAL_ADDRESS: undefined });
  if (found?.kind !== 'binary') throw new Error('the tests run without a Temporal command line');
  const { executions } = await world.connection.workflowService.listWorkflowExecutions({
    namespace: 'default',
    query: "WorkflowType = 'callWorkflow'",
  });
  const show = async (...more: string[]): Promise<string> => {
    const id = executions[0]!.execution!.workflowId!;
    const args = ['workflow', 'show', '--output=json', `--address=${world.address}`, `-w=${id}`];
    return promisify(execFile)(found.path, [...args, ...more]).then(
      ({ stdout }) => stdout,
      (error: unknown) => String(error),
    );
  };
  const codec = `--codec-endpoint=${world.url}/codec`;
  return {
    bare: await show(),
    decoded: await show(codec, `--codec-auth=Bearer ${PASSING.apiKey}`),
    refused: await show(codec, `--codec-auth=Bearer ${PASSING.wrongKey}`),
  };
}

const filesLike = (folder: string, name: RegExp): Buffer[] =>
  readdirSync(folder)
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(folder, file)));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
