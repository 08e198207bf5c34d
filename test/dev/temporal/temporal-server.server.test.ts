import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identify } from '../../../src/dev/temporal/process-identity.ts';
import { NO_REPORT } from '../../terminal/no-report.ts';
import { readRecord } from '../../../src/dev/temporal/temporal-process.ts';
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../src/dev/temporal/temporal-server.ts';

let folder: string;
const running: TemporalServer[] = [];

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'dialwright-temporal-'))));
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true });
});

async function started(durable: boolean): Promise<TemporalServer> {
  // The server all tests share must not be taken for this one's.
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const ports = { port: 0, uiPort: null };
  const server = await startTemporalServer({ folder, durable, ...ports, env, reporter: NO_REPORT });
  running.push(server);
  return server;
}

test('a start finds the server that a kill left over, and takes it up again', async () => {
  const first = await started(true);
  const second = await started(true);
  expect(second).toMatchObject({ how: 'adopted', address: first.address });
});

test('one that serves something else is ended by its id, and a new one is started', async () => {
  const first = await started(true);
  const { pid } = readRecord(folder)!;
  const second = await started(false);
  expect(second.how).toBe('started');
  await expect.poll(() => identify(pid)).toBeUndefined();
  expect(first.isRunning()).toBe(false);
});

test('histories are kept for 30 days, and stopping leaves no process and no record', async () => {
  const server = await started(true);
  const connection = await Connection.connect({ address: server.address });
  const { config } = await connection.workflowService.describeNamespace({ namespace: 'default' });
  await connection.close();
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 3_600);
  const { pid } = readRecord(folder)!;
  await server.stop();
  // It has ended, but the system may list it for a moment more.
  await expect.poll(() => identify(pid)).toBeUndefined();
  expect(readRecord(folder)).toBeUndefined();
});
