/** What the engines write differently means the same on both. */
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../../../src/store/sql/open-postgres-store.ts';
import { PostgresDatabase } from '../../../../src/store/sql/engine/postgres/postgres-database.ts';
import { Connection } from '../../../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../../../src/store/sql/engine/sqlite/sqlite-database.ts';
import type { Database } from '../../../../src/store/sql/engine/tx.ts';
import { onPostgres } from '../../postgres/on-postgres.ts';
import { optionsOf } from '../../postgres/postgres-under-test.ts';

function dialectRules(open: () => Database): void {
  const opened = () => {
    const db = open();
    onTestFinished(() => db.close());
    return db;
  };
  const list = JSON.stringify(['b', 'a b', '7']);

  test('an array of texts is a table', async () => {
    const db = opened();
    const rows = await db.all(`SELECT value FROM ${db.sql.texts(':list')}`, { list });
    expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
      { value: 'b' },
      { value: 'a b' },
      { value: '7' },
    ]);
  });

  test('so is an array of objects, and a member that is missing is NULL', async () => {
    const db = opened();
    const rows = await db.all<{ name: string | null; atMs: number | null }>(
      `SELECT value ->> 'name' AS name, CAST(value ->> 'atMs' AS BIGINT) AS "atMs"
       FROM ${db.sql.objects(':rows')} WHERE value ->> 'kind' = 'x'`,
      {
        rows: JSON.stringify([{ kind: 'x', name: `it's` }, { kind: 'x', atMs: 7 }, { kind: 'y' }]),
      },
    );
    expect(rows.map(({ name, atMs }) => [name, atMs])).toEqual([
      [`it's`, null],
      [null, 7],
    ]);
  });

  test('a member of a column is read, and left out', async () => {
    const db = opened();
    const row = await db.get<{ kind: string; none: string | null; rest: string }>(
      `SELECT ${db.sql.json('report')} ->> 'kind' AS kind, ${db.sql.json('report')} ->> 'none' AS none,
              ${db.sql.jsonWithout('report', 'kind')} AS rest
       FROM (SELECT CAST(:report AS TEXT) AS report) AS reports`,
      { report: '{"kind":"x","lists":[1]}' },
    );
    expect([row!.kind, row!.none, JSON.parse(row!.rest)]).toEqual(['x', null, { lists: [1] }]);
  });

  test('an array in a column is a table', async () => {
    const db = opened();
    const texts = db.sql.texts(`${db.sql.json('policy')} ->> 'lists'`);
    const rows = await db.all<{ value: string }>(
      `SELECT value FROM (SELECT CAST(:policy AS TEXT) AS policy) AS policies, ${texts}`,
      { policy: JSON.stringify({ lists: ['one', 'two'] }) },
    );
    expect(rows.map(({ value }) => value)).toEqual(['one', 'two']);
  });

  test('values are an array, and none an empty one', async () => {
    const db = opened();
    const array = async (where: string) => {
      const { found } = (await db.get<{ found: string }>(
        `SELECT ${db.sql.jsonArrayOf('DISTINCT value')} AS found FROM ${db.sql.texts(':list')} WHERE ${where}`,
        { list },
      ))!;
      return (JSON.parse(found) as string[]).toSorted();
    };
    expect(await array('true')).toEqual(['7', 'a b', 'b']);
    expect(await array(`value = 'none'`)).toEqual([]);
  });
}

dialectRules(() => new SqliteDatabase(new Connection('', 1_000)));

onPostgres('Postgres', (postgres) => {
  let options: ReturnType<typeof databaseOptions>;
  beforeAll(() => {
    options = databaseOptions(optionsOf(postgres().server));
  });
  dialectRules(() => new PostgresDatabase(options));
});
