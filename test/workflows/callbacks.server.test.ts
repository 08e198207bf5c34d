/** Callbacks on a real schedule: it asks at the time, the store makes the turn once, the same path dials it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({
    carrier: {
      agentRingMs: [1_000, 1_000],
      customerRingMs: [1_000, 1_000],
      talkMs: [2_000, 2_000],
    },
  });
  await world.addAgents(2);
});
afterAll(async () => world.stop());

const UNTIL = { timeout: 200_000, interval: 200 };
const SOON = { timeout: 40_000, interval: 100 };

async function make(body: object): Promise<string> {
  const made = await world.api('POST', '/v1/callbacks', { zone: 'UTC', ...body });
  expect(made).toMatchObject({ status: 201 });
  return made.body.id;
}
const shown = async (id: string) => (await world.api('GET', `/v1/callbacks/${id}`)).body;
const scheduleOf = (id: string) => world.client.schedule.getHandle(`callback.${id}`);
async function untilKept(id: string): Promise<void> {
  await expect.poll(async () => (await shown(id)).schedule, SOON).toBe('kept');
}

/** The next minute that leaves room to make the schedule before it. */
function comingMinute(): string {
  return new Date(Date.now() + 70_000).toISOString().slice(11, 16);
}

test('a turn is dialled at its time, once; where its schedule was deleted, the sweep sees to it', async () => {
  const every = { at: comingMinute() };
  const id = await make({ number: '+12025550106', every });
  const orphan = await make({ number: '+12025550116', every });
  await untilKept(id);
  await untilKept(orphan);
  await scheduleOf(orphan).delete();
  for (const each of [id, orphan]) {
    await expect.poll(async () => (await shown(each)).last?.state, UNTIL).toBe('done');
    const { turns, state, last } = await shown(each);
    expect({ turns, state, disposition: last.disposition }).toEqual({
      turns: 1,
      state: 'scheduled',
      disposition: 'completed',
    });
    const placed = world.facts('decision').filter((fact) => fact['placed'] !== null);
    const { number } = await shown(each);
    expect(placed.filter((fact) => fact['destination'] === number)).toHaveLength(1);
  }
  const { recentActions } = (await scheduleOf(id).describe()).info;
  expect(recentActions).toHaveLength(1);
  expect(recentActions[0]!.scheduledAt.toISOString()).toBe((await shown(id)).last.at);
}, 240_000);

test('what clocks skip has its place in the schedule too, when they jump', async () => {
  const zone = 'Europe/Paris';
  // Of the coming years' last Sundays of March, one is the 28th, 2027.
  const every = { at: '02:30', days_of_month: [28] };
  const id = await make({ number: '+12025550136', zone, every });
  await untilKept(id);
  const { nextActionTimes } = (await scheduleOf(id).describe()).info;
  const planned = nextActionTimes.map((at) => at.toISOString());
  expect(planned).toContain('2027-02-28T01:30:00.000Z');
  expect(planned).toContain('2027-03-28T01:00:00.000Z');
  expect(planned).toContain('2027-04-28T00:30:00.000Z');
}, 60_000);

test('its schedule follows what is changed, holds nothing of a person, and goes with it', async () => {
  const every = { at: '09:30', weekdays: ['mon', 'sun'] };
  const zone = 'America/New_York';
  const id = await make({ number: '+12025550126', name: 'Ines Moreau', zone, every });
  await untilKept(id);
  const first = await scheduleOf(id).describe();
  expect(first.spec).toMatchObject({ timezone: zone });
  const nextAt = (await shown(id)).next_at;
  expect(first.info.nextActionTimes[0]!.toISOString()).toBe(nextAt);
  expect(JSON.stringify(first)).not.toMatch(/2025550126|Ines/);

  const change = async (method: string, path: string, body?: object) =>
    expect((await world.api(method, `/v1/callbacks/${id}${path}`, body)).status).toBe(200);
  await change('POST', '/pause');
  await expect.poll(async () => (await scheduleOf(id).describe()).state.paused, SOON).toBe(true);
  await change('PATCH', '', { every: { at: '11:15', weekdays: null, days_of_month: [1, 15] } });
  await change('POST', '/resume');
  await untilKept(id);
  const changed = await scheduleOf(id).describe();
  expect(changed.state.paused).toBe(false);
  const again = (await shown(id)).next_at;
  expect(changed.info.nextActionTimes[0]!.toISOString()).toBe(again);
  await change('POST', '/cancel');
  await untilKept(id);
  await expect(scheduleOf(id).describe()).rejects.toThrow(/not ?found/i);
});

test('a one-off is dialled at its time by a campaign that had gone to sleep', async () => {
  const at = new Date(Date.now() + 8_000).toISOString();
  const id = await make({ number: '+12025550136', at, not_after: '2100-01-01T00:00' });
  expect(await shown(id)).toMatchObject({ state: 'scheduled' });
  await expect.poll(async () => (await shown(id)).state, SOON).toBe('done');
  const { last } = await shown(id);
  const call = await world.call(last.ref);
  expect(Date.parse(call.placed_at)).toBeGreaterThanOrEqual(Date.parse(at));
});
