/** One process of the Temporal dev server: starting it, knowing it again, ending it. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEARCH_ATTRIBUTES } from '../../workflows/messages.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';

/** Written beside the database, so that the next start knows a server that a kill left over. */
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
  /** Null: in memory. */
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

/** @throws Error when the program cannot be started at all. */
export async function launch(plan: ServerPlan): Promise<ServerRecord> {
  const log = openSync(plan.logFile, 'a');
  // A group of its own: Ctrl-C reaches every process of the terminal's group, and the server must
  // outlive the worker. GOGC: measured a fifth faster.
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

/** Whether the process the record names is there and is that server, not a later one with its id. */
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

/** Asks it to end, then ends it. */
export async function end(record: ServerRecord): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(record)) return;
    process.kill(record.pid, signal);
    const untilMs = Date.now() + STOP_PATIENCE_MS;
    while (isAlive(record) && Date.now() < untilMs) await sleep(50);
  }
  if (isAlive(record)) throw new Error(`the Temporal server (pid ${record.pid}) does not end`);
}
