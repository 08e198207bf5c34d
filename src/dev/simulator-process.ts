/** Runs the simulated carrier in its own process, because a real carrier is another process too. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ChangeableInput } from '../simulator/start-simulator.ts';

export interface SimulatorProcess {
  url: string;
  storageUrl: string;
  isRunning(): boolean;
  /** Changes options while it runs. */
  change(input: ChangeableInput): void;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../simulator/main.ts', import.meta.url));
const START_PATIENCE_MS = 30_000;
const STOP_PATIENCE_MS = 5_000;

/** @throws Error if it does not start; its output is in the log */
export async function startSimulator(
  args: string[],
  { logFile }: { logFile: string },
): Promise<SimulatorProcess> {
  const log = openSync(logFile, 'a');
  // The simulator ends when its standard input closes, so it ends even if we are killed. It has its own process group,
  // so that Ctrl-C does not reach it before the worker has ended.
  const child = spawn(process.execPath, [PROGRAM, '--exit-with-stdin', ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { url, storageUrl } = await listening(child, logFile);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    url,
    storageUrl,
    isRunning,
    change: (input) => void child.stdin?.write(`${JSON.stringify(input)}\n`),
    async stop() {
      child.stdin?.end();
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      if (isRunning()) await ended;
      clearTimeout(patience);
    },
  };
}

async function listening(
  child: ChildProcess,
  logFile: string,
): Promise<{ url: string; storageUrl: string }> {
  const patience = setTimeout(() => child.kill('SIGKILL'), START_PATIENCE_MS);
  try {
    for await (const line of createInterface({ input: child.stdout! })) {
      const message = JSON.parse(line) as { event: string; url: string; storageUrl: string };
      if (message.event === 'listening') return message;
    }
  } finally {
    clearTimeout(patience);
    child.stdout!.resume();
  }
  throw new Error(`The simulated carrier did not start; see ${logFile}.`);
}
