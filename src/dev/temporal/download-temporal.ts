/**
 * Downloads the Temporal server with the SDK, in a child process that runs this file: the SDK's download cannot be
 * cancelled and would delay a start without network.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { downloadedTemporal, downloadFolder } from './temporal-cache.ts';

const PATIENCE_MS = 25_000;

/** @throws Error with a message of one line if the network or the SDK's package is missing */
export async function downloadTemporal(
  env: Record<string, string | undefined>,
  signal?: AbortSignal,
): Promise<string> {
  mkdirSync(downloadFolder(env), { recursive: true });
  await new Promise<void>((resolve, reject) => {
    const self = fileURLToPath(import.meta.url);
    const options = {
      env: { ...env },
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    } as const;
    execFile(process.execPath, [self], options, (error, _stdout, stderr) => {
      if (!error) return resolve();
      const reason = stderr.trim().split('\n').at(-1) || `not done in ${PATIENCE_MS / 1_000} s`;
      reject(new Error(reason.slice(0, 300)));
    });
  });
  const path = downloadedTemporal(env);
  if (path === undefined) throw new Error('it reported success, but left no program');
  return path;
}

async function download(): Promise<void> {
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const server = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'cached-download', downloadDir: downloadFolder(process.env) },
      log: { format: 'pretty', level: 'never' },
    },
  });
  await server.teardown();
}

if (import.meta.main) {
  try {
    await download();
    process.exit(0);
  } catch (error) {
    // The SDK nests errors. The innermost is the reason.
    console.error(
      (error instanceof Error ? error.message : String(error)).split(': ').slice(-2).join(': '),
    );
    process.exit(1);
  }
}
