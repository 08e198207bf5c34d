/** Recordings that nobody announced, and the desk that looks them up. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RECORDING_DESK_WORKFLOW_ID as DESK } from '../../../src/domain/ids.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let folder: string;
let world: World;
let record: Recorder;

const UNANNOUNCED = {
  ...PLAIN_CARRIER,
  lostRecordingWebhooks: 1,
  recordingReadyMs: [0, 0],
} as const;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-record-'));
  const profile = join(folder, 'profile.json');
  // Recordings appear within twelve minutes, or never.
  writeFileSync(profile, JSON.stringify({ timing: { recordingReadyMs: 720_000 } }));
  world = await startWorld({
    timeFactor: 60,
    carrier: UNANNOUNCED,
    env: { DIALWRIGHT_CARRIER_PROFILE: profile, DIALWRIGHT_EVERY_EVENT_BELOW: '0' },
  });
  record = createRecorder(world);
  await world.addAgents(4);
});
afterEach(async () => world.simulator.change(UNANNOUNCED));
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

test('by the desk', async () => {
  const ref = await record.dial('+12025550105');
  await record.keepClosed('callWorkflow/recording-by-desk', ref, { recording: 'stored' });
  await record.keepAt('recordingDeskWorkflow/at-lookups', DESK, /stored/);
  await record.keepIdle('recordingDeskWorkflow/at-idle', DESK);
});

test('signalled for milestones only, announced', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER });
  const ref = await record.dial('+12025550115');
  await record.keepClosed('callWorkflow/completed-by-milestones', ref, { recording: 'stored' });
});

test('announced with a link that fails', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, downloadServerError: 1 });
  const ref = await record.dial('+12025550125');
  await record.untilAt(`call.${ref}`, /waiting for the recording desk/);
  await world.simulator.change({ ...PLAIN_CARRIER, downloadServerError: 0 });
  await record.keepClosed('callWorkflow/recording-link-broken', ref, { recording: 'stored' });
});

test('missing', async () => {
  const ref = await record.dial('+12025550106');
  await record.keepAt('recordingDeskWorkflow/at-retry', DESK, /the next retry is due/);
  await record.keepClosed('callWorkflow/recording-missing', ref, { recording: 'missing' });
});

test('a desk that goes on in a new run', async () => {
  const runId = await record.runIdOf(DESK);
  await expect
    .poll(
      async () => {
        await world.client.workflow.getHandle(DESK).signal('desk.wake');
        return record.runIdOf(DESK);
      },
      { timeout: 90_000, interval: 200 },
    )
    .not.toBe(runId);
  await record.keep('recordingDeskWorkflow/continued-as-new', DESK, runId);
});
