/** The cache of Temporal servers that were downloaded or built, for all projects of a user. */
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The newest version that `go install` can build. It refuses later ones, because they replace modules. */
export const TEMPORAL_CLI_VERSION = 'v1.5.1';

type Env = Record<string, string | undefined>;

export function cacheFolder(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'dialwright');
}

export const builtTemporal = (env: Env): string =>
  join(cacheFolder(env), `temporal-cli-${TEMPORAL_CLI_VERSION}`, 'temporal');

export const downloadFolder = (env: Env): string => join(cacheFolder(env), 'sdk-download');

/** The newest server that the SDK has downloaded. Its file names contain the SDK's name and the platform. */
export function downloadedTemporal(env: Env): string | undefined {
  const folder = downloadFolder(env);
  if (!statSync(folder, { throwIfNoEntry: false })) return undefined;
  return readdirSync(folder)
    .filter((name) => name.startsWith('temporal') && !name.endsWith('.downloading'))
    .map((name) => join(folder, name))
    .filter(isExecutable)
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

export function onPath(name: string, env: Env): string | undefined {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
