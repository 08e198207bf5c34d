/**
 * Each file of server tests runs in a Temporal namespace of its own, because the task queues of the
 * product have fixed names and files run side by side.
 */
import { randomBytes } from 'node:crypto';
import { Connection, type Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { expect, inject, vi } from 'vitest';
import { ensureSearchAttributes, missingSearchAttributes } from '../../src/process/temporal.ts';

const REGISTERED_WITHIN_MS = 30_000;

/** Registers a namespace and points this process's Temporal settings at it. */
export async function useOwnNamespace(
  address = inject('temporalAddress'),
): Promise<{ address: string; namespace: string }> {
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const connection = await Connection.connect({ address });
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    await untilKnown(connection, namespace);
  } finally {
    await connection.close();
  }
  process.env['TEMPORAL_ADDRESS'] = address;
  process.env['TEMPORAL_NAMESPACE'] = namespace;
  return { address, namespace };
}

// The server's parts learn of a new namespace one after the other; listing asks the last of them.
const untilKnown = (connection: Connection, namespace: string): Promise<void> =>
  untilHolds(async () => {
    await connection.workflowService.listWorkflowExecutions({ namespace, query: '' });
    await connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name: 'any' } });
  });

/** Registers the product's search attributes: until the server knows them, it refuses starts that set one. */
export async function untilSearchable(client: Client): Promise<void> {
  await ensureSearchAttributes(client);
  await untilHolds(async () => expect(await missingSearchAttributes(client)).toEqual([]));
}

/** For hooks, where `expect.poll` is refused. */
const untilHolds = (holds: () => Promise<void>): Promise<void> =>
  vi.waitFor(holds, { timeout: REGISTERED_WITHIN_MS, interval: 100 });
