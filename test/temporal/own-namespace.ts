/**
 * Each file of server tests runs in a Temporal namespace of its own, because the task queues of the
 * product have fixed names and files run side by side.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { inject } from 'vitest';

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
async function untilKnown(connection: Connection, namespace: string): Promise<void> {
  const untilMs = Date.now() + REGISTERED_WITHIN_MS;
  for (;;) {
    try {
      await connection.workflowService.listWorkflowExecutions({ namespace, query: '' });
      await connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name: 'any' } });
      return;
    } catch (error) {
      if (Date.now() > untilMs) throw error;
      await sleep(100);
    }
  }
}
