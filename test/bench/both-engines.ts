/** Runs a measurement on an empty database of each engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { databaseOptions, openPostgresStore } from '../../src/store/sql/open-postgres-store.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { postgresPrograms, startPostgres } from '../store/postgres/postgres-server.ts';
import { optionsOf } from '../store/postgres/postgres-under-test.ts';

type Rows = string[][];
type Measure = (engine: string, db: Database) => Promise<Rows>;

/** @returns the rows of both; of Postgres one that says so if it is not installed */
export const onBothEngines = async (measured: Measure): Promise<Rows> => [
  ...(await onSqlite(measured)),
  ...(await onPostgres(measured)),
];

async function onSqlite(measured: Measure): Promise<Rows> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
  const path = join(folder, 'dialwright.db');
  await openSqliteStore({ path }).close();
  const seen = await measured('SQLite', new SqliteDatabase(new Connection(path, 1_000)));
  rmSync(folder, { recursive: true, force: true });
  return seen;
}

async function onPostgres(measured: Measure): Promise<Rows> {
  const programs = postgresPrograms();
  if (programs === undefined) return [['Postgres', 'not installed here', '']];
  const postgres = await startPostgres(programs);
  const options = optionsOf(postgres.server);
  await (await openPostgresStore(options)).close();
  const seen = await measured('Postgres', new PostgresDatabase(databaseOptions(options)));
  await postgres.stop();
  return seen;
}
