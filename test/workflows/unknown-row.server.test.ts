/** A carrier that takes POSTs, and leaves open what became of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

const AGENTS = 4;
const LIMIT = 5;
/** The customers answer, by the last digit. */
const NUMBERS = Array.from({ length: 16 }, (_, n) => `+1202555${String(100 + n)}5`);

let world: World;
beforeAll(async () => {
  world = await startWorld({ timeFactor: 120 });
  await world.addAgents(AGENTS);
});
afterAll(async () => world.stop());

const posts = () => world.facts('decision').length;

test('of 16 calls without an answer few go out, the campaign says why, and goes on when the carrier does', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const id = await world.campaign(NUMBERS);
  await world.untilState(id, 'paused');
  const { body } = await world.api('GET', `/v1/campaigns/${id}`);
  expect(body.state_reason).toMatch(
    /^the outcome of [5-9] placements in a row is unknown, the last of call /u,
  );
  expect(body.waiting_for).toMatchObject({
    reason: 'resume',
    text: expect.stringContaining(body.state_reason),
  });
  const live = async () => (await world.api('GET', '/v1/account')).body.live_calls;
  await expect.poll(live, { timeout: 40_000 }).toBe(0);
  const sent = posts();
  expect(sent).toBeGreaterThanOrEqual(LIMIT);
  expect(sent).toBeLessThan(LIMIT + AGENTS);
  const alerts = async () =>
    (await world.api('GET', '/v1/alerts')).body.data.filter(
      (alert: { kind: string }) => alert.kind === 'placements-unknown',
    );
  expect(await alerts()).toMatchObject([{ campaign: id }]);

  await world.simulator.change({ answerReset: 0, lostWebhooks: 0 });
  await world.api('POST', `/v1/campaigns/${id}/resume`);
  expect(await alerts()).toEqual([]);
  await world.untilState(id, 'completed');
  expect((await world.progress(id)).contacts.by_disposition).toEqual({
    unknown: sent,
    completed: NUMBERS.length - sent,
  });
});
