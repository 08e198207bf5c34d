/** What a number is, at every door of the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  await on.call('PUT', '/v1/suppressions/dnc', { payload: { name: 'Do not call' } });
});
afterAll(() => on.stop());

type Answer = Awaited<ReturnType<ApiUnderTest['post']>>;
const inUrl = encodeURIComponent;
const CSV = { 'content-type': 'text/csv' };
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Each sends one number, and gives the answer. */
const DOORS: Record<string, (number: string) => Promise<Answer>> = {
  'a row of CSV': async (number) => {
    const payload = `number\n${quoted(number)}\n`;
    return on.call('POST', `/v1/campaigns/${await on.campaign()}/contacts?dry_run=true`, {
      headers: CSV,
      payload,
    });
  },
  'a row of JSON': async (number) =>
    on.post(`/v1/campaigns/${await on.campaign()}/contacts`, { contacts: [{ number }] }),
  'a call': (number) => on.post('/v1/calls', { number }),
  'a callback': (number) =>
    on.post('/v1/callbacks', { number, zone: 'UTC', every: { at: '10:00' } }),
  'a suppression': (number) =>
    on.call('PUT', `/v1/suppressions/dnc/numbers/${inUrl(number)}`, { payload: {} }),
  'rows of suppressions': (number) =>
    on.call('POST', '/v1/suppressions/dnc/numbers', {
      headers: CSV,
      payload: `number\n${quoted(number)}\n`,
    }),
  'the suppressions of a number': (number) => on.get(`/v1/numbers/${inUrl(number)}/suppressions`),
  'a search of contacts': (number) => on.get(`/v1/contacts?number=${inUrl(number)}`),
  'a search of calls': (number) => on.get(`/v1/calls?number=${inUrl(number)}`),
  'an erasure': (number) => on.post('/v1/privacy/erase/preview', { number }),
};

const isRefused = ({ statusCode, body }: Answer) =>
  statusCode === 422 || body.includes('"rejected":1') || body.includes('"rejected":[{');

/** Of two numbers in a cell of a list of contacts the first is taken, and the other is named. */
const TAKES_THE_FIRST = ['a row of CSV', 'a row of JSON'];

describe.each(Object.entries(DOORS))('%s', (name, send) => {
  test.each([
    '+49 30 1234567/8',
    '+49 30 1234567/-10',
    '+39 (0)331 1234567',
    '+44 20 (0)7946 0012',
    '+020 7946 0012',
    '020 7946 0012',
    '+44 20 7946 0012 ext. 12',
    ...(TAKES_THE_FIRST.includes(name) ? [] : ['+442079460012;+442079460013']),
  ])('refuses %s', async (number) => {
    const answer = await send(number);
    expect(answer.body).toContain('number');
    expect(isRefused(answer)).toBe(true);
  });

  test.each([
    '+48 (0) 22 123 45 67',
    '(+48) 22 123 45 67',
    '+ 48 22 123 45 67',
    'tel:+48-22-123-45-67',
    '="+48221234567"',
    '+48 22/123–45‑67',
  ])('reads %s', async (number) => {
    const answer = await send(number);
    expect(answer.statusCode).toBeLessThan(300);
    expect(isRefused(answer)).toBe(false);
  });
});

test('who is suppressed in one spelling is not called in another', async () => {
  const id = await on.campaign();
  await on.call('PUT', '/v1/suppressions/do-not-call', { payload: { name: 'Never' } });
  const added = await on.call('POST', '/v1/suppressions/do-not-call/numbers', {
    headers: CSV,
    payload: 'number\n+48 (0) 22 765 43 21\n+39 (0)347 7654321\n',
  });
  expect(added.json()).toMatchObject({ added: 2, rejected: [] });
  const answer = await on.post(`/v1/campaigns/${id}/contacts`, {
    contacts: [{ number: '0048 22/765 43 21' }, { number: '+393477654321' }],
  });
  expect(answer.json()).toMatchObject({ accepted: 0, suppressed: 2 });
  const found = await on.get(`/v1/numbers/${inUrl('+48 022 7654321')}/suppressions`);
  expect(found.json()).toMatchObject({
    number: '+48227654321',
    data: [{ list_id: 'do-not-call' }],
  });
});

describe('a search for a number without its country code', () => {
  const number = inUrl('020 7946 0199');
  const SEARCHES = {
    contacts: async () => `/v1/contacts?number=${number}`,
    'contacts of a campaign': async () =>
      `/v1/campaigns/${await on.campaign()}/contacts?number=${number}`,
    calls: async () => `/v1/calls?number=${number}`,
    'calls of a campaign': async () =>
      `/v1/campaigns/${await on.campaign()}/calls?number=${number}`,
    callbacks: async () => `/v1/callbacks?number=${number}`,
    suppressions: async () => `/v1/numbers/${number}/suppressions?`,
    'a report': async () => `/v1/reports/calls?number=${number}`,
  };

  test.each(Object.entries(SEARCHES))('asks the country: %s', async (_name, path) => {
    const address = await path();
    const asked = await on.get(address);
    expect(asked.statusCode).toBe(422);
    expect(asked.json()).toMatchObject({
      errors: [{ parameter: 'number', detail: expect.stringContaining('default_country') }],
    });
    expect((await on.get(`${address}&default_country=GB`)).statusCode).toBe(200);
    expect((await on.get(`${address}&default_country=US`)).statusCode).toBe(422);
    expect((await on.get(`${address}&default_country=XX`)).json()).toMatchObject({
      errors: [{ parameter: 'default_country' }],
    });
  });

  test('finds the number in the country that is named', async () => {
    const id = await on.campaign();
    await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+442079460199' }] });
    const found = await on.get(`${await SEARCHES.contacts()}&default_country=GB`);
    expect(found.json()).toMatchObject({ data: [{ campaign_id: id, number: '+442079460199' }] });
    const listed = await on.get(`${await SEARCHES.suppressions()}default_country=GB`);
    expect(listed.json()).toMatchObject({ number: '+442079460199' });
  });

  test('is refused before a report is written in the background', async () => {
    const answer = await on.post(`/v1/reports/calls?number=${number}`, undefined);
    expect(answer.statusCode).toBe(422);
  });
});
