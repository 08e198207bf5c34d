/** Finds the program of a Temporal server, or downloads or builds it: see "Running it" in the README. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildTemporal } from './build-temporal.ts';
import { downloadTemporal } from './download-temporal.ts';
import { lock } from '../exclusive.ts';
import type { ProgressReporter } from '../../terminal/progress-reporter.ts';
import {
  builtTemporal,
  cacheFolder,
  downloadedTemporal,
  isExecutable,
  onPath,
  TEMPORAL_CLI_VERSION,
} from './temporal-cache.ts';

export type TemporalSource =
  { kind: 'address'; address: string } | { kind: 'binary'; path: string; from: 'path' | 'cache' };

type Env = Record<string, string | undefined>;

const WAYS_OUT = `Three ways out:
  - install the Temporal CLI (https://docs.temporal.io/cli) so that \`temporal\` is on the PATH;
  - install Go (1.21 or newer), and it is built once, in about three minutes;
  - set TEMPORAL_ADDRESS to a Temporal server that runs already.`;

/** Looks for an installed program. Downloads and changes nothing. */
export async function lookForTemporal(env: Env): Promise<TemporalSource | undefined> {
  if (env['TEMPORAL_ADDRESS']) return { kind: 'address', address: env['TEMPORAL_ADDRESS'] };
  const installed = onPath('temporal', env);
  if (installed && (await isTemporalCli(installed))) {
    return { kind: 'binary', path: installed, from: 'path' };
  }
  const built = builtTemporal(env);
  const cached = isExecutable(built) ? built : downloadedTemporal(env);
  return cached === undefined ? undefined : { kind: 'binary', path: cached, from: 'cache' };
}

/** @throws Error that lists what was tried and what a person can do */
export async function findTemporal(search: Search): Promise<TemporalSource> {
  return (await lookForTemporal(search.env)) ?? (await makeTemporal(search));
}

export interface Search {
  env: Env;
  reporter: ProgressReporter;
  signal?: AbortSignal | undefined;
}

async function makeTemporal(search: Search): Promise<TemporalSource> {
  const { env, reporter, signal } = search;
  let waits = 0;
  const held = await lock(`${cacheFolder(env)}/making-temporal.lock`, () => {
    signal?.throwIfAborted();
    if (waits++ === 0) reporter.say('Another start is getting a Temporal server; waiting for it.');
  });
  try {
    const madeMeanwhile = await lookForTemporal(env);
    if (madeMeanwhile) return madeMeanwhile;
    const path = await firstThatWorks(search);
    return { kind: 'binary', path, from: 'cache' };
  } finally {
    held.release();
  }
}

async function firstThatWorks({ env, reporter, signal }: Search): Promise<string> {
  const tried: string[] = ['`temporal` is neither on the PATH nor in the cache'];
  reporter.progress('Looking for a Temporal server to download…');
  const downloaded = await downloadTemporal(env, signal).catch((error: Error) => {
    tried.push(`the SDK's download: ${error.message}`);
  });
  if (downloaded !== undefined) {
    reporter.say(`Temporal server downloaded to ${downloaded}.`);
    return downloaded;
  }
  const go = onPath('go', env);
  if (go === undefined)
    tried.push(`Go is not on the PATH, so ${TEMPORAL_CLI_VERSION} cannot be built`);
  else {
    const built = await buildTemporal({ go, env, reporter, signal }).catch((error: Error) => {
      tried.push(`building with Go: ${error.message}`);
    });
    if (built !== undefined) return built;
  }
  signal?.throwIfAborted();
  const list = tried.map((line) => `  - ${line}`).join('\n');
  throw new Error(`No Temporal server could be found.\nTried:\n${list}\n${WAYS_OUT}`);
}

// Checked, because other programs have the name `temporal` too.
async function isTemporalCli(path: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    return stdout.startsWith('temporal version');
  } catch {
    return false;
  }
}
