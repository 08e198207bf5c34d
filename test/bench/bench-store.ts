/** The store of a measurement: a SQLite file, or a database of a Postgres of the run's own. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PostgresServer } from '../../src/store/sql/database-url.ts';
import { DatabaseServer, type DatabaseFigures } from '../faults/database-server.ts';
import type { Engine } from '../faults/faults.ts';
import { bytesOf } from './calls/processes.ts';
import { countingSettings } from './postgres-cost.ts';
import { freePort } from '../free-port.ts';

const BUSY_TIMEOUT_MS = 5_000;

export interface BenchStore {
  /** For `DIALWRIGHT_DATABASE_URL`. */
  url: string;
  /** Of the server's process; SQLite has none. */
  pid: number | undefined;
  /** The server itself, as its superuser. */
  postgres?: PostgresServer;
  ask<Row>(sql: string): Promise<Row[]>;
  /** A statement that changes something, outside of a transaction. */
  run(sql: string): Promise<void>;
  /** Of all that is stored; of SQLite with its log. */
  bytes(): Promise<number>;
  /** Of the log that stands on the disk now. */
  logBytes(): Promise<number>;
  /** Empties a log that keeps its largest size (SQLite), so that its size is that of what comes next. */
  truncateLog(): Promise<void>;
  /** What the server has counted; SQLite counts nothing. */
  figures(): Promise<DatabaseFigures | undefined>;
  stop(): Promise<void>;
}

export function openBenchStore(engine: Engine, folder: string): Promise<BenchStore> {
  return engine === 'postgres' ? onPostgres() : Promise.resolve(inFile(folder));
}

function inFile(folder: string): BenchStore {
  const path = join(folder, 'store.sqlite');
  return {
    url: `sqlite:${path}`,
    pid: undefined,
    ask<Row>(sql: string) {
      const db = new DatabaseSync(path, { readOnly: true });
      try {
        return Promise.resolve(db.prepare(sql).all() as Row[]);
      } finally {
        db.close();
      }
    },
    async run(sql) {
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
    },
    bytes: () => Promise.resolve(bytesOf(path)),
    logBytes: () => Promise.resolve(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0),
    truncateLog() {
      const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
      return Promise.resolve();
    },
    figures: () => Promise.resolve(undefined),
    stop: () => Promise.resolve(),
  };
}

async function onPostgres(): Promise<BenchStore> {
  const ports = { postgres: await freePort(), standby: await freePort() };
  const server = await DatabaseServer.start(ports, { settings: countingSettings() });
  return {
    url: server.url(),
    pid: server.pid,
    postgres: server.server,
    ask: (sql) => server.ask(sql),
    run: async (sql) => void (await server.ask(sql)),
    bytes: async () => (await server.figures()).bytes,
    async logBytes() {
      const [row] = await server.ask<{ size: string }>(
        'SELECT sum(size) AS size FROM pg_ls_waldir()',
      );
      return Number(row!.size);
    },
    // Postgres reuses and removes the files of its log by itself.
    truncateLog: () => Promise.resolve(),
    figures: () => server.figures(),
    stop: () => server.stop(),
  };
}
