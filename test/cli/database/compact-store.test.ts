import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { compactStore } from '../../../src/cli/database/compact-store.ts';
import { openSqliteStore } from '../../../src/store/sql/open-sqlite-store.ts';
import { World } from '../../store/contract/world.ts';

function leaveFreePages(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('CREATE TABLE large (text TEXT)');
  db.exec(`INSERT INTO large VALUES ('${'x'.repeat(4_000_000)}')`);
  db.exec('DROP TABLE large; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

test('free pages go back to the disk, and everything stays, but not while the database is used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-compact-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'store.sqlite');
  const open = () => openSqliteStore({ path });
  const store = open();
  const world = new World({ store, another: open, drop: async () => undefined });
  await world.agents('a1');
  expect(() => compactStore({ engine: 'sqlite', path })).toThrow('Nothing was changed');
  const id = await store.installationId();
  await store.close();
  leaveFreePages(path);
  const { bytesBefore, bytes } = compactStore({ engine: 'sqlite', path });
  expect(bytes).toBeLessThan(bytesBefore / 2);
  const again = open();
  expect(await again.installationId()).toBe(id);
  expect(await again.agents(world.nowMs)).toMatchObject([{ id: 'a1' }]);
  await again.close();
});

test('a database in Postgres, or one that is not there, is not made', () => {
  const file = join(tmpdir(), 'no-such-dialwright.sqlite');
  expect(() => compactStore({ engine: 'sqlite', path: file })).toThrow('Nothing was changed');
  expect(() => compactStore({ engine: 'postgres' } as never)).toThrow('Nothing was changed');
});
