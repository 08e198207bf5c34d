/** Calls that are refused, or that wait to be placed while the world around them changes. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  // A call that is refused for now waits a second, then two, four, eight.
  world = await startWorld({
    timeFactor: 10,
    carrier: { ...PLAIN_CARRIER, talkMs: [2_000, 4_000] },
  });
  record = createRecorder(world);
  await world.addAgents(1);
});
afterEach(async () => {
  await world.simulator.change({ refuse: [] });
  await world.api('POST', '/v1/account/hold/lift');
});
afterAll(async () => world.stop());

const REFUSED = /refused with/;
const laterNumber = (number: string) => `too_many_requests=${number}`;

/** A call that waits between two placements, and goes on being refused. */
async function waiting(number: string): Promise<string> {
  await world.simulator.change({ refuse: [laterNumber(number)] });
  const ref = await record.dial(number);
  await record.untilAt(`call.${ref}`, REFUSED);
  return ref;
}

test('refused', async () => {
  await world.simulator.change({ refuse: ['invalid_destination'] });
  const ref = await record.dial('+12025550106');
  await record.keepClosed('callWorkflow/refused', ref, { disposition: 'refused' });
});

test('waiting to be placed, then accepted', async () => {
  const ref = await waiting('+12025550115');
  await record.keepAt('callWorkflow/at-waiting-to-be-placed', `call.${ref}`, REFUSED);
  await world.simulator.change({ refuse: [] });
  await record.keepClosed('callWorkflow/refused-for-now-then-accepted', ref, {
    disposition: 'completed',
  });
});

test('refused by the account', async () => {
  await world.simulator.change({ refuse: ['insufficient_funds'] });
  const ref = await record.dial('+12025550116');
  await record.keepClosed('callWorkflow/not-dialled-refused', ref, { disposition: 'not-dialled' });
  await world.api('POST', `/v1/campaigns/${ref.split('.')[0]}/cancel`);
});

test('on hold by the time of its next placement', async () => {
  const ref = await waiting('+12025550125');
  await world.simulator.change({ refuse: [laterNumber('+12025550125'), 'account_not_verified'] });
  const other = await record.dial('+12025550126');
  await world.untilCall(other, { disposition: 'not-dialled' });
  await record.keepClosed('callWorkflow/not-dialled-on-hold', ref, { disposition: 'not-dialled' });
  await cancelAll([ref, other]);
});

test('its campaign paused by the time of its next placement', async () => {
  const ref = await waiting('+12025550135');
  await world.api('POST', `/v1/campaigns/${ref.split('.')[0]}/pause`);
  await record.keepClosed('callWorkflow/not-dialled-campaign-paused', ref, {
    disposition: 'not-dialled',
  });
});

test('the account stopped by the time of its next placement', async () => {
  const ref = await waiting('+12025550145');
  await world.api('POST', '/v1/account/stop', { reason: 'drill' });
  await record.keepClosed('callWorkflow/not-dialled-account-stopped', ref, {
    disposition: 'not-dialled',
  });
  await cancelAll([ref]);
  await world.api('POST', '/v1/account/go');
});

test('its agent on another call by the time of its next placement', async () => {
  await world.simulator.change({ talkMs: [300_000, 300_000] });
  const ref = await waiting('+12025550155');
  const other = await record.dial('+12025550156');
  await record.keepClosed('callWorkflow/not-dialled-no-agent', ref, { disposition: 'not-dialled' });
  await cancelAll([ref, other]);
  await world.untilCall(other, { state: 'ended' });
  await world.simulator.change({ talkMs: [2_000, 4_000] });
});

test('hung up while waiting', async () => {
  const ref = await waiting('+12025550165');
  expect((await world.api('POST', `/v1/calls/${ref}/hangup`)).status).toBe(202);
  await record.keepClosed('callWorkflow/hung-up-while-waiting', ref, {
    disposition: 'not-dialled',
  });
});

test('cancelled while waiting', async () => {
  const ref = await waiting('+12025550175');
  await world.client.workflow.getHandle(`call.${ref}`).cancel();
  await record.keepClosed('callWorkflow/cancelled-while-waiting', ref, {
    disposition: 'not-dialled',
  });
});

test('its process frozen beyond the deadline of placing', async () => {
  await world.simulator.change({ answerHeld: 1, answerHoldMs: [2_000, 2_000] });
  const ref = await record.dial('+12025550185');
  await world.untilCall(ref, { state: 'placing' });
  freeze(world.config.timing.placeWithinMs + 500);
  await record.keepClosed('callWorkflow/placing-timed-out', ref, { disposition: 'completed' });
  await world.simulator.change({ answerHeld: 0 });
});

test('refused for now until its campaign is paused', async () => {
  const ref = await waiting('+12025550195');
  await record.keepClosed('callWorkflow/refused-for-now-until-paused', ref, {
    disposition: 'not-dialled',
  });
  expect((await world.progress(ref.split('.')[0] ?? '')).state).toBe('paused');
});

/** Temporal's SDK counts the time in threads of its own. */
function freeze(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}

async function cancelAll(refs: string[]): Promise<void> {
  for (const ref of refs) await world.api('POST', `/v1/campaigns/${ref.split('.')[0]}/cancel`);
}
