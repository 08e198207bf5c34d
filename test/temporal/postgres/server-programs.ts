/** Temporal's own server and its schema tool, built with Go into the cache, once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from '../../../src/dev/exclusive.ts';
import { buildWithGo } from '../../../src/dev/temporal/build-with-go.ts';
import { cacheFolder, onPath } from '../../../src/dev/temporal/temporal-cache.ts';
import type { ProgressReporter } from '../../../src/terminal/progress-reporter.ts';

/** Both ends of what we support. The first is in the CLI of `src/dev/temporal/temporal-cache.ts`; the other, the newest that Go 1.26.8 builds. */
export const SERVER_VERSIONS = { '1.29': 'v1.29.1', '1.32': 'v1.32.1' } as const;
export type ServerVersion = keyof typeof SERVER_VERSIONS;
const MODULE = 'go.temporal.io/server';

export interface ServerPrograms {
  server: string;
  /** Known as `temporal-sql-tool`. */
  sqlTool: string;
}

type Env = Record<string, string | undefined>;

interface Search {
  env: Env;
  reporter: ProgressReporter;
  /** By default that of the CLI. */
  version?: ServerVersion;
}

/** Whether they are in the cache. Building them takes some minutes. */
export const haveServerPrograms = (env: Env, version: ServerVersion = '1.29'): boolean =>
  areThere(programsIn(env, version));

/** Whether they are in the cache, or Go is there to build them. */
export const canHaveServerPrograms = (env: Env): boolean =>
  haveServerPrograms(env) || onPath('go', env) !== undefined;

/** @throws Error with the reason if they cannot be built */
export async function serverPrograms(search: Search): Promise<ServerPrograms> {
  const { env, reporter, version = '1.29' } = search;
  const programs = programsIn(env, version);
  if (areThere(programs)) return programs;
  const held = await lock(`${cacheFolder(env)}/making-temporal.lock`, () => {
    reporter.progress('Another process is building a Temporal server; waiting for it.');
  });
  try {
    if (!areThere(programs)) await build(programs, { env, reporter, version });
    return programs;
  } finally {
    held.release();
  }
}

async function build(
  programs: ServerPrograms,
  { env, reporter, version }: Required<Search>,
): Promise<void> {
  const go = onPath('go', env);
  const tag = SERVER_VERSIONS[version];
  if (go === undefined) {
    throw new Error(`${MODULE} ${tag} cannot be built: Go (1.21 or newer) is not on the PATH`);
  }
  reporter.say(`Building Temporal's own server with Go (${MODULE} ${tag}), once, some minutes.`);
  await buildWithGo({ go, env, reporter }, [
    { package: `${MODULE}/cmd/server@${tag}`, target: programs.server },
    { package: `${MODULE}/cmd/tools/sql@${tag}`, target: programs.sqlTool },
  ]);
}

function programsIn(env: Env, version: ServerVersion): ServerPrograms {
  const folder = join(cacheFolder(env), `temporal-server-${SERVER_VERSIONS[version]}`);
  return { server: join(folder, 'server'), sqlTool: join(folder, 'sql-tool') };
}

const areThere = (programs: ServerPrograms): boolean => Object.values(programs).every(existsSync);
