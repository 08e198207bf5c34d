/** A real Postgres of a test file's own, in a temporary folder that goes with it. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';
import { freePort } from '../../free-port.ts';

/** Debian's; elsewhere the one that PATH names. */
const DEBIAN = '/usr/lib/postgresql';
/** The server refuses to run as root; Debian's package makes this user. */
const OWNER = 'postgres';
const START_WITHIN_MS = 30_000;
/** In the server's folder. */
const LOG = 'server.log';
/** When, which process, and the SQLSTATE. */
const LINE = 'log_line_prefix=%m [%p] %e ';

/** The folder of its programs; undefined where none is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

export interface RunningPostgres {
  /** As the superuser; nobody asks for a password. */
  server: PostgresServer;
  /** Runs one statement that no transaction may hold, such as CREATE DATABASE. */
  administer(sql: string): Promise<void>;
  /** What the server has for one of its settings. */
  setting(name: string): Promise<string>;
  /** Of the server's process. */
  pid(): number;
  /** What it has logged: `LINE` stands before each message. */
  log(): string;
  /** Starts it again: one that runs is shut down first, as by `pg_ctl restart -m fast`; one that was killed recovers. */
  start(): Promise<void>;
  /** Another server that streams what this one commits, and is kept by a commit until it has it on its disk. */
  startStandby(port?: number): Promise<RunningPostgres>;
  stop(): Promise<void>;
}

/**
 * @param settings of the server, such as `max_connections=20`
 * @param port by default a free one
 */
export async function startPostgres(
  programs: string,
  settings: readonly string[] = [],
  port?: number,
): Promise<RunningPostgres> {
  const place = newPlace();
  runAs(place, join(programs, 'initdb'), [
    `--pgdata=${place.data}`,
    `--username=${OWNER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  return serve(programs, place, { port: port ?? (await freePort()), settings });
}

interface Place {
  folder: string;
  data: string;
  owner: { uid?: number; gid?: number };
}

function newPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-postgres-'));
  return { folder, data: join(folder, 'data'), owner: ownerOf(folder) };
}

function runAs({ folder, owner }: Place, program: string, args: readonly string[]): void {
  execFileSync(program, args, { ...owner, cwd: folder, stdio: 'ignore' });
}

async function serve(
  programs: string,
  place: Place,
  { port, settings }: { port: number; settings: readonly string[] },
): Promise<RunningPostgres> {
  const { folder, data, owner } = place;
  const server = {
    host: '127.0.0.1',
    port,
    user: OWNER,
    password: undefined,
    database: 'postgres',
  };
  // Other than the test's own ones as a server has them: what is committed is on the disk.
  const given = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
    .concat('fsync=on', 'max_wal_size=256MB', 'wal_retrieve_retry_interval=500ms', LINE, settings)
    .flatMap((setting) => ['-c', setting]);
  let keeper: ReturnType<typeof keep> | undefined;
  const running = {
    server,
    async administer(sql: string) {
      await asked(server, sql);
    },
    async setting(name: string) {
      const [row] = await asked<{ value: string }>(
        server,
        `SELECT current_setting('${name}') AS value`,
      );
      return row!.value;
    },
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    log: () => readFileSync(join(folder, LOG), 'utf8'),
    async start() {
      await keeper?.stop();
      keeper = keep(join(programs, 'postgres'), ['-D', data, ...given], { ...owner, cwd: folder });
      await answers((sql) => running.administer(sql));
    },
    async startStandby(standbyPort?: number) {
      const standbyPlace = newPlace();
      runAs(standbyPlace, join(programs, 'pg_basebackup'), [
        `--pgdata=${standbyPlace.data}`,
        `--dbname=host=127.0.0.1 port=${port} user=${OWNER}`,
        '--write-recovery-conf',
        '--wal-method=stream',
        '--checkpoint=fast',
        '--no-sync',
      ]);
      const standby = await serve(programs, standbyPlace, {
        port: standbyPort ?? (await freePort()),
        settings,
      });
      await running.administer(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await running.administer('SELECT pg_reload_conf()');
      return standby;
    },
    async stop() {
      await keeper?.stop();
      execFileSync('rm', ['-rf', folder]);
    },
  };
  await running.start();
  return running;
}

/** @returns rows of a statement on a connection of its own */
export async function asked<Row>(server: PostgresServer, sql: string): Promise<Row[]> {
  const client = new Client({ ...server, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, OWNER], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')];
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return { uid, gid };
}

/** Runs it below a shell that ends it as soon as this process is gone, however that came. */
function keep(
  program: string,
  args: readonly string[],
  as: { uid?: number; gid?: number; cwd: string },
) {
  const script = `"$0" "$@" </dev/null >>${LOG} 2>&1 & child=$!; read line; kill -INT $child; wait $child`;
  const shell = spawn('/bin/sh', ['-c', script, program, ...args], {
    ...as,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  return {
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}

async function answers(administer: (sql: string) => Promise<void>): Promise<void> {
  const untilMs = Date.now() + START_WITHIN_MS;
  for (;;) {
    try {
      return await administer('SELECT 1');
    } catch (error) {
      if (Date.now() > untilMs) throw new Error('Postgres does not start', { cause: error });
    }
    await sleep(50);
  }
}
