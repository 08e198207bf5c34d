/** What is known when answers, webhooks or whole processes go missing. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callbackUrl } from '../../src/carrier/calls/tokens.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 120 });
  await world.addAgents(4);
});
afterEach(async () =>
  world.simulator.change({
    answerReset: 0,
    lostWebhooks: 0,
    lostRecordingWebhooks: 0,
    finalizedFirst: 0,
    talkMs: [10_000, 120_000],
  }),
);
afterAll(async () => world.stop());

const postsTo = (number: string) =>
  world.facts('decision').filter((fact) => fact['destination'] === number);

test('a lost answer is resolved by the first webhook on its URL, with one POST', async () => {
  await world.simulator.change({ answerReset: 1 });
  const ref = await dial('+12025550115');
  await world.untilCall(ref, { disposition: 'completed', settlement: 'settled' });
  expect(postsTo('+12025550115')).toHaveLength(1);
  expect((await world.call(ref)).placements).toMatchObject([{ state: 'accepted' }]);
});

test('a lost answer without any webhook ends as unknown, its contact locked, never dialled again', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await dial('+12025550125');
  await world.untilCall(ref, { disposition: 'unknown' });
  expect(postsTo('+12025550125')).toHaveLength(1);
  const [campaign] = ref.split('.');
  await world.untilState(campaign ?? '', 'completed');
  expect((await world.progress(campaign ?? '')).contacts.by_state).toMatchObject({ locked: 1 });
});

test('finalized before the terminal event ends and settles the call all the same', async () => {
  await world.simulator.change({ finalizedFirst: 1 });
  const ref = await dial('+12025550135');
  await world.untilCall(ref, { disposition: 'completed', settlement: 'settled' });
});

test('a call whose webhooks all get lost is followed to its end by polling', async () => {
  await world.simulator.change({ lostWebhooks: 1 });
  const ref = await dial('+12025550145');
  await world.untilCall(ref, { disposition: 'completed', confirmed: true, settlement: 'settled' });
});

test('a webhook that cannot be read makes the call poll at once', async () => {
  await world.simulator.change({ lostWebhooks: 1, talkMs: [600_000, 600_000] });
  const ref = await dial('+12025550105');
  await world.untilCall(ref, { state: 'accepted' });
  const path = new URL(
    callbackUrl('https://dialwright.example', { ref, placement: 1 }, world.config.hookSecrets),
  ).pathname;
  const looks = () => world.facts('read').length;
  const before = looks();
  const answer = await fetch(`${world.url()}${path}`, { method: 'POST', body: 'not json' });
  expect(answer.status).toBe(204);
  // Far sooner than silence would have made it poll.
  await expect.poll(looks, { timeout: 1_500, interval: 20 }).toBeGreaterThan(before);
});

test('a leg whose event comes after the end deepens the disposition', async () => {
  const ref = await dial('+12025550112');
  await world.untilClosed(ref);
  expect((await world.call(ref)).disposition).toBe('customer-unreached');
  const url = callbackUrl(
    'https://dialwright.example',
    { ref, placement: 1 },
    world.config.hookSecrets,
  );
  const { carrier_call_id: id } = await world.call(ref);
  const late = { event: 'click2call.bridged', event_seq: 900, data: { id } };
  await fetch(world.url() + new URL(url).pathname, { method: 'POST', body: JSON.stringify(late) });
  await world.untilCall(ref, { disposition: 'dropped' });
});

test('recordings that nobody announced come through the desk, never closer than the quota', async () => {
  await world.simulator.change({ lostRecordingWebhooks: 1 });
  const numbers = ['+12025550155', '+12025550165', '+12025550175', '+12025550185'];
  const refs = await Promise.all(numbers.slice(0, 1).map(dial));
  refs.push(await dial(numbers[3] ?? ''), await dial('+12025550195'));
  for (const ref of refs) await world.untilCall(ref, { state: 'ended' });
  for (const ref of refs) await world.untilCall(ref, { recording: 'stored' });
  const lookups = world.facts('lookup');
  expect(lookups.length).toBeGreaterThanOrEqual(3);
  expect(lookups.filter((fact) => fact['status'] === 429)).toEqual([]);
  const asked = world.facts('storage');
  expect(asked.length).toBeGreaterThanOrEqual(refs.length);
  expect(asked.filter((fact) => fact['authorization'] || fact['key_seen'])).toEqual([]);
});

async function dial(number: string): Promise<string> {
  const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
  return `${id}.1.1`;
}
