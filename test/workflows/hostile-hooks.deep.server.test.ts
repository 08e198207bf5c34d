/** What somebody can do who has seen a callback URL: nothing to a disposition or a cost, and little to a history. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPayloadConverter } from '@temporalio/common';
import { callbackUrl } from '../../src/carrier/calls/tokens.ts';
import type { CallEventsSignal } from '../../src/contract/messages.ts';
import { startWorld, type World } from './world.ts';

const FORGED = 30_000;
const CONNECTIONS = 8;
const PIPELINED = 50;
/** The carrier's patience (interface document 6.5). */
const ACK_WITHIN_MS = 15_000;

let world: World;

beforeAll(async () => {
  world = await startWorld({
    // Not faster: the sweep, once a minute, would come every few seconds and poll each time.
    timeFactor: 4,
    carrier: {
      agentRingMs: [1_000, 1_000],
      customerRingMs: [1_000, 1_000],
      talkMs: [120_000, 120_000],
    },
  });
  await world.addAgents(3);
});
afterAll(async () => world.stop());

test('repeats cost no event of the history, over a restart of the ingress too', async () => {
  const ref = await bridged('+12025550126');
  const { carrier_call_id: id } = await world.call(ref);
  const untilTold = async (seq: number) => {
    await world.hook(ref, { event: 'click2call.some_day_new', event_seq: seq, data: { id } });
    const carried = async () => (await signalsTo(ref)).flatMap(seqsOf);
    await expect.poll(carried, { timeout: 120_000, interval: 50 }).toContain(seq);
    return (await signalsTo(ref)).length;
  };
  const told = await storyOf(ref);
  // All that came before it is relayed with it, or has been.
  const before = await untilTold(900);
  const repeat = async () => {
    for (let round = 0; round < 20; round++) {
      for (const event of told.toReversed()) {
        expect((await world.hook(ref, event)).status).toBe(204);
      }
    }
  };
  await repeat();
  await world.stopServer();
  await world.startServer();
  await repeat();
  expect(await untilTold(901)).toBe(before + 1);
});

test('an end of another call that comes before the POST is answered does not end this one', async () => {
  await world.simulator.change({
    answerHeld: 1,
    answerHoldMs: [1_500, 1_500],
    lostWebhooks: 1,
    talkMs: [4_000, 4_000],
  });
  const id = await world.campaign(['+12025550136'], ONCE);
  const ref = `${id}.1.1`;
  await world.untilCall(ref, { state: 'placing' });
  const forged = {
    event: 'click2call.completed',
    event_seq: 6,
    data: { id: 'another', cost: '0' },
  };
  expect((await world.hook(ref, forged)).status).toBe(204);
  await world.untilCall(ref, { disposition: 'completed', confirmed: true, settlement: 'settled' });
  await world.simulator.change({ answerHeld: 0, lostWebhooks: 0, talkMs: [120_000, 120_000] });
  expect((await world.call(ref)).cost).toBe(costAtTheCarrier('+12025550136'));
});

