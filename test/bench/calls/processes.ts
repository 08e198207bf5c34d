/** Processes of a run, ended by their handle, none of which outlives the runner. */
import { fork, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StubAsk, StubPlan, StubSeen } from './carrier-stub.ts';

/** With the signal that ends each for certain. */
const living = new Map<ChildProcess, NodeJS.Signals>();
const folders = new Set<string>();
process.once('exit', (code) => {
  for (const [child, signal] of living) child.kill(signal);
  if (code <= 128) return;
  folders.forEach(clearAway);
});

/** Postgres takes a moment to end, and takes away files of its own meanwhile. */
function clearAway(folder: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; existsSync(folder) && tries < CLEAR_TRIES; tries++) {
    if (tries > 0) Atomics.wait(clock, 0, 0, CLEAR_EVERY_MS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Of itself, Node would end without its `exit`.
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

const ROOT = join(import.meta.dirname, '../../..');
const CLEAR_TRIES = 20;
const CLEAR_EVERY_MS = 100;
const STOP_WITHIN_MS = 10_000;

/** `lastSignal` ends it when the runner ends: for what must clean up, one that it can handle. */
export function keep(child: ChildProcess, lastSignal: NodeJS.Signals = 'SIGKILL'): ChildProcess {
  living.set(child, lastSignal);
  child.once('exit', () => living.delete(child));
  return child;
}

/** For what one system writes. Whoever asks for it takes it away, or keeps it for its logs; interrupted, it goes. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
  folders.add(folder);
  return folder;
}

export interface Launch {
  args: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Messages can be sent to it. */
  ipc?: boolean;
  /** How far its threads stand back behind others for a processor (nice(1)). */
  nice?: number;
}

/** Node with these arguments. Its output goes to the file. */
export function startNode({ args, env, logFile, ipc = false, nice = 0 }: Launch): ChildProcess {
  const log = openSync(logFile, 'a');
  const stdio: StdioOptions = ['ignore', log, log, ...(ipc ? (['ipc'] as const) : [])];
  // `nice` becomes the program, so the process is the same one.
  const child = spawn('nice', ['-n', String(nice), process.execPath, ...args], { env, stdio });
  closeSync(log);
  return keep(child);
}

/** Node as `npm run server` and `npm run worker` start it: its environment and its flags, the script last. */
export function scriptLaunch(name: 'server' | 'worker'): Pick<Launch, 'args' | 'env'> {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const words = manifest.scripts[name]!.split(' ');
  const node = words.indexOf('node');
  const inProject = (word: string) => (/^(\.\/bin|src)\//.test(word) ? join(ROOT, word) : word);
  return {
    args: words.slice(node + 1).map(inProject),
    env: Object.fromEntries(
      words.slice(words.indexOf('env') + 1, node).map((word) => word.split('=')),
    ),
  };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  child.kill(signal);
  const killing = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(killing);
}

export interface Stub {
  pid: number;
  url: string;
  seen(): Promise<StubSeen>;
  ask(asked: StubAsk): Promise<void>;
  stop(): Promise<void>;
}

export async function forkStub(plan: StubPlan): Promise<Stub> {
  const file = join(import.meta.dirname, 'carrier-stub.ts');
  const child = keep(fork(file, [JSON.stringify(plan)]));
  await message(child);
  const ask = async (asked: StubAsk): Promise<unknown> => {
    child.send(asked);
    return message(child);
  };
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${plan.port}`,
    seen: async () => (await ask({ ask: 'seen' })) as StubSeen,
    ask: async (asked) => void (await ask(asked)),
    stop: () => end(child),
  };
}

/** The next one. @throws when the child ends instead */
export function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the run ended'));
    child.once('exit', gone);
    child.once('message', (said) => {
      child.off('exit', gone);
      resolve(said);
    });
  });
}

/** Of a SQLite database and its log. */
export function bytesOf(database: string): number {
  const sizes = ['', '-wal'].map((ending) =>
    statSync(database + ending, { throwIfNoEntry: false }),
  );
  return sizes.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
}

export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const untilMs = Date.now() + 60_000;
  while (Date.now() < untilMs && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`nothing answers at ${url}`);
}
