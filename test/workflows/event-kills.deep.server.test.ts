/** Whatever is killed at whatever moment, the events are those that the store implies, and the endpoint gets each. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Receiver, verified } from '../webhooks/receiver.ts';
import { startWorld, type World } from './world.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const NUMBERS = ['15', '25', '35', '45', '55', '65', '75', '85'].map((end) => `+120255501${end}`);
const PLAN = [['worker'], ['server'], ['server', 'worker'], ['worker']] as const;
type Part = 'server' | 'worker';

interface Event {
  id: string;
  type: string;
  subject: string;
  data: Record<string, unknown>;
}

test('kill -9 of server and worker at random moments', { timeout: 400_000 }, async () => {
  const receiver = new Receiver();
  const origin = await receiver.listen();
  onTestFinished(() => receiver.close());
  const world = await startWorld({
    timeFactor: 20,
    worker: false,
    env: { DIALWRIGHT_WEBHOOK_ORIGINS: origin },
  });
  // What runs meanwhile are processes of their own.
  onTestFinished(async () => {
    await world.startServer();
    await world.stop();
  });
  await world.addAgents(3);
  const url = `${origin}/hook`;
  const { body: endpoint } = await world.api('POST', '/v1/webhook-endpoints', { url });
  await world.stopServer();
  const parts = new Parts(world);
  await parts.start('server');
  await parts.start('worker');
  const id = await world.campaign(NUMBERS, { redial: { max_attempts: 1, max_calls: 2 } });

  for (const victims of PLAN) {
    await sleep(500 + Math.random() * 4_000);
    await Promise.all(victims.map((victim) => parts.kill(victim)));
    await Promise.all(victims.map((victim) => parts.start(victim)));
  }

  const over = async () => (await world.api('GET', `/v1/campaigns/${id}`)).body.state;
  await expect.poll(over, { timeout: 200_000, interval: 500 }).toBe('completed');
  await expect.poll(() => isSettled(world, id), { timeout: 100_000, interval: 500 }).toBe(true);
  const events = await eventsOf(world);
  const got = () => new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
  const missing = () => events.filter((event) => !got().has(event.id)).map((event) => event.id);
  await expect.poll(missing, { timeout: 100_000, interval: 500 }).toEqual([]);

  await expectImplied(world, id, events);
  const told = receiver.requests.map((request) => verified(endpoint.secret, request));
  // Read again: an alert may have been raised meanwhile.
  expectInOrder(await eventsOf(world), told);
});

/** No call has work left that would still write an event. */
async function isSettled(world: World, id: string): Promise<boolean> {
  return (await world.calls(id)).every(
    ({ settlement, recording }) =>
      settlement !== 'open' && !['expected', 'delivered', 'wanted'].includes(recording),
  );
}

async function eventsOf(world: World): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = events.at(-1)?.id ?? 'evt_0';
    const { data } = (await world.api('GET', `/v1/events?limit=200&after=${after}`)).body;
    if (data.length === 0) return events;
    events.push(...data);
  }
}

/** One event for each change that the calls, contacts and the campaign show, and no other. */
async function expectImplied(world: World, id: string, events: readonly Event[]): Promise<void> {
  const calls = await world.calls(id);
  expect(calls.length).toBeGreaterThanOrEqual(NUMBERS.length);
  const refs = new Set(calls.map((call: { ref: string }) => `calls/${call.ref}`));
  const foreign = events.filter(
    ({ type, subject }) => /^(call|recording)\./.test(type) && !refs.has(subject),
  );
  expect(foreign).toEqual([]);
  for (const call of calls) {
    const of = (type: string) =>
      events.filter((event) => event.subject === `calls/${call.ref}` && event.type === type);
    expect(of('call.placed')).toHaveLength(call.carrier_call_id === null ? 0 : 1);
    expect(of('call.ended').at(-1)?.data['disposition']).toBe(call.disposition);
    expect(of('call.settled').at(-1)?.data['cost'] ?? null).toBe(call.cost);
    // Each end differs from the one before it: none is told twice.
    const ends = of('call.ended').map(({ data }) => data['disposition']);
    expect(ends.filter((end, index) => end === ends[index - 1])).toEqual([]);
  }
  const finals = events
    .filter(({ type }) => type === 'contact.final')
    .map(({ subject }) => subject);
  expect(finals.toSorted()).toEqual(
    NUMBERS.map((_, index) => `campaigns/${id}/contacts/${index + 1}`).toSorted(),
  );
  const moves = events.filter(({ subject }) => subject === `campaigns/${id}`);
  expect(moves.map(({ type }) => type)).toEqual(['campaign.started', 'campaign.completed']);
}

/** First arrivals of one resource are in the order of the ids. */
function expectInOrder(events: readonly Event[], told: readonly { id: string; subject: string }[]) {
  const known = new Set(events.map(({ id }) => id));
  expect(told.filter(({ id }) => !known.has(id))).toEqual([]);
  const first = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const { id, subject } of told) {
    if (seen.has(id)) continue;
    seen.add(id);
    first.set(subject, [...(first.get(subject) ?? []), Number(id.slice('evt_'.length))]);
  }
  for (const ids of first.values()) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
}

/** Server and worker, each a process of its own. */
class Parts {
  readonly #world: World;
  readonly #children = new Map<Part, ChildProcess>();

  constructor(world: World) {
    this.#world = world;
    onTestFinished(() => this.stop());
  }

  async start(part: Part): Promise<void> {
    const log = openSync(join(this.#world.folder, `${part}.log`), 'a');
    const child = spawn(process.execPath, [join(ROOT, `src/${part}.ts`)], {
      env: { ...process.env, ...this.#world.env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#children.set(part, child);
    if (part === 'worker') return;
    const answers = () =>
      fetch(`${this.#world.url()}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await answers())) await sleep(100);
  }

  async kill(part: Part): Promise<void> {
    const child = this.#children.get(part);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await Promise.all([this.kill('server'), this.kill('worker')]);
  }
}
