/** Every route that counts calls counts the same ones as placed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timingFor } from '../../../src/domain/timing.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import type { CallRef } from '../../../src/domain/ids.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { endCall } from '../calls/placed-call.ts';

const { hold } = timingFor(DEFAULT_CARRIER_PROFILE.timing);
const CALLS = 8;

let on: ApiUnderTest;
let campaign: string;
beforeAll(async () => {
  on = await startApi({ currency: 'EUR' });
  campaign = await dialledCampaign();
});
afterAll(() => on.stop());

/**
 * Two calls with a talk, a live and an unknown one were placed. Refused for good, and refused for the account's sake: a POST
 * each. Over the budget, and held: no POST.
 */
async function dialledCampaign(): Promise<string> {
  const id = await on.campaign({ budget: { total: '0.0265', reserve_per_call: '0.001' } });
  const numbers = Array.from({ length: CALLS }, (_, index) => `+1202555010${index}`);
  for (const [index] of numbers.entries()) {
    await on.post('/v1/agents', { id: `a${index}`, name: 'A', kind: 'sip', address: `s${index}` });
  }
  await on.post(`/v1/campaigns/${id}/contacts`, {
    contacts: numbers.map((number) => ({ number })),
  });
  await on.post(`/v1/campaigns/${id}/start`);
  const { claims } = await on.store.claim({ id, limit: CALLS, nowMs: Date.now() });
  const [one, two, live, unknown, refused, overBudget, ofAccount, held] = claims.map(
    ({ ref }) => ref,
  ) as [CallRef, CallRef, CallRef, CallRef, CallRef, CallRef, CallRef, CallRef];
  for (const ref of [one, two, live]) await accepted(ref);
  for (const ref of [unknown, refused, ofAccount]) await intent(ref);
  await on.store.resolvePlacement({ ref: unknown, placement: 1 }, Date.now());
  await answered(refused, { status: 422, code: 'invalid_destination' });
  for (const ref of [one, two]) await endCall(on, ref);
  expect(await intent(overBudget)).toMatchObject({ kind: 'admission' });
  await answered(ofAccount, { status: 402, code: 'insufficient_funds' });
  expect(await intent(held)).toMatchObject({ kind: 'admission' });
  return id;
}

const intent = (ref: CallRef) =>
  on.store.writeIntent({ ref, placement: 1 }, { nowMs: Date.now(), hold });

const record = async (
  ref: CallRef,
  meaning: Parameters<typeof on.store.recordPlacement>[1],
): Promise<void> => {
  await on.store.recordPlacement({ ref, placement: 1 }, meaning, {
    nowMs: Date.now(),
    hold,
    pauseAfterRefusals: 5,
    maxWaits: 3,
    retryAtMs: Date.now(),
  });
};
async function accepted(ref: CallRef): Promise<void> {
  await intent(ref);
  await record(ref, { kind: 'accepted', carrierCallId: `carrier-${ref}`, status: 201 });
}
const answered = (ref: CallRef, refusal: { status: number; code: string }) =>
  record(ref, { kind: 'refused', refusal: { ...refusal, details: undefined } });

const counts = { placed: 4, calls: 6, bridged: 2 };

test('a campaign counts its calls, and those placed, in the list and on its own', async () => {
  const own = (await on.get(`/v1/campaigns/${campaign}`)).json<{ calls: object }>();
  expect(own.calls).toMatchObject({
    total: CALLS,
    placed: counts.placed,
    by_disposition: { completed: 2, refused: 1, 'not-dialled': 3 },
  });
  const { data } = (await on.get('/v1/campaigns')).json<{
    data: { id: string; calls: object }[];
  }>();
  expect(data.find(({ id }) => id === campaign)!.calls).toEqual({
    total: CALLS,
    placed: counts.placed,
  });
});

test.each([
  '/v1/stats',
  '/v1/stats?campaign=:id',
  '/v1/campaigns/:id/stats',
  '/v1/costs',
  '/v1/costs?by=agent',
])('%s counts the same calls as placed', async (path) => {
  const answer = await on.get(path.replace(':id', campaign));
  expect(answer.json<{ total: object }>().total).toMatchObject(counts);
});

test('an agent answers for calls that rang its phone, and for no others', async () => {
  const placed = await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const { total } = (await on.get(`/v1/stats?agent=a${index}`)).json<{
        total: { calls: number; placed: number; agent_rang: number };
      }>();
      expect(total).toMatchObject({ calls: total.agent_rang, placed: total.agent_rang });
      return total.agent_rang;
    }),
  );
  const { agent_rang: rang } = (await on.get('/v1/stats')).json<{ total: { agent_rang: number } }>()
    .total;
  expect(placed.reduce((sum, each) => sum + each, 0)).toBe(rang);
  expect(rang).toBe(counts.placed);
  const { data } = (await on.get('/v1/costs?by=agent')).json<{
    data: { agent_id: string; calls: number; placed: number }[];
  }>();
  const none = data.find(({ agent_id: id }) => id === '')!;
  expect(none.placed).toBe(0);
  expect(none.calls).toBeGreaterThan(1);
});

test('the forecast is compared with the calls placed', async () => {
  await on.post(`/v1/campaigns/${campaign}/cancel`);
  await expect
    .poll(async () => (await on.get(`/v1/campaigns/${campaign}`)).json<{ state: string }>().state)
    .toBe('cancelled');
  const { calls } = (await on.get(`/v1/campaigns/${campaign}`)).json<{
    calls: { placed: number };
  }>();
  const { actual } = (await on.get(`/v1/campaigns/${campaign}/forecast`)).json<{
    actual: { calls: number };
  }>();
  expect(actual.calls).toBe(calls.placed);
});
