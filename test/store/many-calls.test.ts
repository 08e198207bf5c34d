/** Searches among many calls read a bounded number of them, on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallFilter } from '../../src/store/calls/call-store.ts';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Database, Params, Tx } from '../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../src/store/sql/open-postgres-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { phone, SETTINGS } from './contract/world.ts';
import { CountedDatabase } from './counted-database.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf, PostgresForTests } from './postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

const CALLS = 12_000;
const HOUR_MS = 3_600_000;

/** One agent with thousands of calls, an hour apart. Only its oldest call was dropped. */
async function manyCalls(database: Database) {
  const db = new Plans(database);
  const store = sqlStore(db);
  const agent = { id: 'a1', name: 'A', kind: 'stream', address: 'wss://a.example' } as const;
  await store.addAgent({ ...agent, state: 'ready', pools: ['p'], capacity: 9 }, 0);
  await store.createCampaign({ id: 'c1', settings: SETTINGS, nowMs: 0 });
  const rows = Array.from({ length: CALLS }, (_, n) => ({
    ref: `c1.${n + 1}.1`,
    contact: n + 1,
    number: phone(n % 10_000),
    details: JSON.stringify({ data: { plan: n === 11_000 ? 'gold' : 'tin' } }),
    disposition: n === 0 ? 'dropped' : 'completed',
    outcome: n < 2 ? null : JSON.stringify({ code: n === 2 ? 'sale' : 'no' }),
    atMs: (n + 1) * HOUR_MS,
  }));
  await database.write(async (tx) => {
    const json = JSON.stringify(rows);
    await tx.run(
      `INSERT INTO contacts (campaign_id, position, number, details, state, due_at_ms, added_at_ms)
       SELECT 'c1', CAST(value ->> 'contact' AS BIGINT), value ->> 'number', value ->> 'details', 'final', 0, 0
       FROM ${tx.sql.objects(':json')}`,
      { json },
    );
    await tx.run(
      `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, agent_id, state, disposition,
                          outcome, created_at_ms, touched_at_ms)
       SELECT value ->> 'ref', 'c1', CAST(value ->> 'contact' AS BIGINT), 1, value ->> 'number', 'a1', 'ended',
              value ->> 'disposition', value ->> 'outcome', CAST(value ->> 'atMs' AS BIGINT), 0
       FROM ${tx.sql.objects(':json')}`,
      { json },
    );
    await tx.run("UPDATE campaigns SET contacts = :all WHERE id = 'c1'", { all: CALLS });
    await tx.run('ANALYZE');
  });
  db.plans.length = 0;
  return { store, db };
}

/** Notes the plan of each statement that reads. */
class Plans extends CountedDatabase {
  readonly plans: string[] = [];

  override read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.read((tx) => work(this.#explained(tx)));
  }

  #explained(tx: Tx): Tx {
    const explain = async (sql: string, params?: Params) => {
      const steps = await tx.all<Record<string, unknown>>(`${this.explain} ${sql}`, params);
      this.plans.push(...steps.map((step) => String(step['detail'] ?? step['QUERY PLAN'])));
    };
    return {
      ...tx,
      sql: tx.sql,
      get: async <Row>(sql: string, params?: Params) => {
        await explain(sql, params);
        return tx.get<Row>(sql, params);
      },
      all: async <Row>(sql: string, params?: Params) => {
        await explain(sql, params);
        return tx.all<Row>(sql, params);
      },
    };
  }

  explain = 'EXPLAIN QUERY PLAN';
}

const searches: [string, CallFilter, number][] = [
  ['the calls of a number', { number: phone(7) }, 2],
  ['what is rare among the calls of an agent', { agentId: 'a1', disposition: 'dropped' }, 1],
  ['what is rare everywhere', { disposition: 'dropped' }, 1],
  ['a rare outcome', { outcome: 'sale' }, 1],
  ['an outcome in a day', { outcome: 'no', fromMs: 0, toMs: 48 * HOUR_MS }, 44],
  ['a disposition among the calls of an outcome', { outcome: 'no', disposition: 'dropped' }, 0],
  ['a day', { fromMs: 24 * HOUR_MS, toMs: 48 * HOUR_MS }, 24],
  ['a disposition in a day', { disposition: 'completed', fromMs: 0, toMs: 48 * HOUR_MS }, 46],
  ['an agent in a day', { agentId: 'a1', fromMs: 24 * HOUR_MS, toMs: 48 * HOUR_MS }, 24],
];

function searchRules(given: () => { store: ReturnType<typeof sqlStore>; db: Plans }): void {
  test('contacts by a field of their list: each read looks through a bounded number of them', async () => {
    const { store, db } = given();
    db.plans.length = 0;
    const filter = { data: { plan: 'gold' }, state: 'final' } as const;
    const found = await store.contacts({ campaignId: 'c1', filter }, { limit: 50 });
    expect(found).toMatchObject({ items: [{ position: 11_001 }], lookedTo: CALLS });
    expect(db.plans.length).toBeGreaterThan(0);
    const bySpan =
      /SEARCH contacts USING PRIMARY KEY .*position|Index Scan (using|on) contacts_pkey/;
    expect(db.plans.filter((step) => /contacts/.test(step)).join()).toMatch(bySpan);
    expect(db.plans.filter((step) => /Seq Scan on contacts|contacts_filtered/.test(step))).toEqual(
      [],
    );
  });

  test.each(searches)('%s: found with pages of bounded work', async (_, filter, count) => {
    const { store, db } = given();
    for (const order of ['asc', 'desc'] as const) {
      db.plans.length = 0;
      let found = 0;
      let pages = 0;
      let after: string | undefined;
      do {
        const page = await store.calls({ filter, order }, { limit: 50, after });
        found += page.items.length;
        pages += 1;
        after = page.next;
      } while (after !== undefined);
      expect(found).toBe(count);
      expect(pages).toBeLessThanOrEqual(1 + Math.ceil(CALLS / 5_000));
      expect(db.plans.length).toBeGreaterThan(0);
      expect(db.plans.filter((step) => /(SCAN calls$|Seq Scan on calls)/.test(step))).toEqual([]);
    }
  });
}

describe('SQLite', () => {
  let given: Awaited<ReturnType<typeof manyCalls>>;
  beforeAll(async () => {
    const file = openSqliteUnderTest();
    given = await manyCalls(new SqliteDatabase(new Connection(file.path, 1_000)));
    return async () => {
      await given.db.close();
      await file.drop();
    };
  });
  searchRules(() => given);
});

onPostgres('Postgres', (postgres) => {
  let tests: PostgresForTests;
  let given: Awaited<ReturnType<typeof manyCalls>>;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
    given = await manyCalls(new PostgresDatabase(databaseOptions(optionsOf(tests.server))));
    given.db.explain = 'EXPLAIN';
  });
  afterAll(async () => {
    await given.db.close();
    await tests.close();
  });
  searchRules(() => given);
});
