/** Callbacks on real schedules: what they show, and one that is dialled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOON, startCallbackWorld, type CallbackWorld } from './callback-world.ts';

let world: CallbackWorld;
beforeAll(async () => {
  world = await startCallbackWorld();
});
afterAll(() => world.stop());

test('a time that clocks skip is in the schedule too, at the moment when they change', async () => {
  const zone = 'Europe/Paris';
  // Of the coming years' last Sundays of March, one is the 28th, 2027.
  const every = { at: '02:30', days_of_month: [28] };
  const id = await world.make({ number: '+12025550136', zone, every });
  await world.untilKept(id);
  const { nextActionTimes } = (await world.scheduleOf(id).describe()).info;
  const planned = nextActionTimes.map((at) => at.toISOString());
  expect(planned).toContain('2027-02-28T01:30:00.000Z');
  expect(planned).toContain('2027-03-28T01:00:00.000Z');
  expect(planned).toContain('2027-04-28T00:30:00.000Z');
}, 60_000);

test('its schedule follows its changes, holds no personal data, and is deleted with it', async () => {
  const every = { at: '09:30', weekdays: ['mon', 'sun'] };
  const zone = 'America/New_York';
  const id = await world.make({ number: '+12025550126', name: 'Ines Moreau', zone, every });
  await world.untilKept(id);
  const first = await world.scheduleOf(id).describe();
  expect(first.spec).toMatchObject({ timezone: zone });
  const nextAt = (await world.shown(id)).next_at;
  expect(first.info.nextActionTimes[0]!.toISOString()).toBe(nextAt);
  expect(JSON.stringify(first)).not.toMatch(/2025550126|Ines/);

  const change = async (method: string, path: string, body?: object) =>
    expect((await world.api(method, `/v1/callbacks/${id}${path}`, body)).status).toBe(200);
  await change('POST', '/pause');
  await expect
    .poll(async () => (await world.scheduleOf(id).describe()).state.paused, SOON)
    .toBe(true);
  await change('PATCH', '', { every: { at: '11:15', weekdays: null, days_of_month: [1, 15] } });
  await change('POST', '/resume');
  await world.untilKept(id);
  const changed = await world.scheduleOf(id).describe();
  expect(changed.state.paused).toBe(false);
  const again = (await world.shown(id)).next_at;
  expect(changed.info.nextActionTimes[0]!.toISOString()).toBe(again);
  await change('POST', '/cancel');
  await world.untilKept(id);
  await expect(world.scheduleOf(id).describe()).rejects.toThrow(/not ?found/i);
});

test('a callback for one time is dialled then, although its campaign had nothing to do before', async () => {
  const at = new Date(Date.now() + 4_000).toISOString();
  const id = await world.make({ number: '+12025550136', at, not_after: '2100-01-01T00:00' });
  expect(await world.shown(id)).toMatchObject({ state: 'scheduled' });
  await expect.poll(async () => (await world.shown(id)).state, SOON).toBe('done');
  const { last } = await world.shown(id);
  const call = await world.call(last.ref);
  expect(Date.parse(call.placed_at)).toBeGreaterThanOrEqual(Date.parse(at));
});
