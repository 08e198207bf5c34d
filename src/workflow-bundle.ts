/**
 * The workflows' code in one piece, as the worker runs it. A child makes it: a bundler needs some hundred megabytes,
 * which the worker would keep for as long as it lives.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** @throws Error when the child cannot say why it failed; what it says goes to our own stderr */
export function bundleWorkflows(): Promise<string> {
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
