/**
 * How many statements the store asks for, and how often it waits for Postgres: statements that leave together are one
 * round trip. These are upper bounds, to be lowered with each that is saved, and never to be raised. Pages name what is
 * counted here, so docs/evidence/counts.json has it too; `npm run docs -- counts` writes it.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { wakesCall } from '../../src/api/ingress/wake-rule.ts';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import type { CallRef } from '../../src/domain/ids.ts';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import { databaseOptions } from '../../src/store/sql/open-postgres-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { readCounts, writeSeen, type Seen } from '../reference/counts.ts';
import { today } from '../reference/seen-by-bench.ts';
import { CALL_EVENTS, phone, World } from './contract/world.ts';
import { CountedDatabase } from './counted-database.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf, PostgresForTests } from './postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

const MOST = { claimOf20: 21, call: 57, nextCall: 65 };
const MOST_ROUND_TRIPS = { claimOf20: 11, call: 28.5, nextCall: 33 };

interface Counted {
  statements: number;
  units: number;
  roundTrips: number;
}

test('SQLite: a claim of 20 and the life of a call', async () => {
  const file = openSqliteUnderTest();
  onTestFinished(() => file.drop());
  const db = new CountedDatabase(new SqliteDatabase(new Connection(file.path, 1_000)));
  const { claim, call, next } = await countsOf(db);
  await holdCounts({
    'a claim of 20': statementsOf(claim),
    'a call, store in SQLite': statementsOf(call),
    'a call that the end of another claims': statementsOf(next),
  });
  expect(claim.statements).toBeLessThanOrEqual(MOST.claimOf20);
  expect(call.statements).toBeLessThanOrEqual(MOST.call);
  expect(next.statements).toBeLessThanOrEqual(MOST.nextCall);
});

onPostgres('Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  test('a claim of 20 and the life of a call', async () => {
    const onRoundTrip = () => void (db.roundTrips += 1);
    const db: CountedDatabase = new CountedDatabase(
      new PostgresDatabase({ ...databaseOptions(optionsOf(tests.server)), onRoundTrip }),
    );
    const { claim, call, next } = await countsOf(db);
    await holdCounts({
      'a claim of 20': withRoundTrips(claim),
      'a call, store in Postgres': withRoundTrips(call),
      'a call that the end of another claims': withRoundTrips(next),
    });
    expect(claim.roundTrips).toBeLessThanOrEqual(MOST_ROUND_TRIPS.claimOf20);
    expect(call.roundTrips).toBeLessThanOrEqual(MOST_ROUND_TRIPS.call);
    expect(next.roundTrips).toBeLessThanOrEqual(MOST_ROUND_TRIPS.nextCall);
    expect(claim.statements).toBeLessThanOrEqual(MOST.claimOf20);
    expect(call.statements).toBeLessThanOrEqual(MOST.call);
    expect(next.statements).toBeLessThanOrEqual(MOST.nextCall);
  });
});

async function countsOf(db: CountedDatabase) {
  onTestFinished(() => db.close());
  const world = worldOn(db);
  const claim = await claimOf20(world, db);
  const call = await lifeOfCall(world, db);
  const next = await lifeOfNextCall(world, db);
  console.info(JSON.stringify({ claim, call, next }));
  return { claim, call, next };
}

const statementsOf = ({ statements }: Counted) => ({ statements });

const withRoundTrips = ({ statements, roundTrips }: Counted) => ({
  statements,
  'round trips': roundTrips,
});

/** As the file has them, or writes them there. */
async function holdCounts(counts: Record<string, Record<string, number>>): Promise<void> {
  const { seen } = readCounts();
  if (process.env['UPDATE_COUNTS'] !== undefined) {
    const from = `test/store/statement-count.test.ts, ${today()}`;
    const written = Object.entries(counts).map(([of, figures]): [string, Seen] => [
      of,
      { ...seen[of], from, ...figures },
    ]);
    return writeSeen(Object.fromEntries(written));
  }
  for (const [of, figures] of Object.entries(counts))
    expect(seen[of], `${of}: npm run docs -- counts`).toMatchObject(figures);
}

async function counted(db: CountedDatabase, work: () => Promise<unknown>): Promise<Counted> {
  const { statements, units, roundTrips } = db;
  await work();
  return {
    statements: db.statements - statements,
    units: db.units - units,
    roundTrips: db.roundTrips - roundTrips,
  };
}

const perCall = ({ statements, units, roundTrips }: Counted): Counted => ({
  statements: statements / CALLS,
  units: units / CALLS,
  roundTrips: roundTrips / CALLS,
});

function worldOn(db: CountedDatabase): World {
  const another = () => {
    throw new Error('there is one store only');
  };
  return new World({ store: sqlStore(db), another, drop: async () => undefined });
}

async function claimOf20(world: World, db: CountedDatabase) {
  const numbers = Array.from({ length: 25 }, (_, n) => phone(n));
  await world.agents(...numbers.map((_, n) => `agent-${n}`));
  await world.campaign('many', numbers);
  const { nowMs } = world;
  return counted(db, () => world.store.claim({ id: 'many', limit: 20, nowMs }));
}

const CALLS = 20;
/** So that only events that matter wake the workflow of a call, as on a busy account. */
const BUSY = { liveCalls: 1_000, everyEventBelow: 100 };

/**
 * One of 20 calls that are claimed together, as it goes on a busy account where webhooks arrive: six of them, of which
 * the end and the bill wake its workflow, a GET that confirms the end and has the cost, and no recording.
 */
async function lifeOfCall(world: World, db: CountedDatabase) {
  const agents = Array.from({ length: CALLS }, (_, n) => `own-${n}`);
  for (const id of agents) await world.agent({ id, pools: ['own'] });
  const numbers = Array.from({ length: CALLS }, (_, n) => phone(500 + n));
  await world.campaign('c1', numbers, { agents: { ...DEFAULT_POLICY.agents, pool: 'own' } });
  const counts = await counted(db, async () => {
    for (const ref of await world.claim('c1', CALLS)) await liveAndEnd(world, ref);
  });
  return perCall(counts);
}

/** The same for calls that are not claimed in rounds: the end of each call claims the next one of its agent. */
async function lifeOfNextCall(world: World, db: CountedDatabase) {
  await world.agent({ id: 'next', pools: ['next'] });
  const numbers = Array.from({ length: CALLS + 2 }, (_, n) => phone(600 + n));
  await world.campaign('c2', numbers, { agents: { ...DEFAULT_POLICY.agents, pool: 'next' } });
  let [ref] = await world.claim('c2');
  const counts = await counted(db, async () => {
    for (let call = 0; call < CALLS; call++) {
      const next = await liveAndEnd(world, ref!);
      expect(next).not.toBeNull();
      await world.store.markStarted([next!], world.nowMs);
      ref = next!;
    }
  });
  return perCall(counts);
}

async function liveAndEnd(world: World, ref: CallRef): Promise<CallRef | null> {
  const { store } = world;
  const key = await world.placing(ref);
  await world.accept(key);
  for (const [index, name] of CALL_EVENTS.entries()) {
    const event = world.event(key, index + 1, name);
    if (!wakesCall(event, await store.appendEvent(event), BUSY)) continue;
    const events = await store.unrelayedEvents(ref);
    await store.markRelayed(
      ref,
      events.map(({ id }) => id),
      'signal',
    );
  }
  expect((await store.evidence(ref)).events).toHaveLength(CALL_EVENTS.length);
  return world.endAndClaim(ref, { cost: '0.02', webhookReceived: true });
}
