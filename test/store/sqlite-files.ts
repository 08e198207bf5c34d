import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { StoreUnderTest } from './contract/world.ts';

export interface SqliteUnderTest extends StoreUnderTest {
  path: string;
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
    async drop() {
      await Promise.all(opened.map((store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
