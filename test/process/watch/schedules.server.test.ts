/** Schedules that somebody deletes or pauses by hand, on a real Temporal server: whoever lives makes them again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import { SWEEP_SCHEDULE_ID } from '../../../src/domain/ids.ts';
import { mendSchedules } from '../../../src/process/watch/mend-schedules.ts';
import { ensureSchedules, installationOf } from '../../../src/process/worker-schedules.ts';
import { openStore } from '../../../src/store/sql/open-store.ts';
import { startWorld, type World } from '../../workflows/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.addAgents(1);
});
afterAll(() => world.stop());

const sweep = () => world.client.schedule.getHandle(SWEEP_SCHEDULE_ID);
const texts = async (type: string): Promise<string[]> => {
  const { data } = (await world.api('GET', `/v1/events?types=${type}`)).body;
  return (data as { data: { status: string; text: string } }[])
    .filter(({ data: { status } }) => status === 'raised')
    .map(({ data: { text } }) => text);
};
const openAlerts = async () =>
  ((await world.api('GET', '/v1/alerts')).body.data as { kind: string }[]).map(({ kind }) => kind);
async function rolesThatWatch(): Promise<string[]> {
  const store = await openStore(world.config.database);
  try {
    return (await store.processes()).map(({ role }) => role).toSorted();
  } finally {
    await store.close();
  }
}
const sweeps = async () => (await sweep().describe()).info.numActionsTaken;

test('a schedule that was deleted is made again, sweeps at once, and the alert says what was wrong', async () => {
  // A process that had not yet looked once would make the schedule as that of a new installation.
  await expect.poll(rolesThatWatch).toEqual(['server', 'worker']);
  // Without any run to be seen, Temporal would seem emptied. It shows a run some time after its start.
  await expect.poll(async () => (await world.client.workflow.count()).count).toBeGreaterThan(0);
  await sweep().delete();
  await expect.poll(() => sweeps().catch(unlessMissing)).toBeGreaterThan(0);
  await expect
    .poll(() => texts('alert.sweep-away'))
    .toEqual(['the schedule of the sweep was deleted in Temporal; it was made again']);
  await expect.poll(openAlerts, { timeout: 40_000 }).toEqual([]);
});

test('a schedule that was paused goes on, and the alert has the note of whoever paused it', async () => {
  await sweep().pause('maintenance');
  await expect.poll(async () => (await sweep().describe()).state.paused).toBe(false);
  await expect
    .poll(() => texts('alert.sweep-away'))
    .toEqual(
      expect.arrayContaining([expect.stringMatching(/was paused .* \(its note: maintenance\)/)]),
    );
});

test('paused before its first run on a new store, while only a server lives', async () => {
  const server = await startWorld({ worker: false });
  try {
    const { config, client } = server;
    const handle = client.schedule.getHandle(SWEEP_SCHEDULE_ID);
    const created = client.schedule.create({
      scheduleId: SWEEP_SCHEDULE_ID,
      spec: { intervals: [{ every: '1 hour' }] },
      action: { type: 'startWorkflow', workflowType: 'sweepWorkflow', taskQueue: 'dialwright' },
      state: { paused: true, note: 'by hand' },
    });
    // The server of this world may have been faster.
    await created.catch((error: unknown) => {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      return handle.pause('by hand');
    });
    await expect.poll(async () => (await handle.describe()).state.paused).toBe(false);
    const alerts = async () => (await server.api('GET', '/v1/alerts')).body.data;
    await expect
      .poll(alerts)
      .toEqual([
        expect.objectContaining({ kind: 'sweep-away', text: expect.stringContaining('by hand') }),
      ]);
    expect(config.timing.sweepMs).toBe(1_000);
  } finally {
    await server.stop();
  }
});

test('the schedule of another installation is left alone', async () => {
  const other = await startWorld({ worker: false });
  try {
    const { client, config } = other;
    const theirs = { installation: 'theirs', warn: () => undefined };
    // The server of this world may have been faster.
    await client.schedule.getHandle(SWEEP_SCHEDULE_ID).delete().catch(unlessMissing);
    await ensureSchedules(client, config, theirs).catch(() => undefined);
    const handle = client.schedule.getHandle(SWEEP_SCHEDULE_ID);
    const owner = installationOf((await handle.describe()).action.memo);
    await handle.pause();
    const mending = { installation: owner === 'theirs' ? 'ours' : 'theirs', hadSchedule: true };
    await expect(mendSchedules(client, config, mending)).rejects.toThrow(
      /another Dialwright database/,
    );
    expect(installationOf((await handle.describe()).action.memo)).toBe(owner);
  } finally {
    await other.stop();
  }
});

function unlessMissing(error: unknown): number {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
  return 0;
}
