/** What holds of changes that nobody waits for (`Tx.send`), on both engines. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Database, Tx } from '../../../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../../../src/store/sql/open-postgres-store.ts';
import { onPostgres } from '../../postgres/on-postgres.ts';
import { optionsOf } from '../../postgres/postgres-under-test.ts';
import { openSqliteUnderTest } from '../../sqlite-files.ts';

const INSERT = 'INSERT INTO sent (text) VALUES (:text)';
const TAKEN = /unique constraint/i;

const seen = async (db: Pick<Database, 'all'>): Promise<string[]> =>
  (await db.all<{ text: string }>('SELECT text FROM sent ORDER BY text')).map(({ text }) => text);

function rules(open: () => Database): void {
  let db: Database;
  beforeEach(async () => {
    db = open();
    await db.write(async (tx) => tx.send(INSERT, { text: 'taken' }));
  });

  test('what was sent is committed with its unit, in the order in which it was sent', async () => {
    await db.write(async (tx) => {
      tx.send(INSERT, { text: 'a' });
      tx.send(`UPDATE sent SET text = 'b' WHERE text = 'a'`);
      expect(await seen(tx)).toEqual(['b', 'taken']);
      tx.send(`UPDATE sent SET text = 'c' WHERE text = 'b'`);
    });
    expect(await seen(db)).toEqual(['c', 'taken']);
  });

  test('a change that fails makes its unit fail with its error, and nothing of the unit stays', async () => {
    const unit = db.write(async (tx) => {
      tx.send(INSERT, { text: 'before' });
      tx.send(INSERT, { text: 'taken' });
      tx.send(INSERT, { text: 'behind' });
    });
    await expect(unit).rejects.toThrow(TAKEN);
    expect(await seen(db)).toEqual(['taken']);
    await db.write(async (tx) => tx.send(INSERT, { text: 'next' }));
    expect(await seen(db)).toEqual(['next', 'taken']);
  });

  test('statements behind a change that failed have its error, and catching it saves nothing', async () => {
    const errors: unknown[] = [];
    const unit = db.write(async (tx) => {
      tx.send(INSERT, { text: 'taken' });
      await tx.get('SELECT 1 AS one').catch((error: unknown) => errors.push(error));
      await tx.run(INSERT, { text: 'other' }).catch((error: unknown) => errors.push(error));
      return 'done';
    });
    await expect(unit).rejects.toThrow(TAKEN);
    expect(errors.map(String)).toEqual([
      expect.stringMatching(TAKEN),
      expect.stringMatching(TAKEN),
    ]);
    expect(await seen(db)).toEqual(['taken']);
  });

  test('the error of a change is told also where the work throws another behind it', async () => {
    const unit = db.write((tx) => {
      tx.send(INSERT, { text: 'taken' });
      return Promise.reject(new Error('of the work'));
    });
    await expect(unit).rejects.toThrow(TAKEN);
  });

  test('work that throws takes back what was sent', async () => {
    const unit = db.write((tx) => {
      tx.send(INSERT, { text: 'a' });
      return Promise.reject(new Error('of the work'));
    });
    await expect(unit).rejects.toThrow('of the work');
    expect(await seen(db)).toEqual(['taken']);
  });

  test('a change without a value for a parameter makes its unit fail', async () => {
    const unit = db.write(async (tx) => {
      tx.send(INSERT, { text: 'a' });
      tx.send('INSERT INTO sent (text, more) VALUES (:text, :more)', { text: 'b', other: 1 });
    });
    await expect(unit).rejects.toThrow(/no value for|Unknown named parameter/);
    expect(await seen(db)).toEqual(['taken']);
  });

  test('a change that is sent after its transaction is refused', async () => {
    let used: Tx | undefined;
    await db.write(async (tx) => {
      used = tx;
    });
    expect(() => used!.send(INSERT, { text: 'late' })).toThrow('after its transaction was over');
    expect(await seen(db)).toEqual(['taken']);
  });

  test('one of several units that fails keeps none of the others from being committed', async () => {
    const texts = ['a', 'taken', 'b'];
    const units = texts.map((text) => db.write(async (tx) => tx.send(INSERT, { text })));
    const settled = await Promise.allSettled(units);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await seen(db)).toEqual(['a', 'b', 'taken']);
  });

  test('answers that nobody reads any more end no process', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const unit = db.write((tx) => {
      void tx.run(INSERT, { text: 'taken' });
      void tx.get('SELECT nothing FROM nowhere');
      void tx.all('SELECT 1 AS one');
      return Promise.reject(new Error('of the work'));
    });
    await expect(unit).rejects.toThrow(TAKEN);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
    expect(await seen(db)).toEqual(['taken']);
  });
}

describe('SQLite', () => {
  rules(() => {
    const file = openSqliteUnderTest();
    const connection = new Connection(file.path, 1_000);
    connection.script('CREATE TABLE sent (text TEXT UNIQUE, more INTEGER)');
    const db = new SqliteDatabase(connection);
    onTestFinished(async () => {
      await db.close();
      await file.drop();
    });
    return db;
  });
});

onPostgres('Postgres', (postgres) => {
  beforeEach(() =>
    postgres().administer(
      'DROP TABLE IF EXISTS sent; CREATE TABLE sent (text text UNIQUE, more bigint)',
    ),
  );
  rules(() => {
    const db = new PostgresDatabase(databaseOptions(optionsOf(postgres().server)));
    onTestFinished(() => db.close());
    return db;
  });
});
