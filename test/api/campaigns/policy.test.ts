/** The rules of a campaign: read, shown, changed, refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOURS, RULES } from './campaign-rules.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

test.each([
  [{ zone: 'Mars/Base' }, '#/zone'],
  [{ calling_window: { hours: [] } }, '#/calling_window/hours'],
  [{ calling_window: { hours: [{ ...HOURS, to: '08:00' }] } }, '#/calling_window/hours/0/to'],
  [{ calling_window: { hours: [{ ...HOURS, from: '9' }] } }, '#/calling_window/hours/0/from'],
  [{ calling_window: { hours: [{ ...HOURS, weekdays: ['sol'] }] } }, '#/calling_window/hours/0'],
  [{ calling_window: { hours: [HOURS], closed_dates: ['25.12.'] } }, '#/calling_window/closed'],
  [
    { calling_window: { hours: [HOURS], closed_dates: ['2026-02-30 DE'] } },
    '#/calling_window/closed',
  ],
  [
    { calling_window: { hours: [HOURS], closed_dates: ['2026-01-06 de'] } },
    '#/calling_window/closed',
  ],
  [{ caps: { per_day: 0 } }, '#/caps/per_day'],
  [{ caps: { rolling: [{ days: 7 }] } }, '#/caps/rolling/0/most'],
  [{ budget: { total: '10' } }, '#/budget/reserve_per_call'],
  [{ budget: { total: '-1', reserve_per_call: '0.1' } }, '#/budget/total'],
  [{ budget: { total: 10, reserve_per_call: '0.1' } }, '#/budget/total'],
  [{ calls_per_second: 0 }, '#/calls_per_second'],
  [{ redial: { dropped: { after: '5' } } }, '#/redial/dropped/after'],
  [{ collect_recordings: 'no' }, '#/collect_recordings'],
  [{ b_cli: '+12025550199' }, '#/b_cli'],
])('%j is refused, naming %s', async (rules, pointer) => {
  const answer = await on.post('/v1/campaigns', { name: 'x', ...rules });
  expect(answer.statusCode).toBe(422);
  expect(JSON.stringify(answer.json())).toContain(pointer);
});

test('rules are shown as they were given', async () => {
  const answer = await on.post('/v1/campaigns', { name: 'x', ...RULES });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ ...RULES, policy_version: 1 });
});

test('an edit changes what it names, takes away what it makes null, and counts', async () => {
  const { id } = (await on.post('/v1/campaigns', { name: 'x', ...RULES })).json<{ id: string }>();
  const edit = { calling_window: null, redial: { dropped: null, max_attempts: 3 } };
  const answer = await on.call('PATCH', `/v1/campaigns/${id}`, { payload: edit });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    ...RULES,
    calling_window: null,
    redial: { ...RULES.redial, dropped: null, max_attempts: 3 },
    policy_version: 2,
  });
});

test('the limits of the account are changed one by one', async () => {
  await on.call('PATCH', '/v1/account', { payload: { calls_per_second: 2 } });
  const answer = await on.call('PATCH', '/v1/account', { payload: { max_live_calls: 10 } });
  expect(answer.json()).toMatchObject({ calls_per_second: 2, max_live_calls: 10 });
  const wrong = await on.call('PATCH', '/v1/account', { payload: { max_live_calls: 0 } });
  expect(wrong.statusCode).toBe(422);
});

test('how many unknown placements in a row pause a campaign is set, and null switches it off', async () => {
  const patch = (pause_after_unknown: unknown) =>
    on.call('PATCH', '/v1/account', { payload: { pause_after_unknown } });
  for (const wrong of [0, -1, 1.5, '5', 100_001]) expect((await patch(wrong)).statusCode).toBe(422);
  expect((await on.get('/v1/account')).json()).toMatchObject({ pause_after_unknown: 5 });
  expect((await patch(3)).json()).toMatchObject({ pause_after_unknown: 3, removed: [] });
  const off = { pause_after_unknown: null, removed: ['/pause_after_unknown'] };
  expect((await patch(null)).json()).toMatchObject(off);
  expect((await on.get('/v1/account')).json()).toMatchObject({ pause_after_unknown: null });
});
