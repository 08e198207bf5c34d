/** What forbids a call is answered when no POST that was decided before it can still leave. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

const CONTACTS = 16;
const GAP_MS = 400;

let world: World;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 1 });
  await world.addAgents(CONTACTS);
});
afterAll(async () => world.stop());

const numbers = Array.from({ length: CONTACTS }, (_, n) => `+120255501${10 + n}`);

/** When the POST came to the carrier; undefined: none came. */
function postMs(number: string): number | undefined {
  const post = world.facts('decision').find((fact) => fact['destination'] === number);
  return post && Date.parse(String(post['at']));
}

test('no POST to a number leaves after its suppression was answered, at any offset of its slot', async () => {
  await world.api('PUT', '/v1/suppressions/dnc', { name: 'Do not call' });
  const id = await world.campaign(numbers, {
    calls_per_second: 1_000 / GAP_MS,
    suppression_lists: ['dnc'],
  });
  const answered = new Map<string, number>();
  // Every second number is suppressed shortly before the slot that follows the one before.
  for (let n = 0; n + 1 < CONTACTS; n += 2) {
    await expect.poll(() => postMs(numbers[n]!), { interval: 2 }).toBeDefined();
    const slotMs = postMs(numbers[n]!)! + GAP_MS;
    await sleep(slotMs - 8 * n - Date.now());
    const path = `/v1/suppressions/dnc/numbers/${encodeURIComponent(numbers[n + 1]!)}`;
    expect(await world.api('PUT', path)).toMatchObject({ status: 200 });
    answered.set(numbers[n + 1]!, Date.now());
  }
  await world.api('POST', `/v1/campaigns/${id}/cancel`);
  const late = [...answered]
    .map(([number, atMs]) => ({ number, afterMs: (postMs(number) ?? 0) - atMs }))
    .filter(({ afterMs }) => afterMs > 0);
  expect(late).toEqual([]);
});
