/** The Postgres of a run, which faults strike as they strike the processes of the product. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatServer, type PostgresServer } from '../../src/store/sql/database-url.ts';
import { treeOf } from '../bench/calls/process-cost.ts';
import {
  asked,
  postgresPrograms,
  startPostgres,
  type RunningPostgres,
} from '../store/postgres/postgres-server.ts';

const DATABASE = 'dialwright';
const LOOK_EVERY_MS = 20;
/** Several workers and servers, each with a pool. */
const SETTINGS = ['max_connections=200', 'log_lock_waits=on', 'log_min_duration_statement=2s'];
/** Deadlocks and serialization failures: each is a unit of work that the engine runs again. */
const RUN_AGAIN = / (?:40P01|40001) ERROR: /g;

export interface DatabaseFigures {
  deadlocks: number;
  /** Reads count as well: each has a transaction. */
  commits: number;
  /** Transactions that wrote; each is flushed to the disk, alone or with others. */
  writes: number;
  rollbacks: number;
  /** Units of work that the engine ran again. */
  retries: number;
  walBytes: number;
  bytes: number;
}

export interface DatabasePorts {
  postgres: number;
  standby: number;
}

export class DatabaseServer {
  #running: RunningPostgres;
  #standby: RunningPostgres | undefined;
  #pid: number;
  #starting: Promise<void> | undefined;
  #killed: number[] = [];

  private constructor(running: RunningPostgres, standby: RunningPostgres | undefined) {
    this.#running = running;
    this.#standby = standby;
    this.#pid = running.pid();
  }

  /** @throws Error where no Postgres is installed */
  static async start(
    ports: DatabasePorts,
    { standby = false, settings = [] }: { standby?: boolean; settings?: readonly string[] } = {},
  ): Promise<DatabaseServer> {
    const programs = postgresPrograms();
    if (programs === undefined)
      throw new Error('no Postgres is installed here (apt-get install postgresql)');
    const running = await startPostgres(programs, [...SETTINGS, ...settings], ports.postgres);
    await running.administer(`CREATE DATABASE ${DATABASE}`);
    return new DatabaseServer(
      running,
      standby ? await running.startStandby(ports.standby) : undefined,
    );
  }

  get port(): number {
    return this.#running.server.port;
  }

  get pid(): number {
    return this.#pid;
  }

  /** @returns rows of one statement */
  ask<Row>(sql: string): Promise<Row[]> {
    return asked<Row>(this.#server, sql);
  }

  /** The server itself: its own database, as the superuser. */
  get server(): PostgresServer {
    return this.#running.server;
  }

  /** @param port of a link in between; by default the server's own */
  url(port = this.port): string {
    return formatServer({ ...this.#server, port });
  }

  get #server(): PostgresServer {
    return { ...this.#running.server, database: DATABASE };
  }

  isAlive(): boolean {
    return isThere(this.#pid);
  }

  isStopped(): boolean {
    return stateOf(this.#pid) === 'T';
  }

  /** SIGTERM shuts it down as `pg_ctl stop -m fast` does; every other signal reaches all of its processes. */
  signal(signal: NodeJS.Signals): boolean {
    if (!this.isAlive()) return false;
    if (signal === 'SIGTERM') return process.kill(this.#pid, 'SIGINT');
    const tree = treeOf(this.#pid);
    for (const pid of tree) sendSignal(pid, signal);
    if (signal === 'SIGKILL') this.#killed = tree;
    return true;
  }

  /** Also when those of its processes are gone that outlive it for a moment: it could not be started before. */
  async ended(): Promise<void> {
    const left = () => this.isAlive() || this.#killed.some(isThere);
    while (left()) await sleep(LOOK_EVERY_MS);
  }

  /** Starts it again, where it does not run. Settles when it answers. */
  async start(): Promise<void> {
    if (this.isAlive() && this.#starting === undefined) return;
    this.#starting ??= this.#started().finally(() => (this.#starting = undefined));
    await this.#starting;
  }

  async #started(): Promise<void> {
    await this.ended();
    await this.#running.start();
    this.#pid = this.#running.pid();
  }

  /**
   * Stops one of the processes that serve the product: one in the middle of a unit of work, where there is one.
   * @returns its id; undefined: the product has no connection
   */
  stopBackend(): number | undefined {
    if (!this.isAlive()) return undefined;
    const ours = treeOf(this.#pid).filter((pid) => titleOf(pid).includes(` ${DATABASE} 127.0.0.1`));
    const busy = ours.find((pid) => !titleOf(pid).trim().endsWith(' idle'));
    const chosen = busy ?? ours[0];
    if (chosen !== undefined) sendSignal(chosen, 'SIGSTOP');
    return chosen;
  }

  /** Kills it and makes its standby the primary. @returns false where it has none (any more) */
  async failOver(): Promise<boolean> {
    const standby = this.#standby;
    if (standby === undefined) return false;
    this.signal('SIGKILL');
    await this.ended();
    await standby.administer('SELECT pg_promote()');
    const old = this.#running;
    this.#running = standby;
    this.#standby = undefined;
    this.#pid = standby.pid();
    await old.stop();
    return true;
  }

  /** Since it was made; of a server that was killed, since its last start. */
  async figures(): Promise<DatabaseFigures> {
    const [row] = await this.ask<
      Record<'deadlocks' | 'commits' | 'writes' | 'rollbacks' | 'wal' | 'bytes', string>
    >(
      `SELECT deadlocks, xact_commit AS commits, xact_rollback AS rollbacks,
              pg_snapshot_xmax(pg_current_snapshot())::text AS writes,
              pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal, pg_database_size('${DATABASE}') AS bytes
       FROM pg_stat_database WHERE datname = '${DATABASE}'`,
    );
    return {
      deadlocks: Number(row!.deadlocks),
      commits: Number(row!.commits),
      writes: Number(row!.writes),
      rollbacks: Number(row!.rollbacks),
      retries: this.#running.log().match(RUN_AGAIN)?.length ?? 0,
      walBytes: Number(row!.wal),
      bytes: Number(row!.bytes),
    };
  }

  log(): string {
    return this.#running.log();
  }

  async stop(): Promise<void> {
    this.signal('SIGKILL');
    await Promise.all([this.#running.stop(), this.#standby?.stop()]);
  }
}

/** @returns false where it has ended by itself */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** One that has ended may still stand in the system's list. */
function isThere(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== 'Z';
}

/** The letter of its state; undefined: there is no such process. */
function stateOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2)[0];
}

/** As `ps` shows it: user, database, client, and what it does. */
const titleOf = (pid: number): string => (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
