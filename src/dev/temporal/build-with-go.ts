/** Builds programs with Go into the cache. */
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProgressReporter } from '../../terminal/progress-reporter.ts';
import { cacheFolder } from './temporal-cache.ts';

const PATIENCE_MS = 30 * 60_000;

export interface GoInput {
  go: string;
  env: Record<string, string | undefined>;
  reporter: ProgressReporter;
  signal?: AbortSignal | undefined;
}

export interface GoProgram {
  /** With its version, such as `example.com/module/cmd/name@v1.2.3`. Go names the program after the last folder. */
  package: string;
  /** Where the program is put. */
  target: string;
}

/** All packages must be of one module. @throws Error with the last line of Go's output */
export async function buildWithGo(input: GoInput, programs: readonly GoProgram[]): Promise<void> {
  const workshop = join(cacheFolder(input.env), `building.${process.pid}`);
  mkdirSync(workshop, { recursive: true });
  try {
    await goInstall(input, { workshop, packages: programs.map((program) => program.package) });
    for (const program of programs) {
      mkdirSync(dirname(program.target), { recursive: true });
      // Renamed into place, so that a concurrent start finds a complete program or none.
      renameSync(join(workshop, nameOf(program)), program.target);
    }
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

const nameOf = (program: GoProgram): string => basename(program.package.split('@')[0]!);

async function goInstall(
  { go, env, reporter, signal }: GoInput,
  { workshop, packages }: { workshop: string; packages: string[] },
): Promise<void> {
  const startedMs = Date.now();
  let lastLine = 'starting';
  // Without cgo, no C compiler is needed. Without symbols, the program is a third smaller.
  const child = spawn(go, ['install', '-v', '-ldflags=-s -w', ...packages], {
    cwd: workshop,
    env: { ...env, GOBIN: workshop, CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: PATIENCE_MS,
    ...(signal ? { signal } : {}),
  });
  createInterface({ input: child.stderr }).on('line', (line) => (lastLine = line));
  const ticker = setInterval(() => {
    reporter.progress(`  ${elapsed(Date.now() - startedMs)} go install: ${lastLine}`);
  }, 1_000);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    if (code !== 0) throw new Error(lastLine);
  } finally {
    clearInterval(ticker);
  }
}

function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
