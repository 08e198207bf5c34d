/** Without a public URL no webhooks come: calls are followed by polling alone. */
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

test('every call is placed without a callback URL and followed to cost and recording', async () => {
  const numbers = ['+12025550115', '+12025550122', '+12025550134'];
  const id = await world.campaign(numbers, { redial: { max_attempts: 1, max_calls: 1 } });
  await world.untilState(id, 'completed');
  for (const { ref } of await world.calls(id))
    await world.untilCall(ref, { settlement: 'settled' });
  expect((await world.progress(id)).contacts.by_disposition).toEqual({
    completed: 1,
    'customer-unreached': 1,
    dropped: 1,
  });
  await world.untilCall(`${id}.1.1`, { recording: 'stored' });
  expect(world.facts('decision').every((fact) => fact['callback_url'] === null)).toBe(true);
});