test(
  `${FORGED} forged events on one URL: few GETs, a short history, acks in time, the carrier's truth`,
  { timeout: 300_000 },
  async () => {
    const victim = await bridged('+12025550146');
    const looksBefore = world.facts('read').length;
    const acks: number[] = [];
    const forging = { over: false };
    const flood = forge(victim).finally(() => (forging.over = true));
    const bystander = await bridged('+12025550156');
    const { carrier_call_id: id } = await world.call(bystander);
    for (let seq = 900; !forging.over; seq++) {
      const fromMs = performance.now();
      const genuine = { event: 'click2call.some_day_new', event_seq: seq, data: { id } };
      expect((await world.hook(bystander, genuine)).status).toBe(204);
      acks.push(performance.now() - fromMs);
    }
    const statuses = await flood;
    expect(statuses).toEqual(new Map([[204, FORGED]]));
    expect(Math.max(...acks)).toBeLessThan(ACK_WITHIN_MS);
    const looks = world.facts('read').length - looksBefore;
    expect(looks).toBeLessThan(60);
    await world.untilCall(victim, {
      disposition: 'completed',
      confirmed: true,
      settlement: 'settled',
    });
    expect((await world.call(victim)).cost).toBe(costAtTheCarrier('+12025550146'));
    const history = await world.historyLength(victim);
    acks.sort((a, b) => a - b);
    const at = (part: number) => Math.round(acks[Math.floor(part * (acks.length - 1))]!);
    console.error(
      `flood: ${looks} GETs, ${history} events, ${acks.length} genuine acks, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
    );
    expect(history).toBeLessThan(150);
  },
);

const ONCE = { redial: { max_attempts: 1, max_calls: 1 } };

async function bridged(number: string): Promise<string> {
  const id = await world.campaign([number], ONCE);
  await world.untilCall(`${id}.1.1`, { state: 'bridged' });
  return `${id}.1.1`;
}

/** The call's webhooks so far, as the carrier sent them. */
async function storyOf(ref: string): Promise<object[]> {
  const { carrier_call_id: id } = await world.call(ref);
  const told = world.facts('transition').filter((fact) => fact['call'] === id);
  return told.map((fact) => ({
    event: fact['event'],
    event_seq: fact['seq'],
    data: { id },
  }));
}

async function signalsTo(ref: string) {
  const { events } = await world.client.workflow.getHandle(`call.${ref}`).fetchHistory();
  return (events ?? []).flatMap((event) => event.workflowExecutionSignaledEventAttributes ?? []);
}

function seqsOf(signal: Awaited<ReturnType<typeof signalsTo>>[number]): number[] {
  const [payload] = signal.input?.payloads ?? [];
  const told = payload ? defaultPayloadConverter.fromPayload<CallEventsSignal>(payload) : undefined;
  return told?.events.map(({ seq }) => seq) ?? [];
}

function costAtTheCarrier(number: string): unknown {
  const [decision] = world.facts('decision').filter((fact) => fact['destination'] === number);
  const { call } = decision!['placed'] as { call: string };
  return world.facts('billed').find((fact) => fact['call'] === call)?.['cost'];
}

const NAMES = [
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
  'completed',
  'failed',
  'finalized',
  'new',
];

/** Every name, under seqs real and invented, about calls real and invented; and junk. Counts answers by status. */
async function forge(ref: string): Promise<Map<number, number>> {
  const key = { ref, placement: 1 };
  const { pathname } = new URL(
    callbackUrl('https://dialwright.example', key, world.config.hookSecrets),
  );
  const port = Number(new URL(world.url()).port);
  const statuses = new Map<number, number>();
  let serial = 0;
  const next = (): string => {
    const n = serial++;
    const body =
      n % 10 === 0
        ? `junk ${n}`
        : JSON.stringify({
            event: `click2call.${NAMES[n % NAMES.length]!}`,
            event_seq: n % 3 === 0 ? n % 9 : n,
            data: { id: n % 2 === 0 ? `forged-${n % 7}` : undefined, cost: '0', status: 'failed' },
          });
    return `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const line = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    for (let round = 0; round < FORGED / CONNECTIONS / PIPELINED; round++) {
      const answers = answersOf(socket, PIPELINED);
      socket.write(Array.from({ length: PIPELINED }, next).join(''));
      for (const status of await answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, line));
  return statuses;
}

/** The statuses of so many answers; 0 for each that does not come. */
function answersOf(socket: Socket, count: number): Promise<number[]> {
  const { promise, resolve } = Promise.withResolvers<number[]>();
  let text = '';
  const seen = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  const finish = (statuses: number[]) => {
    socket.off('data', onData).off('close', onClose);
    resolve(statuses);
  };
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (text.endsWith('\r\n\r\n') && seen().length >= count) finish(seen());
  };
  const onClose = () =>
    finish([...seen(), ...Array.from({ length: count }, () => 0)].slice(0, count));
  socket.on('data', onData).on('close', onClose);
  return promise;
}
