/** What the carrier's refusals do to calls, contacts and the account. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await world.addAgents(4);
});
afterAll(async () => world.stop());

const decisions = () => world.facts('decision');
const hold = async () => (await world.api('GET', '/v1/account')).body.hold;

test('422 fails the contact and nobody else', async () => {
  await world.simulator.change({ refuse: ['invalid_destination=+12025550115'] });
  const id = await world.campaign(['+12025550115', '+12025550125']);
  await world.untilState(id, 'completed');
  expect((await world.progress(id)).contacts.by_disposition).toEqual({ refused: 1, completed: 1 });
});

test('402 opens the hold for everybody; one accepted probe lifts it and every contact is dialled', async () => {
  await world.simulator.change({ refuse: ['insufficient_funds'] });
  const id = await world.campaign(['+12025550135', '+12025550145', '+12025550155']);
  await expect
    .poll(async () => (await hold())?.reason, { timeout: 20_000 })
    .toBe('402 insufficient_funds');
  const refused = decisions().filter((fact) => fact['code'] === 'insufficient_funds').length;
  expect((await world.progress(id)).contacts.by_disposition).toEqual({});
  await world.simulator.change({ refuse: [] });
  await world.untilState(id, 'completed');
  expect(await hold()).toBeNull();
  expect((await world.progress(id)).contacts.by_disposition).toEqual({ completed: 3 });
  const after = decisions().filter((fact) => fact['code'] === 'insufficient_funds').length;
  // The calls that were on their way, and one probe at a time from then on.
  expect(after - refused).toBeLessThanOrEqual(2);
});

test('403 waits for a person, burns nobody’s attempt, and lifting it by hand goes on', async () => {
  await world.simulator.change({ refuse: ['account_not_verified'] });
  const id = await world.campaign(['+12025550165']);
  await expect.poll(async () => (await hold())?.rule.action, { timeout: 20_000 }).toBe('by-person');
  await expect
    .poll(async () => (await world.progress(id)).waiting_for?.reason, { timeout: 20_000 })
    .toBe('hold');
  await world.simulator.change({ refuse: [] });
  expect((await world.api('POST', '/v1/account/hold/lift')).status).toBe(200);
  await world.untilState(id, 'completed');
  expect((await world.progress(id)).contacts.by_disposition).toEqual({ completed: 1 });
});

test('429 with Retry-After: no POST before it, then spread, and the campaigns stay running', async () => {
  const ASKED_MS = 3_000;
  await world.simulator.change({ refuse: ['too_many_requests'], retryAfterMs: ASKED_MS });
  const before = decisions().length;
  const one = await world.campaign(['+12025550105', '+12025550115', '+12025550125']);
  const other = await world.campaign(['+12025550135', '+12025550145', '+12025550155']);
  await expect.poll(() => decisions().length).toBeGreaterThan(before);
  const asked = async () => (await world.api('GET', '/v1/account')).body.retry_after;
  await expect.poll(asked).toMatchObject({
    until: expect.any(String),
    reason: expect.stringContaining('429'),
  });
  // The first call that comes back is refused again, and with it all wait again.
  await expect
    .poll(() => decisions().length - before, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(6);
  await world.simulator.change({ refuse: [] });
  for (const id of [one, other]) {
    await world.untilState(id, 'completed');
    expect((await world.progress(id)).contacts.by_disposition).toEqual({ completed: 3 });
  }
  const atMs = decisions()
    .slice(before)
    .map((fact) => Date.parse(fact['at'] as string));
  const pauses = atMs.slice(1).map((ms, index) => ms - atMs[index]!);
  // Those on their way when the first was refused, then nobody for the whole pause.
  expect(Math.max(...pauses)).toBeGreaterThanOrEqual(ASKED_MS - 500);
  const endMs = atMs[0]! + ASKED_MS;
  expect(atMs.filter((ms) => ms > atMs[0]! + 700 && ms < endMs)).toEqual([]);
});

test('the account-wide stop lets no POST leave until go', async () => {
  expect((await world.api('POST', '/v1/account/stop', { reason: 'drill' })).status).toBe(200);
  const before = decisions().length;
  const id = await world.campaign(['+12025550175']);
  await expect
    .poll(async () => (await world.progress(id)).waiting_for?.reason, { timeout: 20_000 })
    .toBe('account-stop');
  expect(decisions()).toHaveLength(before);
  await world.api('POST', '/v1/account/go');
  await world.untilState(id, 'completed');
});
