/** What an erasure asks of a database that is full of other people: it must not hold up those who dial. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../src/store/sql/open-postgres-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { onceKey, phone } from './contract/world.ts';
import { CountedDatabase } from './counted-database.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf, PostgresForTests } from './postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

/** Forty pages. */
const ROWS = 20_000;

test('SQLite: an erasure writes where it finds something, and now and then how far it has come', async () => {
  const file = openSqliteUnderTest();
  onTestFinished(() => file.drop());
  const { without, among } = await unitsOf(new SqliteDatabase(new Connection(file.path, 1_000)));
  expect(among.aloneUnits).toBe(without.aloneUnits);
  expect(among.units).toBeLessThanOrEqual(without.units + 3);
});

onPostgres('Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  test('an erasure has the database for itself only where it finds something', async () => {
    const db = new PostgresDatabase(databaseOptions(optionsOf(tests.server)));
    const { without, among } = await unitsOf(db);
    expect(among.aloneUnits).toBe(without.aloneUnits);
    expect(among.units).toBeLessThanOrEqual(without.units + 3);
  });
});

/** Of an erasure without rows of other people, and among many of them. */
async function unitsOf(database: Database) {
  const db = new CountedDatabase(database);
  onTestFinished(() => db.close());
  const without = await erased(db, 1);
  await database.write((tx) =>
    tx.run(
      `INSERT INTO audit (at_ms, who, what, target, before, after)
       SELECT 0, 'somebody', 'something', 'of others', 'null', value FROM ${tx.sql.texts(':texts')}`,
      { texts: JSON.stringify(Array.from({ length: ROWS }, (_, n) => `{"row":${n}}`)) },
    ),
  );
  return { without, among: await erased(db, 2) };
}

/** Units of the erasure of a number that nothing has. */
async function erased(db: CountedDatabase, n: number) {
  const store = sqlStore(db);
  const id = `e${n}`;
  await store.beginErasure({ id, subject: { number: phone(n) }, nowMs: 0 }, onceKey(id));
  const { units, aloneUnits } = db;
  while (await store.continueErasure(0));
  expect(await store.erasure(id)).toMatchObject({ state: 'done' });
  return { units: db.units - units, aloneUnits: db.aloneUnits - aloneUnits };
}
