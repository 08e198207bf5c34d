/** Whether an event that finds no workflow makes its call run again. The rules themselves: test/domain/calls/late-event.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LateEvents } from '../../../src/api/ingress/late-events.ts';
import { eventBody, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';
import { COMPLETED } from '../../store/contract/world.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  on.gateway.answer = 'gone';
});
afterAll(() => on.stop());

async function endedCall(): Promise<string> {
  const ref = await liveCall(on);
  await on.store.endCall(ref, { ...COMPLETED, cost: '0.5' }, Date.now());
  return ref;
}

const hook = (ref: string, seq: number, name: string) =>
  on.api.inject({
    method: 'POST',
    url: on.eventHook(`${ref}.1`),
    payload: eventBody(seq, name, `carrier-${ref}`),
  });

const startsOf = (ref: string) =>
  on.gateway.requests.filter((said) => said === `late events ${ref}`).length;

test('a later bill of an ended call starts its run at once', async () => {
  const ref = await endedCall();
  await hook(ref, 7, 'finalized');
  await expect.poll(() => startsOf(ref)).toBe(1);
});

test('a call that is live, or not billed, is left to the sweep', async () => {
  const live = await liveCall(on);
  await hook(live, 1, 'bridged');
  const open = await liveCall(on);
  await on.store.endCall(open, COMPLETED, Date.now());
  await hook(open, 7, 'finalized');
  for (const ref of [live, open]) {
    await expect
      .poll(() => on.gateway.requests.filter((said) => said.endsWith(ref)))
      .not.toEqual([]);
    expect(startsOf(ref)).toBe(0);
  }
});

test('a flood starts three runs, and then one a minute', async () => {
  const ref = await endedCall();
  let nowMs = Date.now();
  const late = new LateEvents({ store: on.store, gateway: on.gateway, nowMs: () => nowMs });
  const before = startsOf(ref);
  await hook(ref, 7, 'finalized');
  await expect.poll(() => startsOf(ref)).toBe(before + 1);
  for (let times = 0; times < 10; times++) await late.startFor(ref).catch(() => undefined);
  expect(startsOf(ref)).toBe(before + 1 + 3);
  nowMs += 60_000;
  await late.startFor(ref).catch(() => undefined);
  expect(startsOf(ref)).toBe(before + 1 + 4);
});
