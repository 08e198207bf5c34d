/** Agents get their next call with the end of the last one, and not in a round of the dispatcher, a second later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

const TICK_MS = 1_000;
const ONCE = { redial: { max_attempts: 1, max_calls: 1 }, collect_recordings: false };
const numbers = (from: number) =>
  Array.from({ length: 4 }, (_, index) => `+1202555${String(from + 10 * index).padStart(4, '0')}`);

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: false });
  const { timing } = world.config;
  timing.dispatchTickMs = TICK_MS;
  timing.dispatchIdleMs = TICK_MS;
  await world.startWorker();
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('an agent freed by the end of a call gets the next one without a round of the dispatcher', async () => {
  const id = await world.campaign(numbers(106), ONCE);
  await world.untilState(id, 'completed');
  const calls = await world.calls(id);
  expect(calls).toHaveLength(4);
  const instants = await Promise.all(calls.map(({ ref }) => instantsOf(ref)));
  // The same transaction.
  expect(instants.slice(1).map(({ claimed }) => claimed)).toEqual(
    instants.slice(0, -1).map(({ ended }) => ended),
  );
});

test('with a wrap-up it gets the next call at its end', async () => {
  const id = await world.campaign(numbers(206), { ...ONCE, agents: { wrap_up: '1s' } });
  await world.untilState(id, 'completed');
  expect((await world.calls(id)).map(({ disposition }) => disposition)).toEqual(
    Array.from({ length: 4 }, () => 'completed'),
  );
});

async function instantsOf(ref: string): Promise<Record<'claimed' | 'ended', string>> {
  const { timeline } = await world.call(ref);
  const at = (kind: string) => timeline.find((entry: { kind: string }) => entry.kind === kind).at;
  return { claimed: at('claimed'), ended: at('ended') };
}
