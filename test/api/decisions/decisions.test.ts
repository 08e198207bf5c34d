/** What a POST was decided on, and the versions of the policy, as the API shows them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timingFor } from '../../../src/domain/timing.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const { hold } = timingFor(DEFAULT_CARRIER_PROFILE.timing);

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

async function claimed(settings: object = {}): Promise<{ id: string; ref: string }> {
  const id = await on.campaign(settings);
  await on.post('/v1/agents', { id: `a-${id}`, name: 'A', kind: 'sip', address: `sip-${id}` });
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550142' }] });
  await on.post(`/v1/campaigns/${id}/start`);
  const { claims } = await on.store.claim({ id, limit: 1, nowMs: Date.now() });
  return { id, ref: claims[0]!.ref };
}

test('a call shows what each of its placements was decided on, without the number', async () => {
  const { id, ref } = await claimed({ zone: 'Europe/Paris', caps: { per_day: 2 } });
  await on.store.writeIntent({ ref, placement: 1 }, { nowMs: Date.now(), hold });
  const answer = await on.get(`/v1/calls/${ref}/decision`);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    ref,
    campaign_id: id,
    not_dialled: null,
    placements: [
      {
        placement: 1,
        state: 'intent',
        outcome_at: null,
        zone_data: process.versions['tz'],
        decision: {
          policy: { version: 1, in_force: 1 },
          zone_source: 'number',
          caps: { per_day: { most: 2, dialled: 0 } },
          suppression: { every_list: true, found_on: [] },
        },
      },
    ],
  });
  expect(answer.body).not.toContain('2025550142');
});

test('a refusal of admission is shown with its reason, and a call that waits has no decision yet', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550143' }] });
  const waiting = await on.get(`/v1/calls/${id}.1.1/decision`);
  expect(waiting.json()).toMatchObject({ not_dialled: null, placements: [] });
  await on.post(`/v1/campaigns/${id}/cancel`);
  const ended = await on.get(`/v1/calls/${id}.1.1/decision`);
  expect(ended.json()).toMatchObject({ not_dialled: { at: null }, placements: [] });
  expect((await on.get('/v1/calls/nobody.1.1/decision')).statusCode).toBe(404);
});

test('each version of a policy stays readable', async () => {
  const id = await on.campaign({ caps: { per_day: 2 } });
  await on.call('PATCH', `/v1/campaigns/${id}`, { payload: { caps: { per_day: 3 } } });
  const path = `/v1/campaigns/${id}/policy`;
  expect((await on.get(`${path}/1`)).json()).toMatchObject({ version: 1, caps: { per_day: 2 } });
  expect((await on.get(`${path}/2`)).json()).toMatchObject({ version: 2, caps: { per_day: 3 } });
  const first = (await on.get(`${path}?limit=1`)).json<{ data: object[]; next_cursor: string }>();
  expect(first.data).toMatchObject([{ version: 1 }]);
  const second = await on.get(`${path}?limit=1&cursor=${first.next_cursor}`);
  expect(second.json()).toMatchObject({ data: [{ version: 2 }], next_cursor: null });
  expect((await on.get(`${path}/3`)).statusCode).toBe(404);
  expect((await on.get('/v1/campaigns/nobody/policy')).statusCode).toBe(404);
});
