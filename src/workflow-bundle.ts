/**
 * Bundles the workflows' code for the worker. A child process does it, because the bundler needs some hundred megabytes,
 * which the worker would never release.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** In the published package the bundle is a file. In the source it never exists. */
export const MADE_BUNDLE = new URL('./workflows.bundle.js', import.meta.url);

/** @throws Error if the child fails; its output goes to our stderr */
export function bundleWorkflows(): Promise<string> {
  if (existsSync(MADE_BUNDLE)) return readFile(MADE_BUNDLE, 'utf8');
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { execArgv: [] });
    child.once('error', reject);
    child.once('message', (code) => resolve(code as string));
    child.once('exit', (status) => {
      reject(new Error(`the workflows could not be bundled (exit code ${status})`));
    });
  });
}

if (import.meta.main) {
  const { code } = await bundleWorkflowCode({
    workflowsPath: pathOf('./workflows/index.ts'),
    preloadModules: [pathOf('./workflows/sandbox.ts')],
    logger: new DefaultLogger('WARN'),
  });
  process.send?.(code, () => process.disconnect?.());
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
