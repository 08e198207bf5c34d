import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { privateFile, privateIfThere } from '../private-files.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable, StoreUnopenable } from '../faults.ts';
import { Connection } from './engine/sqlite/connection.ts';
import { observed, type ObserveTransaction } from './engine/observed-database.ts';
import { sqlStore } from './sql-store.ts';
import type { MigrateAt } from './engine/schema-state.ts';
import { SqliteDatabase } from './engine/sqlite/sqlite-database.ts';
import { migrate } from './engine/sqlite/migrations.ts';
import { asStoreFault } from './engine/sqlite/store-faults.ts';

export interface SqliteStoreOptions {
  /** The database file. It is created, with its folder, if it does not exist. `:memory:` uses no file. */
  path: string;
  /** How long a transaction waits for another process's. It may block this process meanwhile. */
  busyTimeoutMs?: number;
  observe?: ObserveTransaction | undefined;
  /** Whether its schema is brought up to date. */
  migrateAt?: MigrateAt;
}

const BUSY_TIMEOUT_MS = 5_000;
/**
 * Pages in the log after which a commit copies them into the database: 16 MB. With SQLite's usual 1,000 nearly every batch
 * of an import did so, because each of its numbers changes a page of its own of the index.
 */
const CHECKPOINT_PAGES = 4_000;
/** SQLite's own name for a database without a file. */
const IN_MEMORY = ':memory:';

/** A store in one SQLite file. Several processes of one machine may share it. */
export function openSqliteStore({
  path,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
  observe,
  migrateAt = 'start',
}: SqliteStoreOptions): Store {
  const db = new SqliteDatabase(opened(path, busyTimeoutMs, migrateAt));
  return sqlStore(observed(db, observe));
}

/** @throws StoreUnopenable */
function opened(path: string, busyTimeoutMs: number, at: MigrateAt): Connection {
  try {
    if (path !== IN_MEMORY) makePrivate(path);
    const db = new Connection(path, busyTimeoutMs);
    try {
      db.script('PRAGMA journal_mode = WAL');
      db.script(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      migrate(db, path, at);
      proveWriting(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    throw unopenable(path, error);
  }
}

function makePrivate(path: string): void {
  // An existing folder, such as /tmp, may be shared, so it is not changed. Only the files are made private.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  privateFile(path);
  // SQLite creates these with the rights of the database, but they may exist already.
  for (const beside of [`${path}-wal`, `${path}-shm`]) privateIfThere(beside);
}

/** A file that needs no migration would otherwise show only later that it is read-only. */
function proveWriting(db: Connection): void {
  db.writeNow(() => db.run('UPDATE installation SET checks = checks + 1'));
}

const RIGHTS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'];

export function unopenable(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const fault = asStoreFault(error);
  const why =
    fault instanceof StoreUnavailable
      ? fault.message
      : code !== undefined && RIGHTS.includes(code)
        ? `its folder cannot be made or written (${code})`
        : undefined;
  if (why === undefined) return error;
  const fix = 'make the file and its folder writable for this user, or choose another file';
  return new StoreUnopenable(`The database ${path} cannot be used: ${why}; ${fix}.`, {
    cause: error,
  });
}
