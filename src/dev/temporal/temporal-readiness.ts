/** Checks by the API of a Temporal server whether it can be used. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

const NAMESPACE = 'default';
const RETENTION_MS = 30 * 24 * 3_600_000;
const START_PATIENCE_MS = 60_000;

async function asking<Answer>(
  address: string,
  ask: (connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    return await connection.withDeadline(Date.now() + 5_000, async () => ask(connection));
  } finally {
    await connection.close();
  }
}

/** Whether it answers for the namespace. A server that is still opening its database does not. */
export async function isReady(address: string): Promise<boolean> {
  try {
    await asking(address, (connection) =>
      connection.workflowService.describeNamespace({ namespace: NAMESPACE }),
    );
    return true;
  } catch {
    return false;
  }
}

/** @throws Error if the server has ended (`gone`), or is not ready in time */
export async function waitUntilReady(address: string, gone: () => boolean): Promise<void> {
  const untilMs = Date.now() + START_PATIENCE_MS;
  while (!(await isReady(address))) {
    if (gone()) throw new Error('the Temporal server ended while starting');
    if (Date.now() > untilMs) {
      throw new Error(`no answer at ${address} within ${START_PATIENCE_MS / 1_000} s`);
    }
    await sleep(100);
  }
}

/** Sets a longer retention, because a dev server deletes closed workflows after a day, and histories are evidence of calls. */
export async function keepHistories(address: string): Promise<void> {
  await asking(address, (connection) =>
    connection.workflowService.updateNamespace({
      namespace: NAMESPACE,
      config: { workflowExecutionRetentionTtl: msToTs(RETENTION_MS) },
    }),
  );
}
