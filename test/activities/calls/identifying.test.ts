/** An unknown placement whose answer, or whose call, turns up after all. */
import { describe, expect, test } from 'vitest';
import {
  failing,
  followedCall,
  hangingUp,
  MINUTE,
  mismatching,
  showing,
  timing,
} from './followed-call.ts';

async function unknownCall() {
  const on = await followedCall({ state: 'unknown' });
  const identify = (forMs = 20 * MINUTE) =>
    on.run('identifyCall', { ...on.key, untilMs: on.world.nowMs + forMs });
  const end = () =>
    on.run('endUnknown', {
      key: on.key,
      why: 'no answer',
      waitedFromMs: on.world.nowMs,
      waitedToMs: on.world.nowMs,
    });
  return { ...on, identify, end };
}

describe('identifying the call of an unknown placement', () => {
  test('nothing came: it stays unknown, and no GET is sent', async () => {
    const on = await unknownCall();
    expect(await on.identify()).toMatchObject({ kind: 'unknown' });
    expect(on.looksAtMs).toEqual([]);
  });

  test('the answer to the POST came late after all: accepted, without a GET', async () => {
    const on = await unknownCall();
    await on.world.accept(on.key, 'id-1');
    expect(await on.identify()).toMatchObject({ kind: 'accepted', resumed: true });
    expect(on.looksAtMs).toEqual([]);
  });

  test('the answer that came late is a refusal: it counts too', async () => {
    const on = await unknownCall();
    await on.world.refuse(on.key, 422);
    expect(await on.identify()).toMatchObject({ kind: 'ended', disposition: 'refused' });
  });

  test.each([
    ['404', failing(404)],
    ['410', failing(410)],
    ['403', failing(403)],
    ['a storm of 500', failing(500)],
    ['another call', mismatching],
  ])('a webhook named a call and GET says %s for good: unknown, in time', async (_, reply) => {
    const on = await unknownCall();
    await on.hear(1, 'agent_ringing');
    on.reply(reply);
    const startedAtMs = on.world.nowMs;
    expect(await on.identify()).toMatchObject({ kind: 'unknown' });
    expect(on.world.nowMs - startedAtMs).toBeLessThanOrEqual(20 * MINUTE);
    expect(on.looksAtMs.length).toBeLessThan(25);
  });

  test('a GET that heals identifies the call', async () => {
    const on = await unknownCall();
    await on.hear(1, 'agent_ringing');
    let looks = 0;
    on.reply((request, response) =>
      (++looks < 4 ? failing(503) : showing('agent_ringing'))(request, response),
    );
    expect(await on.identify()).toMatchObject({ kind: 'accepted', resumed: true });
    expect(await on.call()).toMatchObject({
      state: 'agent_ringing',
      carrierCallId: `id-${on.ref}`,
    });
  });
});

describe('ending an unknown call', () => {
  test('answers that it ended, and the same when asked again', async () => {
    const on = await unknownCall();
    const ended = { kind: 'ended', disposition: 'unknown', why: 'no answer' };
    expect(await on.end()).toEqual(ended);
    expect(await on.end()).toEqual(ended);
  });

  test('an answer that came in the same instant is the result, and nothing ends', async () => {
    const on = await unknownCall();
    await on.world.accept(on.key, 'id-1');
    expect(await on.end()).toMatchObject({ kind: 'accepted', resumed: true });
    expect(await on.call()).toMatchObject({ state: 'accepted', disposition: null });
  });

  test.each([
    ['the connection breaks', hangingUp],
    ['403', failing(403)],
    ['500', failing(500)],
    ['429', failing(429, { 'retry-after': '60' })],
  ])('a webhook named it and GET cannot ask (%s): the wait goes on', async (_, reply) => {
    const on = await unknownCall();
    await on.hear(1, 'agent_ringing');
    on.reply(reply);
    expect(await on.end()).toMatchObject({ kind: 'carrier-down' });
    expect(await on.call()).toMatchObject({ state: 'unknown', disposition: null });
    const { waitMs } = (await on.end()) as { waitMs: number };
    expect(waitMs).toBeGreaterThan(MINUTE);
    expect(waitMs).toBeLessThan(20 * MINUTE);
    on.reply(showing('bridged'));
    expect(await on.end()).toMatchObject({ kind: 'accepted', resumed: true });
    expect(await on.call()).toMatchObject({ state: 'agent_ringing', disposition: null });
  });

  test.each([
    ['404', failing(404)],
    ['410', failing(410)],
  ])('a webhook named a call that the carrier does not know (%s): it ends', async (_, reply) => {
    const on = await unknownCall();
    await on.hear(1, 'agent_ringing');
    on.reply(reply);
    expect(await on.end()).toMatchObject({ kind: 'ended', disposition: 'unknown' });
  });

  test('the carrier cannot be asked for as long as an accepted call may be unreadable: it ends', async () => {
    const on = await unknownCall();
    await on.hear(1, 'agent_ringing');
    on.reply(failing(500));
    on.world.later(timing.lostAfterMs);
    expect(await on.end()).toMatchObject({ kind: 'ended', disposition: 'unknown' });
  });

  test('one that a call record bound and ended is followed, not given up', async () => {
    const on = await unknownCall();
    await on.world.store.identifyByRecord(on.key, {
      carrierCallId: 'id-1',
      evidence: 'callback-url',
      ended: 'completed',
      cost: '0.042',
      serial: 1,
      nowMs: on.world.nowMs,
    });
    expect(await on.end()).toMatchObject({ kind: 'accepted', resumed: true });
  });

  test('a call that was named right after its end is reopened', async () => {
    const on = await unknownCall();
    await on.end();
    await on.hear(1, 'agent_ringing');
    on.reply(showing('agent_ringing'));
    expect(await on.identify()).toMatchObject({ kind: 'accepted', resumed: true });
    expect(await on.call()).toMatchObject({ state: 'agent_ringing', disposition: null });
  });
});
