/**
 * How many statements the store asks for. On Postgres each is a round trip, one after the other: these are upper bounds,
 * to be lowered with each statement that is saved, and never to be raised.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../src/store/sql/open-postgres-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { phone, World } from './contract/world.ts';
import { CountedDatabase } from './counted-database.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf, PostgresForTests } from './postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

const MOST = { claimOf20: 359, call: 160 };

test('SQLite: a claim of 20 and the life of a call', async () => {
  const file = openSqliteUnderTest();
  onTestFinished(() => file.drop());
  const { claim, call } = await countsOf(
    'SQLite',
    new SqliteDatabase(new Connection(file.path, 1_000)),
  );
  expect(claim.statements).toBeLessThanOrEqual(MOST.claimOf20);
  expect(call.statements).toBeLessThanOrEqual(MOST.call);
});

onPostgres('Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  test('a claim of 20 and the life of a call', async () => {
    const db = new PostgresDatabase(databaseOptions(optionsOf(tests.server)));
    const { claim, call } = await countsOf('Postgres', db);
    expect(claim.statements).toBeLessThanOrEqual(MOST.claimOf20);
    expect(call.statements).toBeLessThanOrEqual(MOST.call);
  });
});

async function countsOf(engine: string, database: Database) {
  const db = new CountedDatabase(database);
  onTestFinished(() => db.close());
  const world = worldOn(db);
  const claim = await claimOf20(world, db);
  const call = await lifeOfCall(world, db);
  console.info(
    `${engine}: a claim of 20 is ${claim.statements} statements; a call ${call.statements} in ${call.units} units that write`,
  );
  return { claim, call };
}

async function counted(db: CountedDatabase, work: () => Promise<unknown>) {
  const { statements, units } = db;
  await work();
  return { statements: db.statements - statements, units: db.units - units };
}

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

/** As it goes where webhooks arrive: six of them, a GET that confirms the end and has the cost, no recording. */
async function lifeOfCall(world: World, db: CountedDatabase) {
  const { store } = world;
  await world.agent({ id: 'one', pool: 'own' });
  await world.campaign('c1', [phone(500)], { agents: { ...DEFAULT_POLICY.agents, pool: 'own' } });
  return counted(db, async () => {
    const [ref] = await world.claim('c1', 1);
    const key = await world.placing(ref!);
    await world.accept(key);
    const names = [
      'agent_ringing',
      'agent_answered',
      'customer_ringing',
      'bridged',
      'completed',
      'finalized',
    ];
    for (const [index, name] of names.entries()) {
      await store.appendEvent(world.event(key, index + 1, `click2call.${name}`));
      const events = await store.unrelayedEvents(ref!);
      await store.markRelayed(
        events.map(({ id }) => id),
        'signal',
      );
    }
    const evidence = await store.evidence(ref!);
    expect(evidence.events).toHaveLength(names.length);
    await world.end(ref!, { cost: '0.02', webhookReceived: true });
  });
}
