/** Another build of the product: a copy of its tree, changed, whose workflows are bundled like those of an image. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyTree } from '../mutants/tree.ts';

/** The root of the copy, which ends with this process. */
export async function buildOf(root: string, change: (copy: string) => void): Promise<string> {
  const to = mkdtempSync(join(tmpdir(), 'dialwright-build-'));
  process.once('exit', () => rmSync(to, { recursive: true, force: true }));
  linkModules(join(root, 'node_modules'), join(to, 'node_modules'));
  copyTree(root, to, false);
  change(to);
  // As the image does, so that a start waits for neither.
  await run(to, "await (await import('./src/process/workflow-bundle.ts')).bundleWorkflows()");
  await run(to, "await import('./src/main.ts')");
  return to;
}

const run = (cwd: string, code: string) =>
  promisify(execFile)(
    process.execPath,
    ['--import', './bin/compile-cache.js', '--input-type=module', '--eval', code],
    { cwd },
  );

/** Its own folder, because a tree keeps its bundle there and drops every other. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== '.cache') symlinkSync(join(from, name), join(to, name));
}
