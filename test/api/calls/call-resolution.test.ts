/** `POST /v1/calls/{ref}/resolve`: a person closes what nobody could know. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { liveCall, unknownCall } from './placed-call.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
beforeEach(() => void (on.gateway.requests.length = 0));
afterAll(() => on.stop());

async function endedUnknown(): Promise<string> {
  const ref = await unknownCall(on);
  await on.store.endUnknown(ref, 'silence', Date.now());
  return ref;
}
const resolve = (ref: string, body: object) => on.post(`/v1/calls/${ref}/resolve`, body);
const SAID = { disposition: 'not-dialled', reason: 'not in the call records' };

test.each([
  [{ ...SAID, reason: ' ' }, '#/reason'],
  [{ disposition: 'not-dialled' }, '#/reason'],
  [{ ...SAID, disposition: 'unknown' }, '#/disposition'],
  [{ ...SAID, disposition: 'completed', cost: 'a lot' }, '#/cost'],
  [{ ...SAID, cost: '0.1' }, '#/cost'],
  [{ ...SAID, contact: 'final' }, '#/contact'],
])('%j is refused, naming %s', async (body, pointer) => {
  const answer = await resolve(await endedUnknown(), body);
  expect(answer.statusCode).toBe(422);
  expect(JSON.stringify(answer.json())).toContain(pointer);
});

test('a call that is not there is 404, one that did not end as unknown 409', async () => {
  expect((await resolve('c0.1.1', SAID)).statusCode).toBe(404);
  const answer = await resolve(await liveCall(on), SAID);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ detail: expect.stringContaining('unknown') });
});

test('it is listed as unknown until it is closed, with the reason given', async () => {
  const ref = await endedUnknown();
  const listed = async () =>
    (await on.get('/v1/calls?disposition=unknown&limit=200'))
      .json<{ data: { ref: string }[] }>()
      .data.some((call) => call.ref === ref);
  expect(await listed()).toBe(true);
  const answer = await resolve(ref, { disposition: 'completed', reason: 'bill', cost: '0.042' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    ref,
    disposition: 'completed',
    cost: '0.042',
    reason: 'resolved by a person: bill',
  });
  expect(await listed()).toBe(false);
});
