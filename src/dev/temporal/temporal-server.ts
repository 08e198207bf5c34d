/** Provides a Temporal server for development and tests: a given one, one that a kill left running, or a new one. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findTemporal } from './find-temporal.ts';
import { holdPort } from '../ports.ts';
import type { ProgressReporter } from '../../terminal/progress-reporter.ts';
import {
  dropRecord,
  end,
  isAlive,
  launch,
  readRecord,
  writeRecord,
  type ServerRecord,
} from './temporal-process.ts';
import { isReady, keepHistories, waitUntilReady } from './temporal-readiness.ts';

export interface TemporalServer {
  address: string;
  /** Undefined: the server is not ours, or has no Web UI. */
  webUi: string | undefined;
  how: 'given' | 'adopted' | 'started';
  /** Environment variables with which clients and workers of this process reach it. */
  environment: Record<string, string>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export interface TemporalServerOptions {
  /** Folder for log, pid file and database. */
  folder: string;
  /** False: all data is in memory. */
  durable: boolean;
  /** The preferred port. If it is taken, the next free one is used. 0: any. */
  port: number;
  /** Null: no Web UI. */
  uiPort: number | null;
  env: Record<string, string | undefined>;
  reporter: ProgressReporter;
  /** Cancels finding, downloading or building a server. */
  signal?: AbortSignal;
}

const LAUNCHES = 3;

/** @throws Error that lists what was tried if no server can be found or made */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const source = await findTemporal(options);
  if (source.kind === 'address') return givenServer(source.address);
  mkdirSync(options.folder, { recursive: true });
  const database = options.durable ? resolve(options.folder, 'temporal.db') : null;
  const adopted = await settleLeftover(options.folder, database);
  const record = adopted ?? (await launchNew(options, { binary: source.path, database }));
  return ourServer(options.folder, record, adopted ? 'adopted' : 'started');
}

/** Decides what to do with a recorded server. */
export function leftoverVerdict(
  record: ServerRecord | undefined,
  seen: { alive: boolean; ready: boolean; database: string | null },
): 'nothing' | 'adopt' | 'stop' {
  if (!record || !seen.alive) return 'nothing';
  const sameDatabase = record.database !== null && record.database === seen.database;
  return sameDatabase && seen.ready ? 'adopt' : 'stop';
}

async function settleLeftover(
  folder: string,
  database: string | null,
): Promise<ServerRecord | undefined> {
  const record = readRecord(folder);
  const alive = record !== undefined && isAlive(record);
  const ready = alive && (await isReady(addressOf(record)));
  const verdict = leftoverVerdict(record, { alive, ready, database });
  if (verdict === 'adopt') return record;
  if (verdict === 'stop') await end(record!);
  dropRecord(folder);
  return undefined;
}

// Another process may take a free port before the server binds it, so further ports are tried.
async function launchNew(
  { folder, port, uiPort }: TemporalServerOptions,
  what: { binary: string; database: string | null },
): Promise<ServerRecord> {
  const logFile = join(folder, 'temporal.log');
  for (let launches = 1; ; launches++) {
    const held = await holdPort(port);
    const heldUi = uiPort === null ? null : await holdPort(uiPort);
    await held.release();
    await heldUi?.release();
    const ports = { port: held.port, uiPort: heldUi?.port ?? null };
    const record = await launch({ ...what, ...ports, logFile });
    writeRecord(folder, record);
    try {
      await waitUntilReady(addressOf(record), () => !isAlive(record));
      await keepHistories(addressOf(record));
      return record;
    } catch (error) {
      await end(record);
      dropRecord(folder);
      if (launches < LAUNCHES && lastLines(logFile).includes('in use')) continue;
      throw new Error(`${(error as Error).message}; ${logFile} ends:\n${lastLines(logFile)}`, {
        cause: error,
      });
    }
  }
}

function givenServer(address: string): TemporalServer {
  const isRunning = () => true;
  return { address, webUi: undefined, how: 'given', environment: {}, isRunning, async stop() {} };
}

function ourServer(
  folder: string,
  record: ServerRecord,
  how: 'adopted' | 'started',
): TemporalServer {
  const address = addressOf(record);
  // Settings for another server, such as a profile with TLS, must not affect this connection.
  const profile = resolve(folder, 'temporal.toml');
  writeFileSync(profile, `[profile.default]\naddress = "${address}"\nnamespace = "default"\n`);
  const webUi = record.uiPort === null ? undefined : `http://127.0.0.1:${record.uiPort}`;
  return {
    address,
    webUi,
    how,
    environment: {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: 'default',
      TEMPORAL_CONFIG_FILE: profile,
      ...(webUi === undefined ? {} : { TEMPORAL_WEB_UI_URL: webUi }),
    },
    isRunning: () => isAlive(record),
    async stop() {
      await end(record);
      dropRecord(folder);
    },
  };
}

const addressOf = (record: ServerRecord): string => `127.0.0.1:${record.port}`;

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}
