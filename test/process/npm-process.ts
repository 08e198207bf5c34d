/** An npm script or a program as a supervisor or a person starts it. All its processes are one process group. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

export interface NpmProcess {
  /** What all processes have printed so far. */
  readonly printed: string;
  /** Sends the signal to the first process alone, as a supervisor does. */
  signal(name: NodeJS.Signals): void;
  /** Sends the signal to all its processes, as the terminal does for Ctrl-C. */
  press(name: NodeJS.Signals): void;
  /** Whether a process of the script still runs, npm or another. */
  anyRuns(): boolean;
  /** The exit code of the first process. */
  ended: Promise<number | null>;
}

export const startNpmScript = (
  args: readonly string[],
  environment: Record<string, string>,
): NpmProcess => startProgram('npm', ['run', '--silent', ...args], environment);

/** A program and what it starts, in a process group of their own. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): NpmProcess {
  const child = spawn(program, args, {
    cwd: ROOT,
    // Nothing of the tests' own settings.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const group = -child.pid!;
  const anyRuns = () => {
    try {
      return process.kill(group, 0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => void (anyRuns() && process.kill(group, 'SIGKILL')));
  return {
    get printed() {
      return printed;
    },
    signal: (name) => void child.kill(name),
    press: (name) => void process.kill(group, name),
    anyRuns,
    ended: new Promise((resolve) => void child.once('exit', resolve)),
  };
}
