/** One Temporal server, in memory, for all files of the `server` project. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { reportTo } from '../../src/terminal/progress-reporter.ts';
import { startTemporalServer } from '../../src/dev/temporal/temporal-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Host and port. Take a namespace of your own on it: see `own-namespace.ts`. */
    temporalAddress: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-test-temporal-'));
  const server = await startTemporalServer({
    folder,
    durable: false,
    port: 0,
    uiPort: null,
    env: process.env,
    reporter: reportTo(process.stderr),
  });
  project.provide('temporalAddress', server.address);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
