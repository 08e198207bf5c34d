/** There is no room for recordings, so nothing is looked up. */
import { afterAll, beforeAll, test } from 'vitest';
import { RECORDING_DESK_WORKFLOW_ID as DESK } from '../../../src/domain/ids.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER } from './recorder.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({
    timeFactor: 60,
    carrier: { ...PLAIN_CARRIER, lostRecordingWebhooks: 1 },
    env: { DIALWRIGHT_RECORDINGS_TOTAL_MAX_MB: '0' },
  });
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('a desk without room, a call that leaves its recording to it', async () => {
  const record = createRecorder(world);
  const ref = await record.dial('+12025550105');
  await record.keepAt('recordingDeskWorkflow/at-no-room', DESK, /no room/);
  await record.keepClosed('callWorkflow/recording-left-to-the-desk', ref);
});
