/** A Temporal server in memory for all recordings. It asks for a new run early: long histories are big files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findTemporal } from '../../../src/dev/temporal/find-temporal.ts';
import { holdPort } from '../../../src/dev/ports.ts';
import { reportTo } from '../../../src/terminal/progress-reporter.ts';
import { launchArguments } from '../../../src/dev/temporal/temporal-process.ts';
import { waitUntilReady } from '../../../src/dev/temporal/temporal-readiness.ts';

const LONGEST_RUN_EVENTS = 90;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const source = await findTemporal({ env, reporter: reportTo(process.stderr) });
  if (source.kind === 'address') throw new Error('recording needs a Temporal server of its own');
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-record-'));
  const held = await holdPort(0);
  await held.release();
  const { port } = held;
  const plan = { binary: source.path, database: null, port, uiPort: null, logFile: '' };
  const setting = `limit.historyCount.suggestContinueAsNew=${LONGEST_RUN_EVENTS}`;
  const server = spawn(
    source.path,
    [...launchArguments(plan), `--dynamic-config-value=${setting}`],
    { cwd: folder, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  await waitUntilReady(`127.0.0.1:${port}`, () => server.exitCode !== null);
  project.provide('temporalAddress', `127.0.0.1:${port}`);
  return async () => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
