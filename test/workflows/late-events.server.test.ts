/** Calls whose GETs fail or lie or whose hang-ups are refused, and events that come when their end has been decided. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { changed, refusing, startCarrierFront } from './carrier-front.ts';
import { startWorld, type World } from './world.ts';

let front: Awaited<ReturnType<typeof startCarrierFront>>;
let world: World;

beforeAll(async () => {
  front = await startCarrierFront();
  world = await startWorld({ timeFactor: 120, env: { DIALWRIGHT_CARRIER_URL: front.url } });
  front.standBefore(world.simulator.url);
  await world.addAgents(6);
});
afterEach(async () => {
  front.answerReads();
  front.refuseHangups();
  await world.simulator.change({
    talkMs: [10_000, 120_000],
    answerReset: 0,
    lostWebhooks: 0,
    lostRecordingWebhooks: 0,
    billingMs: [2_000, 20_000],
    recordingReadyMs: [0, 500],
  });
});
afterAll(async () => {
  await world.stop();
  await front.stop();
});

const statusOf = async (ref: string) =>
  (await world.client.workflow.getHandle(`call.${ref}`).describe()).status.name;

test('a call that the carrier forgets ends as lost, with its reason, and its campaign ends', async () => {
  const ref = await dial('+12025550108');
  await world.untilCall(ref, { disposition: 'carrier-lost', confirmed: false });
  expect((await world.call(ref)).reason).toMatch(/^GET does not know the call, for \d+ s$/);
  await world.untilState(ref.split('.')[0]!, 'completed');
  expect((await world.stepsOf(ref)).length).toBeLessThanOrEqual(9);
});

test('while GET fails, an event ends its call unconfirmed; GET confirms and bills it later', async () => {
  front.answerReads(refusing(503, { 'retry-after': '1' }));
  const ref = await dial('+12025550115');
  await world.untilCall(ref, { disposition: 'completed', confirmed: false, cost: null });
  front.answerReads();
  await world.untilCall(ref, { confirmed: true, settlement: 'settled' });
});

test('a hang-up of a call that the carrier does not know yet is asked for again, and its end is read', async () => {
  await world.simulator.change({ talkMs: [36_000_000, 36_000_000], lostWebhooks: 1 });
  front.refuseHangups(404);
  const ref = await dial('+12025550146');
  await world.untilCall(ref, { state: 'bridged' });
  await world.api('POST', `/v1/calls/${ref}/hangup`);
  const said = 'hang-up refused: the carrier does not know the call';
  await expect.poll(() => textsOf(ref)).toContain(said);
  front.refuseHangups();
  await world.untilCall(ref, { state: 'ended' });
  const texts = await textsOf(ref);
  expect(texts.filter((text) => text === said)).toHaveLength(1);
  expect(texts).toContain('hang-up taken by the carrier');
});

test('a leg that is told of between the end and the bill deepens the disposition', async () => {
  await world.simulator.change({ billingMs: [900_000, 900_000] });
  const ref = await dial('+12025550112');
  await world.untilCall(ref, { disposition: 'customer-unreached', settlement: 'open' });
  await tell(ref, 'bridged', 900);
  await world.untilCall(ref, { disposition: 'dropped', settlement: 'open', confirmed: true });
  expect(await statusOf(ref)).toBe('RUNNING');
  await world.untilCall(ref, { settlement: 'settled' });
});

test('an unknown event that came first under the same seq takes nothing from a leg', async () => {
  await world.simulator.change({ billingMs: [900_000, 900_000] });
  const ref = await dial('+12025550132');
  await world.untilCall(ref, { disposition: 'customer-unreached', settlement: 'open' });
  await tell(ref, 'agent_whispered', 900);
  await tell(ref, 'bridged', 900);
  await world.untilCall(ref, { disposition: 'dropped', settlement: 'open' });
});

test('a bill that is corrected while the recording is waited for reaches the row and the sum', async () => {
  await world.simulator.change({ lostRecordingWebhooks: 1, recordingReadyMs: [900_000, 900_000] });
  const ref = await dial('+12025550125');
  await world.untilCall(ref, { settlement: 'settled' });
  expect(await statusOf(ref)).toBe('RUNNING');
  for (const [seq, cost] of [
    [901, '0.0000000001'],
    [902, '-1.25'],
  ] as const) {
    front.answerReads(changed({ cost }));
    await tell(ref, 'finalized', seq);
    await world.untilCall(ref, { settlement: 'settled', cost });
    expect((await world.progress(ref.split('.')[0]!)).total_cost).toBe(cost);
  }
});

test('a bill that is corrected while the recording of a call that was bridged after all is waited for', async () => {
  await world.simulator.change({ billingMs: [900_000, 900_000] });
  const ref = await dial('+12025550122');
  await world.untilCall(ref, { disposition: 'customer-unreached', settlement: 'open' });
  await tell(ref, 'bridged', 900);
  await world.untilCall(ref, { disposition: 'dropped', settlement: 'settled' });
  await world.untilCall(ref, { recording: 'wanted' });
  front.answerReads(changed({ cost: '0.75' }));
  await tell(ref, 'finalized', 901);
  await world.untilCall(ref, { cost: '0.75' });
  await expect.poll(() => statusOf(ref)).toBe('COMPLETED');
});

test('a bill that is corrected when nobody waits any more reaches the row too', async () => {
  const ref = await dial('+12025550116');
  await world.untilClosed(ref);
  front.answerReads(changed({ cost: '7.5' }));
  await tell(ref, 'finalized', 901);
  await world.untilCall(ref, { settlement: 'settled', cost: '7.5' });
});

test('a run that only takes note of late news says so, and is no call in searches', async () => {
  const ref = await dial('+12025550136');
  await world.untilClosed(ref);
  const first = (await world.client.workflow.getHandle(`call.${ref}`).describe()).runId;
  front.answerReads(changed({ cost: '8.5' }));
  await tell(ref, 'finalized', 901);
  await world.untilCall(ref, { settlement: 'settled', cost: '8.5' });
  await world.untilClosed(ref);
  const handle = world.client.workflow.getHandle(`call.${ref}`);
  const again = await handle.describe();
  expect(again.runId).not.toBe(first);
  expect(await again.staticSummary()).toMatch(/^Late events of call .* nobody is dialled$/);
  expect(again.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])).toEqual(
    expect.arrayContaining([['DialwrightState', 'late-news']]),
  );
  expect(JSON.stringify(again.typedSearchAttributes.getAll())).not.toContain('Disposition');
});

test('a corrected bill that GET shows only later is waited for', async () => {
  const ref = await dial('+12025550126');
  await world.untilClosed(ref);
  const { cost } = await world.call(ref);
  const looked = world.facts('read').length;
  await tell(ref, 'finalized', 901);
  await expect.poll(() => world.facts('read').length, { timeout: 20_000 }).toBeGreaterThan(looked);
  expect((await world.call(ref)).cost).toBe(cost);
  front.answerReads(changed({ cost: '7.5' }));
  await world.untilCall(ref, { cost: '7.5' });
});

test('an answer that comes after its placement was given up is found without a webhook', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await dial('+12025550135');
  await world.untilCall(ref, { state: 'unknown' });
  const [posted] = world.facts('decision').filter((fact) => fact['destination'] === '+12025550135');
  const { call } = posted!['placed'] as { call: string };
  const store = openSqliteStore({ path: world.config.databasePath });
  try {
    const accepted = { kind: 'accepted', carrierCallId: call, status: 201 } as const;
    const { hold } = world.config.timing;
    const limits = { pauseAfterRefusals: 9, maxWaits: 9, retryAtMs: Date.now() };
    const key = { ref, placement: 1 };
    await store.recordPlacement(key, accepted, { nowMs: Date.now(), hold, ...limits });
  } finally {
    await store.close();
  }
  await world.untilCall(ref, { disposition: 'completed', confirmed: true, settlement: 'settled' });
});

async function textsOf(ref: string): Promise<string[]> {
  const { body } = await world.api('GET', `/v1/calls/${ref}`);
  return (body.timeline as { text: string }[]).map(({ text }) => text);
}

/** A webhook of the carrier's about this very call. */
async function tell(ref: string, name: string, seq: number): Promise<void> {
  const { carrier_call_id: id } = await world.call(ref);
  await world.hook(ref, { event: `click2call.${name}`, event_seq: seq, data: { id } });
}

async function dial(number: string): Promise<string> {
  const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
  return `${id}.1.1`;
}
