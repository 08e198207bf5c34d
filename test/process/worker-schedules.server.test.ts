/** The schedules that workers share, on a real Temporal server. */
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putSchedule } from '../../src/activities/callbacks/schedules.ts';
import { dataConverterWith } from '../../src/codec/data-converter.ts';
import { loadConfig } from '../../src/config/config.ts';
import { RECONCILIATION_SCHEDULE_ID, SWEEP_SCHEDULE_ID } from '../../src/domain/ids.ts';
import { ensureSchedules } from '../../src/process/worker-schedules.ts';
import { useOwnNamespace } from '../temporal/own-namespace.ts';

let client: Client;
beforeAll(async () => {
  const { address, namespace } = await useOwnNamespace();
  client = new Client({ connection: await Connection.connect({ address }), namespace });
});
afterAll(async () => client.connection.close());

const environment = {
  DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
  DIALWRIGHT_CARRIER_API_KEY: 'carrier-key-0123456789',
  DIALWRIGHT_CARRIER_PROFILE: join(import.meta.dirname, '../../examples/carrier-operations.json'),
  DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
  DIALWRIGHT_API_KEYS: 'key-one-0123456789',
};
const config = loadConfig(environment);
const warnings: string[] = [];
const warn = (text: string) => void warnings.push(text);
const every = async (scheduleId: string) => {
  const { spec, info } = await client.schedule.getHandle(scheduleId).describe();
  return { everyMs: spec.intervals?.[0]?.every, updated: info.lastUpdatedAt?.getTime() };
};

test('a start makes the schedules; another start with the same settings writes nothing', async () => {
  await ensureSchedules(client, config, { installation: 'ours', warn });
  const sweep = await every(SWEEP_SCHEDULE_ID);
  expect(sweep.everyMs).toBe(config.timing.sweepMs);
  const reconciliation = await every(RECONCILIATION_SCHEDULE_ID);
  expect(reconciliation.everyMs).toBe(config.timing.reconcileEveryMs);
  await ensureSchedules(client, config, { installation: 'ours', warn });
  expect(await every(SWEEP_SCHEDULE_ID)).toEqual(sweep);
  expect(await every(RECONCILIATION_SCHEDULE_ID)).toEqual(reconciliation);
});

test('a start with another setting changes the schedule', async () => {
  await ensureSchedules(
    client,
    { ...config, timing: { ...config.timing, sweepMs: 77_000 } },
    { installation: 'ours', warn },
  );
  expect(await every(SWEEP_SCHEDULE_ID)).toMatchObject({ everyMs: 77_000 });
});

test('a schedule that a newer worker made is left as it is', async () => {
  await putSchedule(client, {
    scheduleId: SWEEP_SCHEDULE_ID,
    spec: { intervals: [{ every: 99_000 }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'sweepOfTomorrow',
      taskQueue: 'nobody-polls',
      memo: { dialwright: { version: 1_000, installation: 'ours', settings: {} } },
    },
  });
  await ensureSchedules(client, config, { installation: 'ours', warn });
  expect(await every(SWEEP_SCHEDULE_ID)).toMatchObject({ everyMs: 99_000 });
});

test('a namespace that another installation uses is refused in a sentence, and its schedule stays', async () => {
  const before = await every(SWEEP_SCHEDULE_ID);
  await expect(ensureSchedules(client, config, { installation: 'theirs', warn })).rejects.toThrow(
    /^The Temporal namespace test-\w+ is used by another Dialwright database, .* --schedule-id sweep\.$/,
  );
  expect(await every(SWEEP_SCHEDULE_ID)).toEqual(before);
});

test('when payload keys are rotated the schedules are written under the new key, and the old one may go', async () => {
  const [a, b, other] = ['a', 'b', 'other'].map(
    (id) => `${id}:${randomBytes(32).toString('base64')}`,
  );
  const { connection, options } = client;
  const startWith = async (keys: string) => {
    const keyed = loadConfig({ ...environment, DIALWRIGHT_PAYLOAD_KEYS: keys });
    const dataConverter = dataConverterWith(keyed.payloadKeys);
    const reader = new Client({ connection, namespace: options.namespace, dataConverter });
    await ensureSchedules(reader, keyed, { installation: 'ours', warn });
  };
  for (const id of [SWEEP_SCHEDULE_ID, RECONCILIATION_SCHEDULE_ID]) {
    await client.schedule.getHandle(id).delete();
  }
  for (const keys of [a!, `${b},${a}`, b!]) await startWith(keys);
  expect(warnings).toEqual([]);
  await startWith(other!);
  expect(warnings).toEqual([
    expect.stringMatching(/^the schedule sweep is left as it is, and its runs fail: .*\bb\b/),
    expect.stringMatching(/^the schedule reconciliation is left as it is/),
  ]);
  warnings.length = 0;
  await startWith(b!);
  expect(warnings).toEqual([]);
});
