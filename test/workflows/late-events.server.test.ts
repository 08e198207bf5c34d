/** Calls whose GETs fail or whose hang-ups are refused, and events that come when their end has been decided. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { changed, refusing } from './carrier-front.ts';
import { startLateEventsWorld, type LateEventsWorld } from './late-events-world.ts';

let world: LateEventsWorld;
beforeAll(async () => {
  world = await startLateEventsWorld();
});
afterEach(() => world.restore());
afterAll(() => world.stop());

test('while GET fails, an event ends its call unconfirmed; GET confirms and bills it later', async () => {
  world.front.answerReads(refusing(503, { 'retry-after': '1' }));
  const ref = await world.dial('+12025550115');
  await world.untilCall(ref, { disposition: 'completed', confirmed: false, cost: null });
  world.front.answerReads();
  await world.untilCall(ref, { confirmed: true, settlement: 'settled' });
});

test('a hang-up of a call that the carrier does not know yet is repeated, and GET shows its end', async () => {
  await world.simulator.change({ talkMs: [36_000_000, 36_000_000], lostWebhooks: 1 });
  world.front.refuseHangups(404);
  const ref = await world.dial('+12025550146');
  await world.untilCall(ref, { state: 'bridged' });
  await world.api('POST', `/v1/calls/${ref}/hangup`);
  const refusal = 'hang-up refused: the carrier does not know the call';
  await expect.poll(() => world.textsOf(ref)).toContain(refusal);
  world.front.refuseHangups();
  await world.untilCall(ref, { state: 'ended' });
  const texts = await world.textsOf(ref);
  expect(texts.filter((text) => text === refusal)).toHaveLength(1);
  expect(texts).toContain('hang-up taken by the carrier');
});

test('a leg counts although an unknown event came first under the same seq', async () => {
  await world.simulator.change({ billingMs: [900_000, 900_000] });
  const ref = await world.dial('+12025550132');
  await world.untilCall(ref, { disposition: 'customer-unreached', settlement: 'open' });
  await world.sendEvent(ref, 'agent_whispered', 900);
  await world.sendEvent(ref, 'bridged', 900);
  await world.untilCall(ref, { disposition: 'dropped', settlement: 'open' });
});

test('a bill that is corrected during the wait for the recording reaches the row and the sum', async () => {
  await world.simulator.change({ lostRecordingWebhooks: 1, recordingReadyMs: [900_000, 900_000] });
  const ref = await world.dial('+12025550125');
  await world.untilCall(ref, { settlement: 'settled' });
  expect(await world.statusOf(ref)).toBe('RUNNING');
  for (const [seq, cost] of [
    [901, '0.0000000001'],
    [902, '-1.25'],
  ] as const) {
    world.front.answerReads(changed({ cost }));
    await world.sendEvent(ref, 'finalized', seq);
    await world.untilCall(ref, { settlement: 'settled', cost });
    expect((await world.progress(ref.split('.')[0]!)).total_cost).toBe(cost);
  }
});

test('a bill that is corrected after the workflow has closed reaches the row too', async () => {
  const ref = await world.dial('+12025550115');
  await world.untilClosed(ref);
  world.front.answerReads(changed({ cost: '7.5' }));
  await world.sendEvent(ref, 'finalized', 901);
  await world.untilCall(ref, { settlement: 'settled', cost: '7.5' });
});

test('a run for late events has a summary of its own, and is no call in searches', async () => {
  const ref = await world.dial('+12025550145');
  await world.untilClosed(ref);
  const first = (await world.client.workflow.getHandle(`call.${ref}`).describe()).runId;
  world.front.answerReads(changed({ cost: '8.5' }));
  await world.sendEvent(ref, 'finalized', 901);
  await world.untilCall(ref, { settlement: 'settled', cost: '8.5' });
  await world.untilClosed(ref);
  const handle = world.client.workflow.getHandle(`call.${ref}`);
  const again = await handle.describe();
  expect(again.runId).not.toBe(first);
  expect(await again.staticSummary()).toBe('late events; nothing is dialled');
  expect(again.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])).toEqual(
    expect.arrayContaining([['DialwrightState', 'late-events']]),
  );
  expect(JSON.stringify(again.typedSearchAttributes.getAll())).not.toContain('Disposition');
});

test('a corrected bill that GET shows only later is polled for', async () => {
  const ref = await world.dial('+12025550155');
  await world.untilClosed(ref);
  const { cost } = await world.call(ref);
  const reads = world.facts('read').length;
  await world.sendEvent(ref, 'finalized', 901);
  await expect.poll(() => world.facts('read').length, { timeout: 20_000 }).toBeGreaterThan(reads);
  expect((await world.call(ref)).cost).toBe(cost);
  world.front.answerReads(changed({ cost: '7.5' }));
  await world.untilCall(ref, { cost: '7.5' });
});

test('an answer that comes after its placement ended as unknown is found without a webhook', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await world.dial('+12025550135');
  await world.untilCall(ref, { state: 'unknown' });
  const [posted] = world.facts('decision').filter((fact) => fact['destination'] === '+12025550135');
  const { call } = posted!['placed'] as { call: string };
  const store = await openStore(world.config.database);
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
