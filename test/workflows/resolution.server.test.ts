/** What a person closes, and what becomes of it when the carrier speaks after all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackUrl } from '../../src/carrier/calls/tokens.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 240 });
  await world.addAgents(2);
});
afterAll(async () => world.stop());

/** A call that the carrier took, whose answer and webhooks were all lost. */
async function unknownCall(number: string): Promise<string> {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const id = await world.campaign([number], { keep_open: true });
  const ref = `${id}.1.1`;
  await world.untilCall(ref, { disposition: 'unknown' });
  await world.simulator.change({ answerReset: 0, lostWebhooks: 0 });
  return ref;
}

async function resolve(ref: string): Promise<void> {
  const said = { disposition: 'not-dialled', reason: 'not in the call records' };
  expect((await world.api('POST', `/v1/calls/${ref}/resolve`, said)).status).toBe(200);
}

test('closed as not dialled, its contact is dialled again at once, here and where its number was waited for', async () => {
  const ref = await unknownCall('+12025550115');
  const other = await world.campaign(['+12025550115']);
  await expect
    .poll(async () => (await world.progress(other)).waiting_for?.reason, { timeout: 20_000 })
    .toBe('numbers');
  await resolve(ref);
  await world.untilCall(ref.replace(/1$/, '2'), { disposition: 'completed' });
  await world.untilState(other, 'completed');
});

test('a webhook that comes after all outweighs the person, and its cost is counted', async () => {
  const ref = await unknownCall('+12025550125');
  const before = (await world.calls(ref.split('.')[0] ?? '')).length;
  expect(before).toBe(1);
  const said = { disposition: 'not-dialled', reason: 'no such call', redial: false };
  expect((await world.api('POST', `/v1/calls/${ref}/resolve`, said)).status).toBe(200);
  const [decision] = world
    .facts('decision')
    .filter((fact) => fact['destination'] === '+12025550125');
  const url = callbackUrl(
    'https://dialwright.example',
    { ref, placement: 1 },
    world.config.hookSecrets,
  );
  const late = {
    event: 'click2call.finalized',
    event_seq: 900,
    data: { id: placedCall(decision) },
  };
  await fetch(world.url() + new URL(url).pathname, { method: 'POST', body: JSON.stringify(late) });
  await world.untilCall(ref, { disposition: 'completed', settlement: 'settled' });
});

function placedCall(decision: Record<string, unknown> | undefined): string {
  const placed = decision?.['placed'] as { call: string } | undefined;
  if (!placed) throw new Error('the carrier placed no such call');
  return placed.call;
}
