/** Builds the dashboard of a checkout when its source is newer than what was built. The package contains it built. */
import { execFile } from 'node:child_process';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import type { ProgressReporter } from '../terminal/progress-reporter.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = 'dist/dashboard/index.html';
/** What the pages are made of. */
const SOURCES = [
  'src/dashboard/**/*',
  'src/client/*.ts',
  'src/domain/**/*.ts',
  'tools/dashboard/*',
  'package-lock.json',
];

/** @throws CommandError if the build fails */
export async function buildDashboard(
  reporter: ProgressReporter,
  { project = PROJECT, build = viteBuild } = {},
): Promise<void> {
  if (!(await isStale(project))) return;
  reporter.progress('Building the dashboard.');
  try {
    await build(project);
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new CommandError({
      code: EXIT.failure,
      what: 'The dashboard could not be built',
      why: stderr.trim() || String(error),
      next: '`npm ci` installs what the build needs; `npm run build:dashboard` runs it alone',
    });
  }
}

/** @param project folder of a checkout, or of the package, which has no source of the dashboard */
export async function isStale(project: string): Promise<boolean> {
  if ((await changedAtMs(join(project, 'src/dashboard/index.html'))) === undefined) return false;
  const builtAtMs = await changedAtMs(join(project, BUILT));
  if (builtAtMs === undefined) return true;
  for (const pattern of SOURCES) {
    for await (const name of glob(pattern, { cwd: project })) {
      const atMs = await changedAtMs(join(project, name));
      if (atMs !== undefined && atMs > builtAtMs) return true;
    }
  }
  return false;
}

/** Undefined: it is no file. */
async function changedAtMs(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.mtimeMs : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function viteBuild(project: string): Promise<void> {
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const config = join(project, 'tools/dashboard/vite.config.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, args, { cwd: project });
}
