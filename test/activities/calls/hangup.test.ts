/** A hang-up is repeated until the carrier takes it or the call has ended, and the timeline shows each answer. */
import { describe, expect, test } from 'vitest';
import { answering } from '../../carrier/servers.ts';
import { failing, followedCall, HOUR, showing, timing, type Reply } from './followed-call.ts';

async function callToHangUp() {
  const on = await followedCall();
  const { store } = on.world;
  await store.askHangup({ ref: on.ref, nowMs: on.world.nowMs });
  return {
    ...on,
    hangUp: () => on.attempt('hangUp', on.ref),
    /** What DELETE answers, and GET. */
    answer: (toDelete: Reply, toGet: Reply) =>
      on.reply((request, response) =>
        (request.method === 'DELETE' ? toDelete : toGet)(request, response),
      ),
    isUnsent: async () => {
      const inAnHour = on.world.nowMs + HOUR;
      const due = await store.takeHangups({ nowMs: inAnHour, leaseMs: 0, limit: 9 });
      return due.includes(on.ref);
    },
    story: async () => (await store.timeline(on.ref)).map(({ text }) => text),
  };
}

const NOT_TAKEN = [
  ['does not know', 404, 'hang-up refused: the carrier does not know the call'],
  ['refuses', 409, 'hang-up refused: HTTP 409'],
] as const;

describe.each(NOT_TAKEN)('a hang-up of a call that the carrier %s', (_, status, said) => {
  test('is asked again, and counts as sent only once it is taken', async () => {
    const on = await callToHangUp();
    on.answer(failing(status), showing('agent_ringing'));
    for (let tries = 0; tries < 3; tries++) {
      await expect(on.hangUp()).rejects.toThrow(`${said}; GET shows agent_ringing`);
      expect(await on.isUnsent()).toBe(true);
    }
    expect((await on.story()).filter((text) => text === said)).toHaveLength(1);
    on.answer(answering(200), showing('agent_ringing'));
    await on.hangUp();
    expect(await on.isUnsent()).toBe(false);
    expect(await on.story()).toContain('hang-up taken by the carrier');
  });

  test('is done where GET shows that the call is over, and its agent is free', async () => {
    const on = await callToHangUp();
    on.answer(failing(status), showing('completed', '0.5'));
    await on.hangUp();
    expect(await on.call()).toMatchObject({ state: 'ended', disposition: 'completed' });
    expect(await on.world.onCall('a1')).toBeNull();
    const asked = on.looksAtMs.length;
    await on.hangUp();
    expect(on.looksAtMs).toHaveLength(asked);
  });
});

describe('a hang-up that fails', () => {
  test('has the reason, and is repeated', async () => {
    const on = await callToHangUp();
    on.answer(failing(500), showing('bridged'));
    await expect(on.hangUp()).rejects.toThrow('hang-up failed: HTTP 500');
    expect(await on.story()).toContain('hang-up failed: HTTP 500');
    expect(await on.isUnsent()).toBe(true);
    expect(on.looksAtMs).toHaveLength(1);
  });

  test.each([
    ['90', 90_000],
    ['0', timing.pollMs],
    ['86400', timing.pollRetryAtMostMs],
  ])('with Retry-After %s is asked again no sooner, within reason', async (value, pauseMs) => {
    const on = await callToHangUp();
    on.answer(failing(429, { 'retry-after': value }), showing('bridged'));
    await expect(on.hangUp()).rejects.toMatchObject({ nextRetryDelay: pauseMs });
  });
});
