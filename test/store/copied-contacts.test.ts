/** A clone reads a bounded number of contacts for each that it copies, although Postgres's statistics know none of the clone. */
import { expect, onTestFinished, test } from 'vitest';
import { SETTINGS } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { PostgresForTests } from './postgres/postgres-under-test.ts';

const CONTACTS = 20_000;

onPostgres('a clone on Postgres', (postgres) => {
  test('looks for the key of each contact, and does not read all that were copied before it', async () => {
    const tests = await PostgresForTests.on(postgres());
    onTestFinished(() => tests.close());
    const opened = await tests.open();
    const { store } = opened;
    await store.createCampaign({ id: 'c1', settings: SETTINGS, nowMs: 0 });
    await tests.ask(
      `INSERT INTO contacts (campaign_id, position, number, row_key, state, due_at_ms, added_at_ms)
       SELECT 'c1', n, '+1202' || n, 'row ' || n, 'due', 0, 0 FROM generate_series(1, ${CONTACTS}) AS n`,
    );
    await tests.ask(`UPDATE campaigns SET contacts = ${CONTACTS} WHERE id = 'c1'`);
    await tests.ask('ANALYZE');
    const readBefore = await read(tests);
    await store.cloneCampaign({ of: 'c1', id: 'c2', name: null, contacts: 'all', nowMs: 1 });
    while (await store.continueContactJob(1));
    // A connection that closes tells what it has read.
    await opened.drop();
    expect(await copied(tests)).toBe(CONTACTS);
    expect((await read(tests)) - readBefore).toBeLessThan(10 * CONTACTS);
  });
});

async function read(tests: PostgresForTests): Promise<number> {
  const [row] = await tests.ask<{ read: string }>(
    `SELECT seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'contacts') AS read
     FROM pg_stat_user_tables WHERE relname = 'contacts'`,
  );
  return Number(row!.read);
}

async function copied(tests: PostgresForTests): Promise<number> {
  const [row] = await tests.ask<{ count: string }>(
    `SELECT count(*) FROM contacts WHERE campaign_id = 'c2'`,
  );
  return Number(row!.count);
}
