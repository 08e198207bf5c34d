/** What a Postgres server has done for the programs that use it, from its own statistics. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../src/store/sql/database-url.ts';
import { table } from '../../src/terminal/table.ts';
import { asked, postgresPrograms } from '../store/postgres/postgres-server.ts';

export interface PostgresCost {
  /** Sent by clients; those that begin and end transactions are not counted. NaN: the extension is not installed. */
  statements: number;
  /** Reads count as well: each has a transaction. */
  commits: number;
  /** Transactions that wrote; each is flushed to the disk, alone or with others. */
  writes: number;
  /** Transactions that were taken back. */
  rollbacks: number;
  /** Flushes of the log to the disk. */
  flushes: number;
  walBytes: number;
  bytes: number;
}

const EXTENSION = 'pg_stat_statements';
/** Of the programs that use the server: not the ones that come with it. */
const USERS = `datname IS NOT NULL AND datname <> 'postgres' AND datname NOT LIKE 'template%'`;
const CONTROL = `query ~* '^\\s*(begin|start|commit|end|rollback|abort|savepoint|release|set|discard)\\M'`;
const DEAREST = 40;

/** The settings with which a server counts statements; none where the extension is not installed. */
export function countingSettings(): string[] {
  const programs = postgresPrograms();
  const library = programs && join(programs, '../lib', `${EXTENSION}.so`);
  return library !== undefined && existsSync(library)
    ? [`shared_preload_libraries=${EXTENSION}`]
    : [];
}

/** From here on, the server counts from 0. */
export async function forgetCounts(server: PostgresServer): Promise<void> {
  if (!(await countsStatements(server))) return;
  await asked(server, `CREATE EXTENSION IF NOT EXISTS ${EXTENSION}`);
  await asked(server, `SELECT ${EXTENSION}_reset()`);
  for (const database of await databases(server)) {
    await asked({ ...server, database }, 'SELECT pg_stat_reset()');
  }
}

/** Of all programs that use the server, since it was made; statements since `forgetCounts`. */
export async function postgresCost(server: PostgresServer): Promise<PostgresCost> {
  const [row] = await asked<Record<keyof PostgresCost, string>>(
    server,
    `SELECT sum(xact_commit) AS commits, sum(xact_rollback) AS rollbacks, sum(pg_database_size(datname)) AS bytes,
            pg_snapshot_xmax(pg_current_snapshot())::text AS writes,
            pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS "walBytes",
            (SELECT wal_sync FROM pg_stat_wal) AS flushes,
            (${(await countsStatements(server)) ? statementsSql() : `'NaN'`}) AS statements
     FROM pg_stat_database WHERE ${USERS}`,
  );
  return {
    statements: Number(row!.statements),
    commits: Number(row!.commits),
    writes: Number(row!.writes),
    rollbacks: Number(row!.rollbacks),
    flushes: Number(row!.flushes),
    walBytes: Number(row!.walBytes),
    bytes: Number(row!.bytes),
  };
}

const statementsSql = () =>
  `SELECT sum(calls) FROM ${EXTENSION} JOIN pg_database d ON d.oid = dbid WHERE ${USERS} AND NOT ${CONTROL}`;

/** Since `forgetCounts`, for each of so many calls: the statements that took longest, and how rows were updated. */
export async function postgresDetail(server: PostgresServer, calls: number): Promise<string> {
  if (!(await countsStatements(server))) return `The extension ${EXTENSION} is not installed.`;
  const perCall = (value: string | number, digits = 2) => (Number(value) / calls).toFixed(digits);
  const statements = await asked<Record<'calls' | 'ms' | 'wal' | 'query' | 'datname', string>>(
    server,
    `SELECT datname, calls, total_exec_time AS ms, wal_bytes AS wal, query
     FROM ${EXTENSION} JOIN pg_database d ON d.oid = dbid WHERE ${USERS}
     ORDER BY total_exec_time DESC LIMIT ${DEAREST}`,
  );
  const parts = [
    table([
      ['times a call', 'ms a call', 'log bytes a call', 'statement'],
      ...statements.map((one) => [
        perCall(one.calls),
        perCall(one.ms, 3),
        perCall(one.wal, 0),
        one.query.replaceAll(/\s+/g, ' ').slice(0, 160),
      ]),
    ]),
  ];
  for (const database of await databases(server)) {
    parts.push(`${database}:`, await updatesOf({ ...server, database }, perCall));
  }
  return parts.join('\n\n');
}

/** Updates that are HOT write no index. */
async function updatesOf(
  server: PostgresServer,
  perCall: (value: string, digits?: number) => string,
): Promise<string> {
  const tables = await asked<
    Record<'name' | 'inserted' | 'updated' | 'hot' | 'deleted' | 'scans', string>
  >(
    server,
    `SELECT relname AS name, n_tup_ins AS inserted, n_tup_upd AS updated, n_tup_hot_upd AS hot,
            n_tup_del AS deleted, seq_tup_read AS scans
     FROM pg_stat_user_tables WHERE n_tup_ins + n_tup_upd + n_tup_del > 0 ORDER BY n_tup_upd DESC`,
  );
  return table([
    ['table', 'inserted a call', 'updated', 'of these HOT', 'deleted', 'rows scanned'],
    ...tables.map((one) => [
      one.name,
      perCall(one.inserted),
      perCall(one.updated),
      Number(one.updated) === 0
        ? '–'
        : `${((Number(one.hot) / Number(one.updated)) * 100).toFixed(0)} %`,
      perCall(one.deleted),
      perCall(one.scans, 0),
    ]),
  ]);
}

async function databases(server: PostgresServer): Promise<string[]> {
  const found = await asked<{ datname: string }>(
    server,
    `SELECT datname FROM pg_database WHERE ${USERS}`,
  );
  return found.map(({ datname }) => datname);
}

async function countsStatements(server: PostgresServer): Promise<boolean> {
  const [row] = await asked<{ libraries: string }>(
    server,
    `SELECT current_setting('shared_preload_libraries') AS libraries`,
  );
  return row!.libraries.includes(EXTENSION);
}
