/** Calls that webhooks follow, and the campaigns and sweeps around them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 60, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
  await world.addAgents(4);
});
afterEach(async () => world.simulator.change(PLAIN_CARRIER));
afterAll(async () => world.stop());

/** Every step lasts long enough for its event to come alone. */
const STEADY = {
  ...PLAIN_CARRIER,
  agentRingMs: [60_000, 60_000],
  dialMs: [20_000, 20_000],
  customerRingMs: [20_000, 20_000],
  billingMs: [20_000, 20_000],
} as const;

test('completed', async () => {
  await world.simulator.change(STEADY);
  const ref = await record.dial('+12025550105');
  await record.keepClosed('callWorkflow/completed', ref, {
    disposition: 'completed',
    recording: 'stored',
  });
  const [campaign = ''] = ref.split('.');
  await record.untilStatus(`campaign.${campaign}`, 'COMPLETED');
  await record.keep('campaignWorkflow/to-its-end', `campaign.${campaign}`);
});

test.each([
  ['agent-unreached', '+12025550101'],
  ['customer-unreached', '+12025550102'],
  ['dropped', '+12025550104'],
] as const)('%s', async (disposition, number) => {
  const ref = await record.dial(number);
  await record.keepClosed(`callWorkflow/${disposition}`, ref, { disposition });
});

test('finalized first', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, finalizedFirst: 1 });
  await record.keepClosed('callWorkflow/finalized-first', await record.dial('+12025550115'), {
    settlement: 'settled',
  });
});

test('events twice and late', async () => {
  const disorder = { duplicateWebhooks: 1, lateWebhooks: 0.5, lateMs: [2_000, 20_000] as const };
  await world.simulator.change({ ...PLAIN_CARRIER, ...disorder });
  const ref = await record.dial('+12025550125');
  await record.keepClosed('callWorkflow/events-twice-and-late', ref, { disposition: 'completed' });
});

test('an event after silence', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, talkMs: [420_000, 420_000] });
  const ref = await record.dial('+12025550135');
  await record.untilAt(`call.${ref}`, /poll the silent call/);
  await record.keepClosed('callWorkflow/event-after-silence', ref, { disposition: 'completed' });
});

test('confirmed when GET works again', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, readServerError: 1 });
  const ref = await record.dial('+12025550136');
  await record.untilAt(`call.${ref}`, /confirm the end/);
  await world.simulator.change({ ...PLAIN_CARRIER, readServerError: 0 });
  await record.keepClosed('callWorkflow/confirmed-late', ref, { confirmed: true });
});

test('billed late', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, billingMs: [150_000, 150_000] });
  const ref = await record.dial('+12025550145');
  await record.untilAt(`call.${ref}`, /poll for the final cost/);
  await record.keepClosed('callWorkflow/billed-late', ref, { settlement: 'settled' });
});

test('an unreadable webhook', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, lostWebhooks: 1, talkMs: [60_000, 60_000] });
  const ref = await record.dial('+12025550155');
  await world.untilCall(ref, { state: 'accepted' });
  await record.tell(ref, 'not json');
  await record.keepClosed('callWorkflow/unreadable-webhook', ref, { disposition: 'completed' });
});

test('no webhooks', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, lostWebhooks: 1, lostRecordingWebhooks: 1 });
  const ref = await record.dial('+12025550165');
  await record.keepClosed('callWorkflow/no-webhooks', ref, { disposition: 'completed' });
});

test('hung up while live', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, talkMs: [600_000, 600_000] });
  const ref = await record.dial('+12025550175');
  await world.untilCall(ref, { state: 'bridged' });
  expect((await world.api('POST', `/v1/calls/${ref}/hangup`)).status).toBe(202);
  await record.keepClosed('callWorkflow/hung-up-while-live', ref, { disposition: 'dropped' });
});

test('cancelled while live', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, talkMs: [120_000, 120_000] });
  const ref = await record.dial('+12025550185');
  await world.untilCall(ref, { state: 'bridged' });
  await world.client.workflow.getHandle(`call.${ref}`).cancel();
  await record.keepClosed('callWorkflow/cancelled-while-live', ref, { disposition: 'completed' });
});

test('terminated by hand, resumed by the sweep', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, talkMs: [300_000, 300_000] });
  const ref = await record.dial('+12025550195');
  await world.untilCall(ref, { state: 'bridged' });
  const runId = await record.runIdOf(`call.${ref}`);
  await world.client.workflow.getHandle(`call.${ref}`).terminate('by hand');
  await record.keep('callWorkflow/terminated', `call.${ref}`, runId);
  await record.keepClosed('callWorkflow/resumed', ref, { disposition: 'completed' });
  expect(await record.runIdOf(`call.${ref}`)).not.toBe(runId);
});

test('a leg whose event comes after the end', async () => {
  const ref = await record.dial('+12025550112');
  await world.untilClosed(ref);
  const { carrier_call_id: id } = await world.call(ref);
  await record.tell(ref, { event: 'click2call.bridged', event_seq: 900, data: { id } });
  await world.untilCall(ref, { disposition: 'dropped' });
  await record.keepClosed('callWorkflow/deepened-after-the-end', ref);
});

test('a bill corrected while the recording is waited for', async () => {
  const away = { lostRecordingWebhooks: 1, recordingReadyMs: [3_600_000, 3_600_000] as const };
  await world.simulator.change({ ...PLAIN_CARRIER, ...away });
  const ref = await record.dial('+12025550106');
  await record.untilAt(`call.${ref}`, /waiting for the recording desk/);
  await world.untilCall(ref, { settlement: 'settled' });
  const { carrier_call_id: id } = await world.call(ref);
  await record.tell(ref, { event: 'click2call.finalized', event_seq: 900, data: { id } });
  await record.keepClosed('callWorkflow/bill-corrected', ref, { settlement: 'settled' });
});

test('a bill after the end', async () => {
  const ref = await record.dial('+12025550122');
  await world.untilClosed(ref);
  const runId = await record.runIdOf(`call.${ref}`);
  const { carrier_call_id: id } = await world.call(ref);
  await record.tell(ref, { event: 'click2call.finalized', event_seq: 900, data: { id } });
  await expect.poll(() => record.runIdOf(`call.${ref}`), { timeout: 20_000 }).not.toBe(runId);
  await record.keepClosed('callWorkflow/bill-after-the-end', ref, { settlement: 'settled' });
});

test('one sweep', async () => {
  const query = "WorkflowType = 'sweepWorkflow' AND ExecutionStatus = 'Completed'";
  const sweeps = await Array.fromAsync(world.client.workflow.list({ query, pageSize: 5 }));
  const [{ workflowId, runId } = expect.fail('no sweep has run')] = sweeps;
  await record.keep('sweepWorkflow/run', workflowId, runId);
});
