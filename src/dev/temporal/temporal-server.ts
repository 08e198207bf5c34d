/** A Temporal server for development and tests: the one given, the one left over, or a new one. */
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
  /** Undefined when it is not ours, or runs without one. */
  webUi: string | undefined;
  how: 'given' | 'adopted' | 'started';
  /** What clients and workers of this process need in their environment to reach it. */
  environment: Record<string, string>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export interface TemporalServerOptions {
  /** For log, pid file and database. */
  folder: string;
  /** False keeps everything in memory. */
  durable: boolean;
  /** Preferred; the next free one is taken, 0 takes any. */
  port: number;
  /** Null: no Web UI. */
  uiPort: number | null;
  env: Record<string, string | undefined>;
  reporter: ProgressReporter;
  /** Calls off looking for, downloading or building a server. */
  signal?: AbortSignal;
}

const LAUNCHES = 3;

/** @throws Error that says what was tried, when there is none and none can be made. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const source = await findTemporal(options);
  if (source.kind === 'address') return givenServer(source.address);
  mkdirSync(options.folder, { recursive: true });
  const database = options.durable ? resolve(options.folder, 'temporal.db') : null;
  const adopted = await settleLeftover(options.folder, database);
  const record = adopted ?? (await launchNew(options, { binary: source.path, database }));
  return ourServer(options.folder, record, adopted ? 'adopted' : 'started');
}

/** What to do about the server a record speaks of. */
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

// A port that was free can be taken before the server binds it: then others are tried.
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
  // Settings for another server, such as a profile with TLS, must not leak into this connection.
  const profile = resolve(folder, 'temporal.toml');
  writeFileSync(profile, `[profile.default]\naddress = "${address}"\nnamespace = "default"\n`);
  return {
    address,
    webUi: record.uiPort === null ? undefined : `http://127.0.0.1:${record.uiPort}`,
    how,
    environment: {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: 'default',
      TEMPORAL_CONFIG_FILE: profile,
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
