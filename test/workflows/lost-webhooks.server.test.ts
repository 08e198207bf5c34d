/** A public URL is set, and the carrier's webhooks do not arrive, or come back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({
    timeFactor: 20,
    carrier: {
      agentRingMs: [2_000, 4_000],
      customerRingMs: [3_000, 5_000],
      talkMs: [5_000, 9_000],
    },
  });
  await world.addAgents(4);
});
afterEach(async () => world.simulator.change({ lostWebhooks: 0, talkMs: [5_000, 9_000] }));
afterAll(async () => world.stop());

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `+120255501${String(index).padStart(2, '0')}`).map(
    (number) => `${number.slice(0, -1)}6`,
  );
const webhooks = async () => (await world.api('GET', '/v1/account')).body.webhooks;
const readsOf = async (id: string) => {
  const ids = new Set((await world.calls(id)).map((call) => call['carrier_call_id']));
  return world.facts('read').filter((fact) => ids.has(fact['call'])).length;
};

async function campaignOf(count: number): Promise<string> {
  const id = await world.campaign([...new Set(numbers(10 * count))].slice(0, count), {
    redial: { max_attempts: 1, max_calls: 1 },
    collect_recordings: false,
  });
  await world.untilState(id, 'completed');
  return id;
}

test('healthy webhooks cost the GET of the end and that of the bill, and calls are not polled', async () => {
  const id = await campaignOf(8);
  for (const { ref } of await world.calls(id)) await world.untilClosed(ref as string);
  // A machine that is late with a webhook makes a call poll once more; a polled one polls four times or more.
  expect(await readsOf(id)).toBeLessThanOrEqual(3 * 8);
  expect(await webhooks()).toMatchObject({ state: 'healthy', receiving: true });
});

test('lost ones are noticed: calls are polled from their start and say why, with a history as short', async () => {
  await world.simulator.change({ lostWebhooks: 1 });
  const id = await campaignOf(10);
  expect(await webhooks()).toMatchObject({ state: 'lost' });
  const last = (await world.calls(id)).at(-1)!['ref'] as string;
  const { body } = await world.api('GET', `/v1/calls/${last}`);
  expect(body.timeline.map(({ text }: { text: string }) => text)).toContain(
    'webhooks do not arrive: polled by GET from the start',
  );
  await world.untilClosed(last);
  // Six as a rule; on a busy machine a call polls once or twice more, with a timer before each poll.
  expect((await world.stepsOf(last)).length).toBeLessThanOrEqual(10);
});

test('webhooks that come again are waited for again', async () => {
  await campaignOf(9);
  expect(await webhooks()).toMatchObject({ state: 'healthy' });
});

test('the end after a hang-up is read at once, though no webhook tells of it', async () => {
  await world.simulator.change({ lostWebhooks: 1, talkMs: [3_000_000, 3_000_000] });
  const id = await world.campaign(['+12025550196'], { redial: { max_attempts: 1, max_calls: 1 } });
  const ref = `${id}.1.1`;
  await world.untilCall(ref, { state: 'bridged' });
  await world.api('POST', `/v1/calls/${ref}/hangup`);
  await world.untilCall(ref, { state: 'ended' });
});
