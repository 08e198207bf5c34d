/** Starts, recognizes and ends a process of the Temporal dev server. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEARCH_ATTRIBUTES } from '../../contract/messages.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';

/** Stored with the database, so that the next start recognizes a server that a kill left running. */
export interface ServerRecord {
  pid: number;
  startedAt: string;
  binary: string;
  database: string | null;
  port: number;
  uiPort: number | null;
}

export interface ServerPlan {
  binary: string;
  /** Null: the data is in memory. */
  database: string | null;
  port: number;
  /** Null: no Web UI. */
  uiPort: number | null;
  logFile: string;
}

const STOP_PATIENCE_MS = 10_000;

export function launchArguments(plan: ServerPlan): string[] {
  const attributes = Object.values(SEARCH_ATTRIBUTES);
  return [
    'server',
    'start-dev',
    '--ip=127.0.0.1',
    `--port=${plan.port}`,
    ...(plan.uiPort === null ? ['--headless'] : [`--ui-port=${plan.uiPort}`]),
    ...(plan.database === null
      ? []
      : [`--db-filename=${plan.database}`, '--sqlite-pragma=journal_mode=WAL']),
    ...attributes.map((name) => `--search-attribute=${name}=Keyword`),
    '--log-level=error',
  ];
}

/** @throws Error if the program cannot be started */
export async function launch(plan: ServerPlan): Promise<ServerRecord> {
  const log = openSync(plan.logFile, 'a');
  // It has its own process group: Ctrl-C reaches every process of the terminal's group, and the server must outlive the
  // worker. With this GOGC it was measured to be a fifth faster.
  const child = spawn(plan.binary, launchArguments(plan), {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, GOGC: '400' },
  });
  closeSync(log);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject);
  });
  child.unref();
  const { binary, database, port, uiPort } = plan;
  const startedAt = identify(child.pid!)?.startedAt ?? '';
  return { pid: child.pid!, startedAt, binary, database, port, uiPort };
}

const recordFile = (folder: string): string => join(folder, 'temporal.json');

export function writeRecord(folder: string, record: ServerRecord): void {
  writeFileSync(recordFile(folder), `${JSON.stringify(record, null, 2)}\n`);
}

export function readRecord(folder: string): ServerRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordFile(folder), 'utf8')) as ServerRecord;
  } catch {
    return undefined;
  }
}

export function dropRecord(folder: string): void {
  rmSync(recordFile(folder), { force: true });
}

/** Whether the recorded server still runs, and its process id was not reused. */
export function isSameProcess(record: ServerRecord, found: ProcessIdentity | undefined): boolean {
  return (
    found !== undefined &&
    found.startedAt === record.startedAt &&
    found.command.includes(' server start-dev ') &&
    found.command.includes(` --port=${record.port} `)
  );
}

export const isAlive = (record: ServerRecord): boolean =>
  isSameProcess(record, identify(record.pid));

/** Asks the process to end, and kills it if it does not. */
export async function end(record: ServerRecord): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(record)) return;
    process.kill(record.pid, signal);
    const untilMs = Date.now() + STOP_PATIENCE_MS;
    while (isAlive(record) && Date.now() < untilMs) await sleep(50);
  }
  if (isAlive(record)) throw new Error(`the Temporal server (pid ${record.pid}) does not end`);
}
