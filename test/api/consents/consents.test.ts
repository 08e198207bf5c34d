import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
});
afterAll(() => on.stop());

const NUMBER = '+12025550101';
const record = (number: string, payload: object) =>
  on.call('POST', `/v1/numbers/${number}/consents`, { payload });
const of = async (number: string) =>
  (await on.get(`/v1/numbers/${number}/consents`)).json<{ data: object[] }>().data;

test.each([
  [NUMBER, {}, 'kind'],
  [NUMBER, { kind: 'maybe' }, 'kind'],
  [NUMBER, { kind: 'granted', at: '2096-01-01T00:00:00Z' }, 'at'],
  [NUMBER, { kind: 'granted', expires_at: 'soon' }, 'expires_at'],
  [NUMBER, { kind: 'granted', purpose: '' }, 'purpose'],
  [NUMBER, { kind: 'granted', campaign: 'c1' }, 'campaign'],
  ['12', { kind: 'granted' }, 'number'],
])('%s %j is refused at %s', async (number, body, field) => {
  const answer = await record(number, body);
  expect(answer.statusCode).toBe(422);
  expect(answer.payload).toContain(field);
  expect(await of(NUMBER)).toEqual([]);
});

test('events are kept in their order, the newest first, and one is recorded once', async () => {
  const granted = {
    kind: 'granted',
    purpose: 'offers',
    at: '2026-01-02T09:00:00.000Z',
    expires_at: '2036-01-02T09:00:00.000Z',
    source: 'web form',
    text_version: 'v3',
    proof: 'https://proofs.example/7',
  };
  expect((await record(NUMBER, granted)).json()).toEqual({ number: NUMBER, recorded: true });
  expect((await record(NUMBER, granted)).json()).toEqual({ number: NUMBER, recorded: false });
  await record(NUMBER, { kind: 'objected' });
  expect(await of(NUMBER)).toMatchObject([
    { kind: 'objected', purpose: null, expires_at: null, source: null },
    granted,
  ]);
});

test('a list is recorded as a whole; rows that cannot be used are named', async () => {
  const rows = [
    'number,kind,purpose,at,source',
    '+12025550111,granted,offers,2026-01-02T09:00:00Z,fair',
    '+12025550111,granted,offers,2026-01-02T09:00:00Z,fair',
    '+12025550112,granted,,yesterday,',
    'nobody,granted,,,',
    '+12025550113,revoked,,,',
  ].join('\n');
  const send = () =>
    on.call('POST', '/v1/consents', { headers: { 'content-type': 'text/csv' }, payload: rows });
  expect((await send()).json()).toMatchObject({
    rows_read: 5,
    recorded: 2,
    known: 1,
    rejected: [
      { line: 4, reason: expect.stringMatching(/^at: /) },
      { line: 5, reason: expect.stringContaining('number') },
    ],
  });
  expect(await of('+12025550111')).toMatchObject([{ purpose: 'offers', source: 'fair' }]);
  expect((await send()).json()).toMatchObject({ recorded: 1, known: 2 });
});

test('who has no consent is told by preflight, by why, and by the contact that was given up', async () => {
  const id = await on.campaign({ consent: { needed: 'prior-consent' } });
  await on.post(`/v1/campaigns/${id}/contacts`, {
    contacts: [{ number: '+12025550121' }, { number: '+12025550122' }],
  });
  await record('+12025550121', { kind: 'granted' });
  const preflight = (await on.post(`/v1/campaigns/${id}/preflight`, {})).json<object>();
  expect(preflight).toMatchObject({
    contacts: { skipped: [{ reason: 'no-consent', contacts: 1, examples: [2] }] },
  });
  const why = (await on.get(`/v1/campaigns/${id}/contacts/2/why`)).json<{ rules: object[] }>();
  expect(why).toMatchObject({ verdict: 'never', admission: 'no-consent' });
  expect(why.rules).toContainEqual(
    expect.objectContaining({
      rule: 'consent',
      answer: 'no',
      text: expect.stringContaining('no consent'),
    }),
  );
});

test('a campaign needs what it says, and its rules show it', async () => {
  const id = await on.campaign({ consent: { needed: 'prior-consent', purpose: 'offers' } });
  const shown = (await on.get(`/v1/campaigns/${id}`)).json<object>();
  expect(shown).toMatchObject({ consent: { needed: 'prior-consent', purpose: 'offers' } });
  const edited = await on.call('PATCH', `/v1/campaigns/${id}`, { payload: { consent: null } });
  expect(edited.json()).toMatchObject({ consent: null });
});
