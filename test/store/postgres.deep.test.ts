import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatServer } from '../../src/store/sql/database-url.ts';
import { openPostgresStore } from '../../src/store/sql/open-postgres-store.ts';
import { StoreUnopenable } from '../../src/store/faults.ts';
import { phone, World } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import {
  optionsOf,
  PostgresForTests,
  type PostgresUnderTest,
} from './postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';
import { SHORT_RULES, STORE_RULES, storeContract } from './store-contract.ts';

const CLAIMING = fileURLToPath(new URL('claiming-process.ts', import.meta.url));
const OPENING = fileURLToPath(new URL('opening-process.ts', import.meta.url));
const run = promisify(execFile);

onPostgres('Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  // Those that `npm test` runs on Postgres too are left out.
  const others = STORE_RULES.filter((rules) => !SHORT_RULES.includes(rules));
  storeContract('the Postgres store', () => tests.open(), others);

  describe('a Postgres database', () => {
    let opened: PostgresUnderTest;
    let world: World;
    beforeEach(async () => {
      opened = await tests.open();
      world = new World(opened);
    });
    afterEach(() => opened.drop());

    test.each([
      ['newer version', 'version = 999', /made by a newer Dialwright, as schema 999; run that/],
      ['edition of the schema', `digest = 'other'`, /made by another version of Dialwright, whose/],
    ])(
      'one that another %s made is refused in one sentence, and left alone',
      async (_, change, why) => {
        await world.draft('c1');
        const [known] = await tests.ask<Record<string, string | number>>(
          'SELECT * FROM schema_version',
        );
        await tests.ask(`UPDATE schema_version SET ${change}`);
        const open = openPostgresStore(optionsOf(opened.server));
        await expect(open).rejects.toThrow(StoreUnopenable);
        await expect(open).rejects.toThrow(why);
        await expect(open).rejects.toThrow(
          `The database ${formatServer(opened.server)} cannot be used: it was `,
        );
        await tests.ask(
          `UPDATE schema_version SET version = ${known!['version']}, digest = '${known!['digest']}'`,
        );
        expect(await world.another().campaign('c1')).toMatchObject({ id: 'c1' });
      },
    );

    test('one to which a newer version has only added is opened, and one from which it took is refused', async () => {
      await world.draft('c1');
      const rows = await tests.ask<{ version: number; digest: string }>(
        'SELECT version, digest FROM schema_version',
      );
      const { version, digest } = rows[0]!;
      await tests.ask(
        `INSERT INTO schema_steps (step, digest, only_adds) VALUES (${version + 1}, 'new', 1)`,
      );
      await tests.ask(`UPDATE schema_version SET version = ${version + 1}, digest = 'new'`);
      try {
        const again = await openPostgresStore(optionsOf(opened.server));
        expect(await again.campaign('c1')).toMatchObject({ id: 'c1' });
        await again.close();
        await tests.ask('UPDATE schema_steps SET only_adds = 0 WHERE step > ' + version);
        await expect(openPostgresStore(optionsOf(opened.server))).rejects.toThrow(
          'newer Dialwright',
        );
      } finally {
        await tests.ask(`DELETE FROM schema_steps WHERE step > ${version}`);
        await tests.ask(`UPDATE schema_version SET version = ${version}, digest = '${digest}'`);
      }
    });

    test('it is opened again with all it had, and the schema is made once', async () => {
      const ref = await world.oneLive();
      await world.store.close();
      const again = await openPostgresStore(optionsOf(opened.server));
      expect(await again.call(ref)).toMatchObject({ state: 'accepted' });
      await again.close();
    });

    test('a batch of an import that fails half way leaves nothing', async () => {
      await world.draft('c1');
      const contact = (number: string) => ({ number, rowKey: null, name: null });
      const failed = world.add('c1', [contact(phone(1)), contact(null as unknown as string)]);
      await expect(failed).rejects.toThrow('null value in column "number"');
      expect(await world.contacts('c1')).toEqual({});
      expect(await world.append('c1', [phone(1)])).toMatchObject({ firstContact: 1 });
    });

    test('a text with U+0000, which Postgres does not hold, is kept with a sign in its place', async () => {
      await world.store.putSuppressionList({ id: 'l1', name: 'a\u0000b', nowMs: world.nowMs });
      expect(await world.store.suppressionLists()).toMatchObject([{ name: 'a\u2400b' }]);
    });

    test('processes that compete for one campaign claim every contact once', async () => {
      const numbers = Array.from({ length: 400 }, (_, n) => phone(n));
      await world.agents('a1', 'a2', 'a3', 'a4');
      await world.campaign('c1', numbers);
      await world.store.close();
      const processes = [1, 2, 3].map(() =>
        run(process.execPath, [CLAIMING, formatServer(opened.server), 'c1', `${world.nowMs}`]),
      );
      const outputs = await Promise.all(processes);
      const claimed = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
      const calls = await world.another().calls({ filter: {} }, { limit: 1_000 });
      expect(calls.items.map(({ contact }) => contact).toSorted((a, b) => a - b)).toEqual(
        numbers.map((_, index) => index + 1),
      );
      expect(calls.items.every(({ ordinal }) => ordinal === 1)).toBe(true);
      expect(new Set(claimed)).toEqual(new Set(calls.items.map(({ ref }) => ref)));
    }, 120_000);

    test('processes that open one empty database at the same time make one schema', async () => {
      await postgres().administer('CREATE DATABASE empty');
      const server = { ...opened.server, database: 'empty' };
      const open = () => run(process.execPath, [OPENING, formatServer(server)]);
      await Promise.all([1, 2, 3, 4].map(open));
      const store = await openPostgresStore(optionsOf(server));
      expect(await store.agents()).toEqual([]);
      await store.close();
    }, 60_000);

    test('it has the tables, columns and indexes that a SQLite file has', async () => {
      const ours = await tests.ask<{ part: string }>(
        `SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END AS part
         FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name NOT IN (SELECT table_name FROM information_schema.views)
           AND table_name <> 'schema_version'
         UNION ALL
         SELECT indexname FROM pg_indexes
         WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE contype <> 'p' OR conname LIKE '%_pkey')
         UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`,
      );
      expect(ours.map(({ part }) => part).toSorted()).toEqual(partsOfSqlite().toSorted());
    });
  });
});

/** What one trigger function of Postgres does by branches, SQLite does by a trigger for each branch. */
const BRANCHES = ['calls_between_buckets'];

/** Columns of tables, indexes and triggers, by their names. */
function partsOfSqlite(): string[] {
  const file = openSqliteUnderTest();
  const database = new DatabaseSync(file.path);
  const names = (sql: string) => database.prepare(sql).all() as { part: string }[];
  const parts = names(
    `SELECT tables.name || '.' || columns.name || iif("notnull" OR columns.pk, ' NOT NULL', '') AS part
     FROM sqlite_master AS tables, pragma_table_xinfo(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name <> 'sqlite_sequence'
     UNION ALL
     SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`,
  ).map(({ part }) => part);
  database.close();
  void file.drop();
  return parts.filter((part) => !BRANCHES.includes(part));
}
