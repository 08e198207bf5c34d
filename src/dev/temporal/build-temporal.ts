/** Builds the Temporal server with Go into the cache, if it is not there. */
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProgressReporter } from '../../terminal/progress-reporter.ts';
import { builtTemporal, cacheFolder, TEMPORAL_CLI_VERSION } from './temporal-cache.ts';

const MODULE = `github.com/temporalio/cli/cmd/temporal@${TEMPORAL_CLI_VERSION}`;
const PATIENCE_MS = 30 * 60_000;

export interface BuildInput {
  go: string;
  env: Record<string, string | undefined>;
  reporter: ProgressReporter;
  signal?: AbortSignal | undefined;
}

/** @throws Error with the last line of Go's output */
export async function buildTemporal({ go, env, reporter, signal }: BuildInput): Promise<string> {
  const target = builtTemporal(env);
  const workshop = join(cacheFolder(env), `building.${process.pid}`);
  mkdirSync(workshop, { recursive: true });
  mkdirSync(dirname(target), { recursive: true });
  reporter.say(`Building the Temporal server with Go (${MODULE}), once, about three minutes.`);
  try {
    await goInstall({ go, env, reporter, signal }, workshop);
    // Renamed into place, so that a concurrent start finds a complete program or none.
    renameSync(join(workshop, 'temporal'), target);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  reporter.say(`Temporal server built: ${target}`);
  return target;
}

async function goInstall(
  { go, env, reporter, signal }: BuildInput,
  workshop: string,
): Promise<void> {
  const startedMs = Date.now();
  let lastLine = 'starting';
  // Without cgo, no C compiler is needed. Without symbols, the program is a third smaller.
  const child = spawn(go, ['install', '-v', '-ldflags=-s -w', MODULE], {
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
