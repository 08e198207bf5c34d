import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { StoreUnderTest } from './contract/world.ts';

export interface SqliteUnderTest extends StoreUnderTest {
  path: string;
}

function dumpOf(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name));
    return tables
      .map((name) => `${name} ${JSON.stringify(database.prepare(`SELECT * FROM ${name}`).all())}`)
      .join('\n');
  } finally {
    database.close();
  }
}

/** A database of its own in a folder that goes with it. */
export function openSqliteUnderTest(): SqliteUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-store-'));
  const path = join(folder, 'store.db');
  const opened: Store[] = [];
  const another = () => {
    const store = openSqliteStore({ path });
    opened.push(store);
    return store;
  };
  return {
    path,
    store: another(),
    another,
    dump: async () => dumpOf(path),
    async drop() {
      await Promise.all(opened.map((store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
