/** Evidence that arrives after the workflow of its call has closed does not wait for the sweep, which runs once a minute. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changed, startCarrierFront } from './carrier-front.ts';
import { startWorld, type World } from './world.ts';

const WITHIN_MS = 10_000;

let front: Awaited<ReturnType<typeof startCarrierFront>>;
let world: World;
beforeAll(async () => {
  front = await startCarrierFront();
  world = await startWorld({
    // The sweep takes up what is 30 s old, every 30 s.
    timeFactor: 2,
    env: { DIALWRIGHT_CARRIER_URL: front.url },
    carrier: {
      agentRingMs: [500, 500],
      dialMs: [200, 200],
      customerRingMs: [500, 500],
      customerGiveUpMs: [500, 500],
      talkMs: [500, 500],
      billingMs: [500, 500],
      lateWebhooks: 0,
      finalizedFirst: 0,
      duplicateWebhooks: 0,
    },
  });
  front.standBefore(world.simulator.url);
  await world.addAgents(2);
});
afterAll(async () => {
  await world.stop();
  await front.stop();
});

async function closedCall(number: string): Promise<string> {
  const once = { redial: { max_attempts: 1, max_calls: 1 }, collect_recordings: false };
  const ref = `${await world.campaign([number], once)}.1.1`;
  await world.untilClosed(ref);
  return ref;
}

async function sendEvent(ref: string, name: string, seq: number): Promise<void> {
  const { carrier_call_id: id } = await world.call(ref);
  await world.hook(ref, { event: `click2call.${name}`, event_seq: seq, data: { id } });
}

test('a second bill reaches the row within ten seconds', async () => {
  const ref = await closedCall('+12025550116');
  front.answerReads(changed({ cost: '7.5' }));
  await sendEvent(ref, 'finalized', 901);
  const cost = async () => (await world.call(ref)).cost;
  await expect.poll(cost, { timeout: WITHIN_MS, interval: 100 }).toBe('7.5');
  front.answerReads();
});

test('a late leg deepens the disposition within ten seconds', async () => {
  const ref = await closedCall('+12025550112');
  expect(await world.call(ref)).toMatchObject({ disposition: 'customer-unreached' });
  await sendEvent(ref, 'bridged', 902);
  const disposition = async () => (await world.call(ref)).disposition;
  await expect.poll(disposition, { timeout: WITHIN_MS, interval: 100 }).toBe('dropped');
});

test('what changes nothing starts no run', async () => {
  const ref = await closedCall('+12025550126');
  const { runId } = await world.client.workflow.getHandle(`call.${ref}`).describe();
  await sendEvent(ref, 'agent_ringing', 903);
  await sendEvent(ref, 'some_day_new', 904);
  const other = await closedCall('+12025550136');
  await sendEvent(other, 'finalized', 905);
  await expect
    .poll(
      async () => (await world.client.workflow.getHandle(`call.${other}`).describe()).status.name,
    )
    .toBe('RUNNING');
  expect((await world.client.workflow.getHandle(`call.${ref}`).describe()).runId).toBe(runId);
});
