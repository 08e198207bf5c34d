/** The order by best hours, with more calls and contacts than are read at once, on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWERS_SPAN_MS } from '../../src/domain/statistics/answers-by-place.ts';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../src/store/sql/open-postgres-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { settingsWith } from './contract/world.ts';
import { CountedDatabase } from './counted-database.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf, PostgresForTests } from './postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

const CALLS = 12_000;
const NOW_MS = 1_800_000_000_000;
const EVIDENCE = JSON.stringify({
  release: 'r',
  sources: [{ from: 'number', areas: ['US-CA'], zones: ['America/Los_Angeles'] }],
});

/** Calls of a week, evenly spread, of which each third is answered in one hour of the day and each tenth in the others. */
async function aWeekOfCalls(db: Database): Promise<void> {
  const store = sqlStore(db);
  for (const id of ['rung', 'due']) {
    const settings = settingsWith({ dialOrder: 'best-hours' });
    await store.createCampaign({ id, settings, nowMs: NOW_MS });
  }
  for (let n = 0; n < 20; n++) {
    const agent = { id: `a${n}`, name: 'A', kind: 'sip', address: `sip-${n}` } as const;
    await store.addAgent({ ...agent, state: 'ready', pools: ['default'], capacity: 1 }, NOW_MS);
  }
  await db.write(async (tx) => {
    const numbers =
      'WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < :calls)';
    const params = { calls: CALLS, nowMs: NOW_MS, spanMs: ANSWERS_SPAN_MS };
    await tx.run(
      `INSERT INTO contacts (campaign_id, position, number, state, due_at_ms, added_at_ms, area)
       ${numbers} SELECT 'rung', n, '+1202' || (5550000 + n), 'final', 0, 0, CAST(:area AS TEXT) FROM each`,
      { calls: CALLS, area: EVIDENCE },
    );
    await tx.run(
      `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, disposition, created_at_ms, touched_at_ms,
                          placed_at_ms, answered, bridged)
       ${numbers}, timed (n, at_ms) AS (SELECT n, CAST(:nowMs AS BIGINT) - (CAST(:spanMs AS BIGINT) * n) / :calls FROM each)
       SELECT 'rung.' || n || '.1', 'rung', n, 1, '+1202' || (5550000 + n), 'ended', 'completed', at_ms, 0, at_ms, 1,
              CASE WHEN n % (CASE WHEN (at_ms / 3600000) % 24 = (CAST(:nowMs AS BIGINT) / 3600000) % 24 THEN 3 ELSE 10 END) = 0 THEN 1 ELSE 0 END
       FROM timed`,
      params,
    );
    await tx.run(
      `INSERT INTO call_buckets (bucket_ms, campaign_id, agent_id, disposition, calls, answered, customer_rang, bridged,
                                 agent_ring_ms, customer_ring_ms, talk_ms, cost_whole, cost_rest)
       VALUES (:bucketMs, 'rung', '', 'completed', :calls, :calls, 0, 0, 0, 0, 0, 0, 0)`,
      { bucketMs: NOW_MS - 86_400_000 - (NOW_MS % 900_000), calls: CALLS },
    );
    // Those of the best area stand in the last tenth of the list.
    await tx.run(
      `INSERT INTO contacts (campaign_id, position, number, state, due_at_ms, added_at_ms, area_key)
       ${numbers} SELECT 'due', n, '+4420' || (79460000 + n), 'due', 0, 0,
         CASE WHEN n > :calls * 9 / 10 THEN 'US-CA America/Los_Angeles' ELSE 'GB Europe/London' END FROM each`,
      { calls: CALLS },
    );
    await tx.run(`UPDATE campaigns SET contacts = :calls WHERE id = 'due'`, { calls: CALLS });
    await tx.run('ANALYZE');
  });
  await store.moveCampaign({ id: 'due', move: 'start', nowMs: NOW_MS });
}

function rules(database: () => Database): void {
  test('a claim takes the contacts of the best area from the end of a long list', async () => {
    const db = new CountedDatabase(database());
    await aWeekOfCalls(db);
    const store = sqlStore(db);
    expect(await store.lookAtAnswers(NOW_MS)).toBe(true);
    const { claims } = await store.claim({ id: 'due', limit: 20, nowMs: NOW_MS });
    const positions = claims.map(({ ref }) => Number(ref.split('.')[1]));
    expect(Math.min(...positions)).toBe((CALLS * 9) / 10 + 1);
    expect(Math.max(...positions)).toBe((CALLS * 9) / 10 + 20);
    await db.close();
  });
}

describe('SQLite', () => {
  const file = openSqliteUnderTest();
  afterAll(() => file.drop());
  rules(() => new SqliteDatabase(new Connection(file.path, 1_000)));
});

onPostgres('Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());
  rules(() => new PostgresDatabase(databaseOptions(optionsOf(tests.server))));
});
