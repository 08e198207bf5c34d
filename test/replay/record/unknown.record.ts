/** Calls whose answer was lost, calls the carrier lost, bills that never came. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import type { StateName } from '../states.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 240, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
  await world.addAgents(4);
});
afterEach(async () => world.simulator.change(PLAIN_CARRIER));
afterAll(async () => world.stop());

const LOST = { ...PLAIN_CARRIER, answerReset: 1, lostWebhooks: 1 };
const DAY = [86_400_000, 86_400_000] as const;

/** A call that the carrier took although its answer was lost. */
async function unknownCall(number: string): Promise<string> {
  await world.simulator.change(LOST);
  const ref = await record.dial(number, { keep_open: true });
  await world.untilCall(ref, { disposition: 'unknown' });
  await world.untilClosed(ref);
  return ref;
}

/** A webhook comes after all; keeps the run that it caused. */
async function keepWithWebhook(state: StateName, ref: string, number: string): Promise<void> {
  const id = record.carrierIdOf(number);
  await record.tell(ref, { event: 'click2call.finalized', event_seq: 900, data: { id } });
  await world.untilCall(ref, { disposition: 'completed', settlement: 'settled' });
  await record.keepClosed(state, ref);
}

test('identified by a webhook', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, answerReset: 1 });
  const ref = await record.dial('+12025550115');
  await record.keepClosed('callWorkflow/unknown-identified', ref, { disposition: 'completed' });
});

test('unknown to the horizon, and a webhook after the end', async () => {
  const ref = await unknownCall('+12025550125');
  await record.keepClosed('callWorkflow/unknown-to-the-horizon', ref, { disposition: 'unknown' });
  await keepWithWebhook('callWorkflow/unknown-webhook-after-the-end', ref, '+12025550125');
});

test('closed by a person, and a webhook after that', async () => {
  const ref = await unknownCall('+12025550135');
  const said = { disposition: 'not-dialled', reason: 'not in the call records', redial: false };
  expect((await world.api('POST', `/v1/calls/${ref}/resolve`, said)).status).toBe(200);
  await keepWithWebhook('callWorkflow/unknown-closed-by-a-person', ref, '+12025550135');
});

test('unsettled', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, billingMs: DAY });
  const ref = await record.dial('+12025550145');
  await record.keepClosed('callWorkflow/unsettled', ref, { settlement: 'unsettled' });
});

test('lost: forgotten by the carrier', async () => {
  const ref = await record.dial('+12025550108');
  await record.keepClosed('callWorkflow/lost-forgotten', ref, { disposition: 'carrier-lost' });
});
