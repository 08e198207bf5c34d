/** GET lags behind the webhook of the end, or the webhook is forged: the agent must be free soon after GET shows the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

const TIME_FACTOR = 4;
/** As waited here: 375 ms. The longest pause between two polls is 7.5 s. */
const LAG_MS = 1_500;
/** For timers, transactions and a busy machine. */
const SOON_MS = 2_500;

let world: World;

beforeAll(async () => {
  world = await startWorld({
    timeFactor: TIME_FACTOR,
    carrier: {
      agentRingMs: [2_000, 2_000],
      customerRingMs: [2_000, 2_000],
      talkMs: [12_000, 12_000],
      readLagMs: LAG_MS,
      duplicateWebhooks: 0,
      lateWebhooks: 0,
      finalizedFirst: 0,
    },
  });
  await world.addAgents(6);
});
afterAll(async () => world.stop());

const ONCE = { redial: { max_attempts: 1, max_calls: 1 }, collect_recordings: false };
const numbers = (tens: number) =>
  Array.from({ length: 6 }, (_, index) => `+120255501${tens + index}6`);

/** Of each call: how long after the carrier's end its agent was free, and how often it was read until then. */
async function endsOf(id: string): Promise<{ lateMs: number; reads: number }[]> {
  const ends = world.facts('transition').filter(({ event }) => event === 'click2call.completed');
  const calls = await world.calls(id);
  return Promise.all(
    calls.map(async ({ ref, carrier_call_id: carrierId }) => {
      const { timeline } = await world.call(ref as string);
      const ended = (timeline as { kind: string; at: string }[]).find(
        ({ kind }) => kind === 'ended',
      );
      const endedAtMs = Date.parse(ended!.at);
      const isEarlier = (fact: Record<string, unknown>) =>
        fact['call'] === carrierId && Date.parse(fact['at'] as string) <= endedAtMs;
      const { at } = ends.find(({ call }) => call === carrierId)!;
      return {
        lateMs: endedAtMs - Date.parse(at as string),
        reads: world.facts('read').filter(isEarlier).length,
      };
    }),
  );
}

test('a GET that lags behind the webhook of the end keeps no agent for long', async () => {
  const id = await world.campaign(numbers(0), ONCE);
  await world.untilState(id, 'completed');
  const ends = await endsOf(id);
  expect(ends).toHaveLength(6);
  for (const { lateMs, reads } of ends) {
    expect(lateMs).toBeLessThan(LAG_MS / TIME_FACTOR + SOON_MS);
    expect(reads).toBeLessThanOrEqual(8);
  }
});

test('a forged end costs its call some GETs, and the true end is noticed as soon as without it', async () => {
  const id = await world.campaign(numbers(1), ONCE);
  const forge = async (ordinal: number) => {
    const ref = `${id}.${ordinal}.1`;
    await world.untilCall(ref, { carrier_call_id: expect.any(String) });
    const { carrier_call_id } = await world.call(ref);
    const data = { id: carrier_call_id, cost: null };
    const forged = { event: 'click2call.completed', event_seq: 99, data };
    expect((await world.hook(ref, forged)).status).toBe(204);
    expect(await world.call(ref)).toMatchObject({ disposition: null });
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(forge));
  await world.untilState(id, 'completed');
  for (const { lateMs, reads } of await endsOf(id)) {
    expect(lateMs).toBeLessThan(LAG_MS / TIME_FACTOR + SOON_MS);
    expect(reads).toBeLessThanOrEqual(30);
  }
});
