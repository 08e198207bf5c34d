/** The Temporal server of a run: the dev server on a SQLite file, or Temporal's own server on a Postgres of the run's own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { findTemporal } from '../../../src/dev/temporal/find-temporal.ts';
import { launchArguments } from '../../../src/dev/temporal/temporal-process.ts';
import { waitUntilReady } from '../../../src/dev/temporal/temporal-readiness.ts';
import { unreachable } from '../../../src/domain/unreachable.ts';
import { reportTo } from '../../../src/terminal/progress-reporter.ts';
import { postgresPrograms, startPostgres } from '../../store/postgres/postgres-server.ts';
import type { ServerVersion } from '../../temporal/postgres/server-programs.ts';
import { startTemporalOnPostgres } from '../../temporal/postgres/temporal-on-postgres.ts';
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';
import { countingSettings, postgresCost } from '../postgres-cost.ts';
import { bytesOf, end, keep } from './processes.ts';
import { freePort } from '../../free-port.ts';

export interface TemporalServer {
  pid: number;
  address: string;
  bytes(): Promise<number>;
  /** Where its data is, if it is not a SQLite file. */
  postgres?: { server: PostgresServer; pid: number };
  stop(): Promise<void>;
  /** Killed, and later begun again on the same database. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** How the dev server's SQLite writes to the disk: see `PRAGMA synchronous`. */
export type SyncMode = 'FULL' | 'NORMAL';

/** The dev server on SQLite, and Temporal's own server on Postgres: of the dev server's version, and the newest. */
export const TEMPORALS = ['sqlite', 'postgres', 'postgres-1.32'] as const;
export type TemporalKind = (typeof TEMPORALS)[number];

export interface TemporalPlan {
  /** By default the dev server. */
  temporalKind?: TemporalKind;
  sync: SyncMode;
}

export function startTemporal(
  folder: string,
  { temporalKind = 'sqlite', sync }: TemporalPlan,
): Promise<TemporalServer> {
  switch (temporalKind) {
    case 'sqlite':
      return devServer(folder, sync);
    case 'postgres':
      return onPostgres(folder, '1.29');
    case 'postgres-1.32':
      return onPostgres(folder, '1.32');
    default:
      return unreachable(temporalKind);
  }
}

async function onPostgres(folder: string, version: ServerVersion): Promise<TemporalServer> {
  const programs = postgresPrograms();
  if (programs === undefined)
    throw new Error('no Postgres is installed here (apt-get install postgresql)');
  const postgres = await startPostgres(programs, countingSettings());
  const { server } = postgres;
  const temporal = await startTemporalOnPostgres({ folder, postgres: server, version }).catch(
    async (error: unknown) => {
      await postgres.stop();
      throw error;
    },
  );
  return {
    get pid() {
      return temporal.pid();
    },
    address: temporal.address,
    bytes: async () => (await postgresCost(server)).bytes,
    postgres: { server, pid: postgres.pid() },
    kill: () => temporal.kill(),
    start: () => temporal.start(),
    async stop() {
      await temporal.stop();
      await postgres.stop();
    },
  };
}

async function devServer(folder: string, sync: SyncMode): Promise<TemporalServer> {
  const source = await findTemporal({ env: process.env, reporter: reportTo(process.stderr) });
  if (source.kind !== 'binary')
    throw new Error('unset TEMPORAL_ADDRESS: a fresh server is measured');
  const port = await freePort();
  const database = join(folder, 'temporal.db');
  const plan = { binary: source.path, database, port, uiPort: null, logFile: '' };
  const args = [...launchArguments(plan), `--sqlite-pragma=synchronous=${sync}`];
  const address = `127.0.0.1:${port}`;
  const begin = async (): Promise<ChildProcess> => {
    const log = openSync(join(folder, 'temporal.log'), 'a');
    const env = { ...process.env, GOGC: '400' };
    const child = keep(spawn(source.path, args, { env, stdio: ['ignore', log, log] }));
    closeSync(log);
    await waitUntilReady(address, () => child.exitCode !== null);
    return child;
  };
  let child = await begin();
  return {
    get pid() {
      return child.pid!;
    },
    address,
    bytes: () => Promise.resolve(bytesOf(database)),
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
    async start() {
      child = await begin();
    },
  };
}
