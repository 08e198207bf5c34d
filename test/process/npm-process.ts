/** An npm script as a supervisor or a person starts it. All its processes are one process group. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

export interface NpmProcess {
  /** What all processes have printed so far. */
  readonly printed: string;
  /** Sends the signal to npm alone, as a supervisor does. */
  signal(name: NodeJS.Signals): void;
  /** Sends the signal to npm and to what it has started, as the terminal does for Ctrl-C. */
  press(name: NodeJS.Signals): void;
  /** Whether a process of the script still runs, npm or another. */
  anyRuns(): boolean;
  /** The exit code of npm. */
  ended: Promise<number | null>;
}

export function startNpmScript(
  args: readonly string[],
  environment: Record<string, string>,
): NpmProcess {
  const child = spawn('npm', ['run', '--silent', ...args], {
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
