/** The peers' servers, each fresh in the run's folder, on the loopback, flushing what they acknowledge to the disk. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end, keep, untilAnswers } from '../calls/processes.ts';
import { postgresFolder, postgresUser, restateServer, type Peer } from './programs.ts';
import { freePort } from '../../free-port.ts';

export interface Store {
  pid: number;
  /** As the peer's processes want it. */
  address: Record<string, string | number>;
  bytes(): number;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const READY_WITHIN_MS = 60_000;

export const STORES: Record<Peer, (folder: string) => Promise<Store>> = {
  dbos: startPostgres,
  restate: startRestate,
  postgres: startPostgres,
  bullmq: startRedis,
};

/** A cluster as `initdb` makes it. It is ended at once, without a checkpoint: its folder goes with the run. */
async function startPostgres(folder: string): Promise<Store> {
  const programs = postgresFolder()!;
  const user = postgresUser();
  const data = join(folder, 'postgres');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) {
    for (const path of [data, passwordFile]) chownSync(path, user.uid, user.gid);
    // The run's folder is root's: others may pass through it, not list it.
    chmodSync(folder, 0o711);
  }
  const options = { ...user, cwd: data, env: { ...process.env, LC_ALL: 'C' } };
  const making = [`--pgdata=${data}`, '--username=bench', `--pwfile=${passwordFile}`];
  const run = promisify(execFile);
  await run(
    join(programs, 'initdb'),
    [...making, '--auth=scram-sha-256', '--encoding=UTF8'],
    options,
  );
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: HOST,
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const log = join(folder, 'postgres.log');
  const child = logged(log, join(programs, 'postgres'), ['-D', data, ...args], options);
  keep(child, 'SIGQUIT');
  await untilReady(log, child);
  return {
    pid: child.pid!,
    address: { url: `postgres://bench:${password}@${HOST}:${port}/postgres` },
    bytes: () => bytesBelow(join(data, 'base')),
    stop: () => end(child, 'SIGQUIT'),
  };
}

/** Its append-only file is flushed at every write and never written anew. */
async function startRedis(folder: string): Promise<Store> {
  const data = join(folder, 'redis');
  mkdirSync(data);
  const port = await freePort();
  const settings = {
    port,
    bind: HOST,
    dir: data,
    appendonly: 'yes',
    appendfsync: 'always',
    'auto-aof-rewrite-percentage': 0,
    save: '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const log = join(folder, 'redis.log');
  const child = keep(logged(log, 'redis-server', args));
  await untilReady(log, child);
  return {
    pid: child.pid!,
    address: { host: HOST, port },
    bytes: () => bytesBelow(data),
    stop: () => end(child),
  };
}

/** A single node with the settings that it comes with. */
async function startRestate(folder: string): Promise<Store> {
  const data = join(folder, 'restate');
  const [node, ingress, admin, servicePort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const args = ['--no-logo', '--node-name=bench', `--base-dir=${data}`];
  const where = [
    '--listen-mode=tcp',
    `--bind-ip=${HOST}`,
    `--bind-port=${node}`,
    `--advertised-host=${HOST}`,
  ];
  const env = {
    ...process.env,
    RESTATE_INGRESS__BIND_PORT: String(ingress),
    RESTATE_ADMIN__BIND_PORT: String(admin),
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_LOG_FILTER: 'warn',
  };
  const child = keep(
    logged(join(folder, 'restate.log'), restateServer(), [...args, ...where], { env }),
  );
  const [ingressUrl, adminUrl] = [`http://${HOST}:${ingress}`, `http://${HOST}:${admin}`];
  await untilAnswers(`${adminUrl}/health`, child);
  await untilAnswers(`${ingressUrl}/restate/health`, child);
  return {
    pid: child.pid!,
    address: { ingressUrl, adminUrl, servicePort },
    bytes: () => bytesBelow(data),
    stop: () => end(child),
  };
}

function logged(
  logFile: string,
  program: string,
  args: string[],
  options: { uid?: number; gid?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

/** As Postgres and Redis report it. */
const READY = /ready to accept connections/i;

async function untilReady(logFile: string, child: ChildProcess): Promise<void> {
  const untilMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < untilMs && child.exitCode === null) {
    if (READY.test(readFileSync(logFile, 'utf8'))) return;
    await sleep(50);
  }
  throw new Error(`the server did not start: see ${logFile}`);
}

/** Of all files there and below; those that go away meanwhile do not count. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);
}
