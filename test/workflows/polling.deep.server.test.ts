/** Without a public URL, a call whose placement got no answer waits until no phone can ring any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({
    webhooks: false,
    // Polls are a second apart at least, so each state must last longer to be seen.
    timeFactor: 12,
    carrier: {
      agentRingMs: [15_000, 15_000],
      customerRingMs: [20_000, 20_000],
      talkMs: [20_000, 20_000],
    },
  });
  await world.addAgents(3);
});
afterAll(async () => world.stop());

test('a call with a lost answer is listed as unknown at once, and its agent stays reserved while phones may ring', async () => {
  await world.simulator.change({ answerReset: 1 });
  const id = await world.campaign(['+12025550195']);
  await world.untilCall(`${id}.1.1`, { state: 'unknown' });
  const busy = (await world.api('GET', '/v1/agents')).body.data.filter(
    (agent: { on_call: string | null }) => agent.on_call === `${id}.1.1`,
  );
  expect(busy).toHaveLength(1);
  await world.untilCall(`${id}.1.1`, { disposition: 'unknown' });
  await world.untilState(id, 'completed');
});
