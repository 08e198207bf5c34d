/**
 * Whatever is killed at whatever moment, the events are those that the store implies, and every endpoint and the stream
 * get each of them in order. EVENT_KILLS=n runs n schedules for each engine, EVENT_KILLS_SEED repeats those of a seed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postgresPrograms } from '../store/postgres/postgres-server.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { chanceOf, type Chance } from './chance.ts';
import { openEndpoint, StreamFollower } from './event-witnesses.ts';
import { ENGINES, type Engine, type Fault, type ProcessName, type Schedule } from './faults.ts';
import { callsOf, eventsOf, expectImplied, isSettled, serialOf } from './implied-events.ts';
import { beginLoad } from './load.ts';
import { strikeAll } from './strike.ts';
import { openWorld } from './world.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SEED = process.env['EVENT_KILLS_SEED'] ?? String(Date.now() % 1_000_000);
const SCHEDULES = Number(process.env['EVENT_KILLS'] ?? 1);
const CONTACTS = 14;
/** Before the campaign can be over. */
const STRUCK_WITHIN_MS = 8_000;
const waiting = { timeout: 240_000, interval: 500 };

/** The build runs the schedules of `npm run faults` on both engines besides. */
const engines = process.env['CI'] ? (['postgres'] as const) : ENGINES;
const CASES = engines.flatMap((engine) =>
  Array.from({ length: SCHEDULES }, (_, index) => [engine, SEED, index] as const),
);

test.each(CASES)(
  'kill -9 of everything on %s, seed %s, schedule %i',
  async (engine, seed, index) => {
    await expect(survives(scheduleOf(engine, seed, index))).resolves.toBeUndefined();
  },
  600_000,
);

async function survives(schedule: Schedule): Promise<void> {
  if (schedule.engine === 'postgres' && postgresPrograms() === undefined) {
    console.warn('skipped: no Postgres is installed here (apt-get install postgresql)');
    return;
  }
  const receiver = new Receiver();
  const origin = await receiver.listen();
  onTestFinished(() => receiver.close());
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-event-kills-'));
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.error(`see ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  });
  const world = await openWorld(ROOT, folder, schedule, { DIALWRIGHT_WEBHOOK_ORIGINS: origin });
  onTestFinished(() => world.stop());
  await world.processes.start();
  const all = await openEndpoint(world, receiver, { path: '/all', types: null });
  const some = await openEndpoint(world, receiver, { path: '/some', types: ['call.*'] });
  const stream = new StreamFollower(world.serverUrl);
  onTestFinished(() => stream.stop());

  const [id = ''] = await beginLoad(world);
  const struck = await strikeAll(world, [id]);
  // A kill may find a part dead that another one has just killed.
  const hits = struck.map(({ hit }) => hit).join();
  expect(partsOf(schedule.engine).filter((part) => !hits.includes(part))).toEqual([]);
  await expect.poll(() => isSettled(world.client, id), waiting).toBe(true);

  const events = await eventsOf(world.client);
  const calls = (await callsOf(world.client, id))!;
  expectImplied({ id, contacts: CONTACTS, calls }, events);
  const ids = events.map((event) => event.id);
  const ofCalls = events.filter(({ type }) => type.startsWith('call.')).map((event) => event.id);
  const missing = (wanted: string[], got: string[]) => wanted.filter((each) => !got.includes(each));
  await expect.poll(() => missing(ids, all.got()), waiting).toEqual([]);
  await expect.poll(() => missing(ofCalls, some.got()), waiting).toEqual([]);
  await expect.poll(() => missing(ids, stream.all()), waiting).toEqual([]);

  // Read again: an alert may have been raised meanwhile.
  const known = new Set((await eventsOf(world.client)).map((event) => event.id));
  expect(stream.connections).toBeGreaterThan(1);
  for (const got of [all.got(), some.got(), stream.all()]) {
    expect(got.filter((each) => !known.has(each))).toEqual([]);
    // Whatever came again came later than its first arrival, and the stream brings nothing twice.
    const serials = got.map(serialOf);
    expect(serials).toEqual([...new Set(serials)].toSorted((a, b) => a - b));
  }
}

const partsOf = (engine: Engine | undefined): ProcessName[] =>
  engine === 'postgres'
    ? ['server', 'worker', 'temporal', 'postgres']
    : ['server', 'worker', 'temporal'];

/** Each part is killed at least once, and all of them at the same moment. */
function scheduleOf(engine: Engine, seed: string, index: number): Schedule {
  const chance = chanceOf(seed, index, engine);
  const parts = partsOf(engine);
  const victims = [...parts.map((part) => [part]), ['server', 'worker'] as ProcessName[], parts];
  return {
    seed,
    index,
    engine,
    timeFactor: 30,
    webhooks: true,
    load: { campaigns: 1, contacts: CONTACTS, sharedNumbers: 0, agents: 3 },
    faults: victims.map((who) => killOf(who, chance)),
  };
}

const killOf = (who: ProcessName[], chance: Chance): Fault => ({
  cell: 'events',
  name: `kill ${who.join(', ')}`,
  moment: { on: 'clock', ms: chance.whole(0, STRUCK_WITHIN_MS) },
  do: 'kill',
  who,
  downMs: chance.whole(0, 2_000),
});
