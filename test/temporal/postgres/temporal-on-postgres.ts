/** Temporal's own server with all its data in a Postgres, as in production, with the namespace that the product uses. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ensureSearchAttributes, missingSearchAttributes } from '../../../src/process/temporal.ts';
import { reportTo } from '../../../src/terminal/progress-reporter.ts';
import { end, keep } from '../../bench/calls/processes.ts';
import { takeBlock } from '../../faults/port-block.ts';
import { serverConfig, DATABASES, PORTS } from './server-config.ts';
import { serverPrograms, type ServerVersion } from './server-programs.ts';

export interface TemporalOnPostgres {
  address: string;
  pid(): number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** After `stop` or `kill`, on the same databases. */
  start(): Promise<void>;
}

interface Place {
  /** For its configuration and its log. */
  folder: string;
  /** Where its databases are made, by a superuser who needs no password. */
  postgres: { host: string; port: number; user: string };
  /** By default that of the dev server. */
  version?: ServerVersion;
}

const NAMESPACE = 'default';
const RETENTION = '30 days';
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;
/** The same as the dev server's, so that both are measured alike. */
const GOGC = '400';

/** @throws Error if it cannot be built, or does not start; its log is in the folder */
export async function startTemporalOnPostgres(place: Place): Promise<TemporalOnPostgres> {
  const { version = '1.29' } = place;
  const reporter = reportTo(process.stderr);
  const programs = await serverPrograms({ env: process.env, reporter, version });
  for (const database of DATABASES) await makeSchema(programs.sqlTool, place.postgres, database);
  // It stores its ports in columns of 16 bits, so those that the system gives out are too high.
  const { ports, release } = await takeBlock(PORTS);
  const address = `127.0.0.1:${ports[0]}`;
  mkdirSync(join(place.folder, 'config'), { recursive: true });
  writeFileSync(
    join(place.folder, 'config', 'server.yaml'),
    serverConfig({ ports, postgres: place.postgres }),
  );
  let child: ChildProcess;
  const begin = async () => {
    child = launch(programs.server, place.folder);
    await untilReady(address, child);
  };
  await begin();
  return {
    address,
    pid: () => child.pid!,
    async stop() {
      await end(child);
      await release();
    },
    kill: () => end(child, 'SIGKILL'),
    start: begin,
  };
}

async function makeSchema(
  sqlTool: string,
  { host, port, user }: Place['postgres'],
  database: (typeof DATABASES)[number],
): Promise<void> {
  const where = ['--plugin', 'postgres12', '--endpoint', host, '--port', String(port)];
  const run = (...args: string[]) =>
    promisify(execFile)(sqlTool, [...where, '--user', user, '--database', database, ...args]);
  const schema = database === 'temporal' ? 'temporal' : 'visibility';
  await run('create-database');
  await run('setup-schema', '--version', '0.0');
  await run('update-schema', '--schema-name', `postgresql/v12/${schema}`);
}

function launch(server: string, folder: string): ChildProcess {
  const log = openSync(join(folder, 'temporal.log'), 'a');
  const args = [`--root=${folder}`, '--config=config', '--env=server', '--allow-no-auth', 'start'];
  const child = keep(
    spawn(server, args, { env: { ...process.env, GOGC }, stdio: ['ignore', log, log] }),
  );
  closeSync(log);
  return child;
}

/** Until the namespace and the search attributes are there: the dev server makes both itself. */
async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const untilMs = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      return await prepare(address);
    } catch (error) {
      const gone = child.exitCode !== null;
      if (gone || Date.now() > untilMs) {
        const what = gone ? 'ended while starting' : 'is not ready';
        throw new Error(`Temporal at ${address} ${what}`, { cause: error });
      }
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** May be repeated. @throws Error while the server is not ready */
async function prepare(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    const client = new Client({ connection, namespace: NAMESPACE });
    await connection.workflowService
      .registerNamespace({
        namespace: NAMESPACE,
        workflowExecutionRetentionPeriod: msToTs(RETENTION),
      })
      .catch((error: Error) => {
        if (!error.message.includes('ALREADY_EXISTS')) throw error;
      });
    await ensureSearchAttributes(client);
    const missing = await missingSearchAttributes(client);
    if (missing.length > 0) throw new Error(`not known yet: ${missing.join(', ')}`);
  } finally {
    await connection.close();
  }
}
