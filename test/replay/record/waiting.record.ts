/** Calls that were still open when their history was kept, in each thing they wait for. */
import { afterAll, beforeAll, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import type { StateName } from '../states.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 60, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
  await world.addAgents(8);
});
afterAll(async () => world.stop());

const HOUR = [3_600_000, 3_600_000] as const;
type Carrier = Parameters<World['simulator']['change']>[0];

let calls = 0;
const newNumber = () => `+120255501${calls++}5`;

test.each<[StateName, Carrier, RegExp]>([
  ['callWorkflow/at-live', { talkMs: HOUR }, /until its end, or silence/],
  ['callWorkflow/at-silent', { talkMs: HOUR }, /poll the silent call/],
  ['callWorkflow/at-bill', { billingMs: HOUR }, /waiting for the bill/],
  ['callWorkflow/at-bill-polling', { billingMs: HOUR }, /poll for the final cost/],
  ['callWorkflow/at-recording-webhook', { recordingReadyMs: HOUR }, /recording webhook/],
  ['callWorkflow/at-recording-desk', { recordingReadyMs: HOUR }, /waiting for the recording desk/],
  ['callWorkflow/at-unknown', { answerReset: 1, lostWebhooks: 1 }, /silence up to the horizon/],
])('%s', async (state, carrier, summary) => {
  await world.simulator.change({ ...PLAIN_CARRIER, ...carrier });
  const ref = await record.dial(newNumber());
  if (state === 'callWorkflow/at-live') await world.untilCall(ref, { state: 'bridged' });
  await record.keepAt(state, `call.${ref}`, summary);
});

test('unknown, and our own ingress was away for longer than it may be', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, answerReset: 1, lostWebhooks: 1 });
  const ref = await record.dial(newNumber());
  await record.untilAt(`call.${ref}`, /silence up to the horizon/);
  await world.stopServer();
  await record.untilDone(`call.${ref}`, 'endUnknown');
  await world.startServer();
  await record.keepClosed('callWorkflow/unknown-while-ingress-down', ref, {
    disposition: 'unknown',
  });
});
