/** Temporal's own server and its schema tool, built with Go into the cache, once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from '../../../src/dev/exclusive.ts';
import { buildWithGo } from '../../../src/dev/temporal/build-with-go.ts';
import { cacheFolder, onPath } from '../../../src/dev/temporal/temporal-cache.ts';
import type { ProgressReporter } from '../../../src/terminal/progress-reporter.ts';

/** The server that is in the CLI of `src/dev/temporal/temporal-cache.ts`. */
const VERSION = 'v1.29.1';
const MODULE = 'go.temporal.io/server';

export interface ServerPrograms {
  server: string;
  /** Known as `temporal-sql-tool`. */
  sqlTool: string;
}

interface Search {
  env: Record<string, string | undefined>;
  reporter: ProgressReporter;
}

/** Whether they are in the cache. Building them takes some minutes. */
export const haveServerPrograms = (env: Search['env']): boolean => areThere(programsIn(env));

/** Whether they are in the cache, or Go is there to build them. */
export const canHaveServerPrograms = (env: Search['env']): boolean =>
  haveServerPrograms(env) || onPath('go', env) !== undefined;

/** @throws Error with the reason if they cannot be built */
export async function serverPrograms({ env, reporter }: Search): Promise<ServerPrograms> {
  const programs = programsIn(env);
  if (areThere(programs)) return programs;
  const held = await lock(`${cacheFolder(env)}/making-temporal.lock`, () => {
    reporter.progress('Another process is building a Temporal server; waiting for it.');
  });
  try {
    if (!areThere(programs)) await build(programs, { env, reporter });
    return programs;
  } finally {
    held.release();
  }
}

async function build(programs: ServerPrograms, { env, reporter }: Search): Promise<void> {
  const go = onPath('go', env);
  if (go === undefined) {
    throw new Error(`${MODULE} ${VERSION} cannot be built: Go (1.21 or newer) is not on the PATH`);
  }
  reporter.say(
    `Building Temporal's own server with Go (${MODULE} ${VERSION}), once, some minutes.`,
  );
  await buildWithGo({ go, env, reporter }, [
    { package: `${MODULE}/cmd/server@${VERSION}`, target: programs.server },
    { package: `${MODULE}/cmd/tools/sql@${VERSION}`, target: programs.sqlTool },
  ]);
}

function programsIn(env: Search['env']): ServerPrograms {
  const folder = join(cacheFolder(env), `temporal-server-${VERSION}`);
  return { server: join(folder, 'server'), sqlTool: join(folder, 'sql-tool') };
}

const areThere = (programs: ServerPrograms): boolean => Object.values(programs).every(existsSync);
