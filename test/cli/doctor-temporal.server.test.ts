/** The doctor says "ok" of a Temporal server only if this installation's workers have been there. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { beforeAll, expect, test } from 'vitest';
import { temporal } from '../../src/cli/doctor/doctor-temporal.ts';
import { loadConfig } from '../../src/config/config.ts';
import { ensureSchedules } from '../../src/process/worker-schedules.ts';
import { ensureSearchAttributes } from '../../src/process/temporal.ts';
import { useOwnNamespace } from '../temporal/own-namespace.ts';

let where: { address: string; namespace: string };
beforeAll(async () => {
  where = await useOwnNamespace();
});

const config = loadConfig({
  DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
  DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
  DIALWRIGHT_HOOK_SECRETS: 'a-secret-of-the-test-that-is-long-enough',
  DIALWRIGHT_API_KEYS: 'test-key-0123456789',
});

test('a server where nobody of ours has been is not ok; then it is, and of another installation it is a fault', async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const found = async (ours: string | undefined) => (await temporal({}, ours))[0]!;
  const named = `answers at ${where.address}, namespace ${where.namespace}`;
  expect(await found(mine)).toMatchObject({
    state: 'note',
    found: `${named}, and no worker of Dialwright has been there: it may be another program’s`,
  });
  const connection = await Connection.connect({ address: where.address });
  const client = new Client({ connection, namespace: where.namespace });
  await ensureSearchAttributes(client);
  await ensureSchedules(client, config, { installation: mine, warn: () => undefined });
  await connection.close();
  expect(await found(mine)).toMatchObject({
    state: 'ok',
    found: `${named}, which this installation uses`,
  });
  expect(await found(other)).toMatchObject({ state: 'fault' });
  expect(await found(undefined)).toMatchObject({ state: 'note' });
});
