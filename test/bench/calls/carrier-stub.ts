/**
 * A carrier without think time, for measuring: every POST is accepted at once and its six webhooks follow, each after
 * the answer to the one before. Every tenth call gets the webhook of its bill before that of its end, every twentieth has one webhook
 * twice. It judges nothing: that is the simulated carrier's work.
 *
 * Started by `forkStub`; what it is to do comes and what it has seen goes by messages.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface StubPlan {
  port: number;
  /** Where webhooks go in turns, whatever host their URL names. */
  deliverTo: readonly string[];
  /** Path of the account's recording webhook; without it no recording is announced. */
  recordingHook?: string;
  /** From bridged to the end, on average: from half of it to half more, so that calls do not end together. */
  talkMs: number;
  /** Pauses before the answers to POSTs, one after the other. By default none. */
  answerMs?: readonly number[];
}

export interface StubSeen {
  places: number;
  shows: number;
  /** Webhooks that were not taken at once. */
  retries: number;
  /** From sending a webhook to its answer, in milliseconds. */
  acksMs: number[];
  /** Epoch milliseconds of the POSTs. */
  postsAtMs: number[];
  /** Epoch milliseconds of the recording lookups. */
  lookupsAtMs: number[];
  /** From telling of the end of an agent's call to its next POST, in milliseconds. */
  idleMs: number[];
}

export type StubAsk =
  | { ask: 'seen' }
  /** Forgets what was seen; calls go on. */
  | { ask: 'reset' }
  /** Webhooks wait, until they may go at so many a second; 0 is as fast as they can. */
  | { ask: 'hold' }
  | { ask: 'release'; perSecond: number };

interface StubCall {
  id: string;
  number: number;
  agent: string;
  destination: string;
  status: string;
  cost: string | null;
  recording_url: string | null;
}

const NAMES = ['agent_ringing', 'agent_answered', 'customer_ringing', 'bridged', 'completed'];
const COST = '0.0123';
const TRIES = 8;
const FIRST_PAUSE_MS = 50;
/** Two silent frames of MPEG 1 layer III, 128 kbit/s at 44.1 kHz. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const RECORDING = Buffer.concat([FRAME, FRAME]);

const plan = JSON.parse(process.argv[2]!) as StubPlan;
const pools = plan.deliverTo.map((url) => new Pool(url, { connections: 128, pipelining: 1 }));
let delivered = 0;
const calls = new Map<string, StubCall>();
const endedAtMs = new Map<string, number>();
let seen = nothingSeen();
let placed = 0;
let gate: Promise<void> = Promise.resolve();
let openGate: () => void = () => undefined;
let gapMs = 0;
let nextAtMs = 0;

function nothingSeen(): StubSeen {
  return {
    places: 0,
    shows: 0,
    retries: 0,
    acksMs: [],
    postsAtMs: [],
    lookupsAtMs: [],
    idleMs: [],
  };
}

async function post(path: string, body: object): Promise<void> {
  await gate;
  if (gapMs > 0) {
    nextAtMs = Math.max(nextAtMs + gapMs, performance.now());
    await sleep(Math.max(0, nextAtMs - performance.now()));
  }
  const text = JSON.stringify(body);
  const pool = pools[delivered++ % pools.length]!;
  for (let tries = 0; tries < TRIES; tries++) {
    const sentAtMs = performance.now();
    const headers = { 'content-type': 'application/json' };
    try {
      const answer = await pool.request({ path, method: 'POST', body: text, headers });
      await answer.body.dump();
      if (answer.statusCode < 300) return void seen.acksMs.push(performance.now() - sentAtMs);
    } catch {
      // Not reached: as if refused.
    }
    seen.retries += 1;
    await sleep(FIRST_PAUSE_MS * 2 ** tries);
  }
}

async function tell(call: StubCall, path: string): Promise<void> {
  const order = call.number % 10 === 0 ? [0, 1, 2, 3, 5, 4] : [0, 1, 2, 3, 4, 5];
  const twice = call.number % 20 === 5 ? call.number % 6 : -1;
  for (const step of order) {
    if (step === 4 && plan.talkMs > 0) await sleep(plan.talkMs * (0.5 + spread(call.number)));
    const body = advance(call, step);
    await post(path, body);
    if (step === twice) await post(path, body);
  }
  if (plan.recordingHook !== undefined) {
    const data = { call_id: call.id, recording_url: call.recording_url };
    await post(plan.recordingHook, { data });
  }
}

/** Of calls that follow each other, far apart and even: from 0 to 1. */
const spread = (number: number): number => (number * 0.618) % 1;

function advance(call: StubCall, step: number) {
  call.status = NAMES[step] ?? call.status;
  if (step === 4) endedAtMs.set(call.agent, performance.now());
  if (step === 5) call.cost = COST;
  if (step >= 4) call.recording_url = `http://127.0.0.1:${plan.port}/rec/${call.id}.mp3`;
  const { id, status, cost, destination, recording_url } = call;
  return {
    event: `click2call.${NAMES[step] ?? 'finalized'}`,
    occurred_at: new Date().toISOString(),
    event_seq: step + 1,
    data: { id, status, cost, destination, recording_url },
  };
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
  const agent = asked['sip_account'] ?? '';
  const number = placed++;
  const call: StubCall = {
    id: `c${number}-${Math.random().toString(36).slice(2)}`,
    number,
    agent,
    destination: asked['destination'] ?? '',
    status: 'accepted',
    cost: null,
    recording_url: null,
  };
  seen.places += 1;
  seen.postsAtMs.push(Date.now());
  const freeSinceMs = endedAtMs.get(agent);
  if (freeSinceMs !== undefined) seen.idleMs.push(performance.now() - freeSinceMs);
  endedAtMs.delete(agent);
  calls.set(call.id, call);
  if (plan.answerMs) await sleep(plan.answerMs[number % plan.answerMs.length]);
  answer(response, 201, call);
  const callback = asked['callback_url'];
  if (callback !== undefined) return tell(call, new URL(callback).pathname);
  for (let step = 0; step <= 5; step++) advance(call, step);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function show(path: string, response: ServerResponse): void {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (path.startsWith('/rec/')) {
    const headers = { 'content-type': 'audio/mpeg', 'content-length': RECORDING.length };
    response.writeHead(200, headers).end(RECORDING);
  } else if (path.startsWith('/api/v1/calls/recording/')) {
    seen.lookupsAtMs.push(Date.now());
    response.writeHead(302, { location: `http://127.0.0.1:${plan.port}/rec/${last}.mp3` }).end();
  } else {
    seen.shows += 1;
    const call = calls.get(last);
    if (call) answer(response, 200, call);
    else answer(response, 404, { errors: { base: ['data not found'] } });
  }
}

createServer((request, response) => {
  if (request.method === 'POST') void take(request, response);
  else show(request.url ?? '', response);
}).listen(plan.port, '127.0.0.1', () => process.send?.('ready'));

process.on('message', (asked: StubAsk) => {
  switch (asked.ask) {
    case 'seen':
      return void process.send?.(seen);
    case 'reset':
      seen = nothingSeen();
      endedAtMs.clear();
      return void process.send?.('done');
    case 'hold':
      gate = new Promise((resolve) => void (openGate = resolve));
      return void process.send?.('done');
    case 'release':
      gapMs = asked.perSecond > 0 ? 1_000 / asked.perSecond : 0;
      openGate();
      return void process.send?.('done');
    default:
      throw new Error(`not known: ${JSON.stringify(asked satisfies never)}`);
  }
});
process.once('disconnect', () => process.exit(0));
