import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { schemaSteps } from '../../src/store/sql/engine/schema-steps.ts';
import { digestOf } from '../../src/store/sql/engine/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { StoreUnopenable } from '../../src/store/faults.ts';
import { phone, World } from './contract/world.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from './sqlite-files.ts';
import { storeContract } from './store-contract.ts';

storeContract('the SQLite store', async () => openSqliteUnderTest());

const SCHEMA_VERSION = schemaSteps('sqlite').length;
const CLAIMING = fileURLToPath(new URL('claiming-process.ts', import.meta.url));
const run = promisify(execFile);

describe('a SQLite file', () => {
  let opened: SqliteUnderTest;
  let world: World;
  beforeEach(() => {
    opened = openSqliteUnderTest();
    world = new World(opened);
  });
  afterEach(() => opened.drop());

  function beside<Result>(work: (database: DatabaseSync) => Result): Result {
    const database = new DatabaseSync(opened.path, { timeout: 0 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  test('a file made by a newer version is refused in words, and left alone', async () => {
    await world.draft('c1');
    beside((database) => database.exec('PRAGMA user_version = 999'));
    expect(() => openSqliteStore({ path: opened.path })).toThrow(
      /made by a newer Dialwright, as schema 999; run that version/,
    );
    beside((database) => database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`));
    expect(await world.another().campaign('c1')).toMatchObject({ id: 'c1' });
  });

  test.each([
    ['an earlier edition of the schema made', 'PRAGMA application_id = 77'],
    ['was made before digests were kept', 'PRAGMA application_id = 0'],
  ])('a file that %s is refused in one sentence, and left alone', async (_, change) => {
    await world.draft('c1');
    const known = beside((db) => db.prepare('PRAGMA application_id').get())!;
    beside((db) => db.exec(change));
    const open = () => openSqliteStore({ path: opened.path });
    expect(open).toThrow(StoreUnopenable);
    expect(open).toThrow(
      `The database ${opened.path} cannot be used: it was made by another version of Dialwright, whose schema differs; run that version, or `,
    );
    beside((db) => db.exec(`PRAGMA application_id = ${Number(known.application_id)}`));
    expect(await world.another().campaign('c1')).toMatchObject({ id: 'c1' });
  });

  test('the digest of a schema is that of its statements: comments and line breaks do not count', () => {
    const digest = digestOf(['CREATE TABLE a (b TEXT); -- one\nCREATE TABLE c (d TEXT);']);
    expect(digestOf(['CREATE TABLE a (b TEXT);', 'CREATE TABLE c\n  (d TEXT); -- more'])).toBe(
      digest,
    );
    expect(digestOf(['CREATE TABLE a (b TEXT);'])).not.toBe(digest);
    expect(digest).toBeGreaterThanOrEqual(0);
  });

  test('a file that is no database is refused', () => {
    expect(() => openSqliteStore({ path: CLAIMING })).toThrow('not a database');
  });

  test('it is opened again with all it had, and the schema is made once', async () => {
    const ref = await world.oneLive();
    await world.store.close();
    const again = openSqliteStore({ path: opened.path });
    expect(await again.call(ref)).toMatchObject({ state: 'accepted' });
    await again.close();
  });

  test('it is written ahead, and synchronised at every commit', async () => {
    const mode = beside((database) => database.prepare('PRAGMA journal_mode').get());
    expect(mode).toMatchObject({ journal_mode: 'wal' });
    await world.draft('c1');
    expect(statSync(`${opened.path}-wal`).size).toBeGreaterThan(0);
  });

  test('a transaction that meets a writer waits, and then fails because the database is locked', async () => {
    await world.draft('c1');
    const impatient = openSqliteStore({ path: opened.path, busyTimeoutMs: 20 });
    const writer = new DatabaseSync(opened.path);
    writer.exec('BEGIN IMMEDIATE');
    await expect(impatient.check()).rejects.toThrow('another process holds its lock');
    expect(await impatient.campaign('c1')).toMatchObject({ id: 'c1' });
    writer.exec('ROLLBACK');
    await impatient.check();
    writer.close();
    await impatient.close();
  });

  test('a batch of an import that fails half way leaves nothing', async () => {
    await world.draft('c1');
    const contact = (number: string) => ({ number, rowKey: null, name: null });
    const failed = world.add('c1', [contact(phone(1)), contact(null as unknown as string)]);
    await expect(failed).rejects.toThrow('NOT NULL');
    expect(await world.contacts('c1')).toEqual({});
    expect(await world.append('c1', [phone(1)])).toMatchObject({ firstContact: 1 });
  });

  test('processes that compete for one campaign claim every contact once', async () => {
    const numbers = Array.from({ length: 400 }, (_, n) => phone(n));
    await world.agents('a1', 'a2', 'a3', 'a4');
    await world.campaign('c1', numbers);
    await world.store.close();
    const processes = [1, 2, 3].map(() =>
      run(process.execPath, [CLAIMING, opened.path, 'c1', `${world.nowMs}`]),
    );
    const outputs = await Promise.all(processes);
    const claimed = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    const calls = await world.another().calls({ filter: {} }, { limit: 1_000 });
    expect(calls.items.map(({ contact }) => contact).toSorted((a, b) => a - b)).toEqual(
      numbers.map((_, index) => index + 1),
    );
    expect(calls.items.every(({ ordinal }) => ordinal === 1)).toBe(true);
    expect(new Set(claimed)).toEqual(new Set(calls.items.map(({ ref }) => ref)));
  }, 60_000);

  test('processes that open one new file at the same time make one schema', async () => {
    const fresh = `${opened.path}.fresh`;
    const open = `
      import { openSqliteStore } from ${JSON.stringify(new URL('../../src/store/sql/open-sqlite-store.ts', import.meta.url).href)};
      const store = openSqliteStore({ path: ${JSON.stringify(fresh)} });
      await store.check();`;
    const node = (code: string) => run(process.execPath, ['--input-type=module', '-e', code]);
    await Promise.all([1, 2, 3, 4].map(() => node(open)));
    const store = openSqliteStore({ path: fresh });
    expect(await store.agents()).toEqual([]);
    await store.close();
  }, 20_000);
});
