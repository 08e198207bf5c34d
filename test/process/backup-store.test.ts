import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupStore } from '../../src/process/backup-store.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'dialwright-backup-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const database = () => ({ engine: 'sqlite', path: at('store.sqlite') }) as const;

test('a database in use is copied whole, into one file', async () => {
  const store = openSqliteStore({ path: at('store.sqlite') });
  await store.addAgent(
    {
      id: 'a1',
      name: 'Anna Beispiel',
      kind: 'sip',
      address: 'sip-1',
      pools: ['default'],
      capacity: 1,
      state: 'ready',
    },
    1,
  );
  const copy = await backupStore(database(), at('copy.sqlite'));
  expect(copy.bytes).toBeGreaterThan(0);
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite']);
  await store.close();
  const again = openSqliteStore({ path: at('copy.sqlite') });
  expect(await again.agents()).toMatchObject([{ id: 'a1' }]);
  await again.close();
});

test('a file that exists is left alone', async () => {
  await openSqliteStore({ path: at('store.sqlite') }).close();
  await expect(backupStore(database(), at('store.sqlite'))).rejects.toThrow(/Nothing was copied/);
});

test('a missing database is named in one sentence, and nothing is left', async () => {
  await expect(backupStore(database(), at('copy.sqlite'))).rejects.toMatchObject({
    failure: expect.objectContaining({ what: `There is no database ${at('store.sqlite')}` }),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a copy that cannot be made, or is damaged, leaves no part of it', async () => {
  writeFileSync(
    at('store.sqlite'),
    'no database at all, but more than a hundred bytes '.repeat(99),
  );
  await expect(backupStore(database(), at('copy.sqlite'))).rejects.toThrow(/./);
  expect(readdirSync(folder)).toEqual(['store.sqlite']);
  await expect(backupStore(database(), at('nowhere/copy.sqlite'))).rejects.toThrow(/./);
  expect(readdirSync(folder)).toEqual(['store.sqlite']);
});

test('Postgres is backed up by its own tools, and the error names them', async () => {
  const postgres = { engine: 'postgres', url: 'postgres://localhost/dialwright' } as never;
  await expect(backupStore(postgres, at('copy'))).rejects.toMatchObject({
    failure: expect.objectContaining({ next: expect.stringContaining('pg_dump') }),
  });
});
