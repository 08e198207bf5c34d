/** What a time zone is, at every door of the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const NUMBER = '+442079460101';
const every = { at: '10:00' };
type Answer = Awaited<ReturnType<ApiUnderTest['post']>>;

async function callback(): Promise<string> {
  const made = await on.post('/v1/callbacks', { number: NUMBER, every });
  return made.json<{ id: string }>().id;
}

/** Each sends one zone, and gives the answer to it. */
const DOORS: Record<string, (zone: string) => Promise<Answer>> = {
  'a row of CSV': async (zone) => {
    const payload = `number,zone\n${NUMBER},${zone}\n`;
    const headers = { 'content-type': 'text/csv' };
    return on.call('POST', `/v1/campaigns/${await on.campaign()}/contacts`, { headers, payload });
  },
  'a row of JSON': async (zone) =>
    on.post(`/v1/campaigns/${await on.campaign()}/contacts`, {
      contacts: [{ number: NUMBER, zone }],
    }),
  'the zone of an import': async (zone) =>
    on.post(`/v1/campaigns/${await on.campaign()}/contacts?zone=${encodeURIComponent(zone)}`, {
      contacts: [{ number: NUMBER }],
    }),
  'a new campaign': (zone) => on.post('/v1/campaigns', { name: 'Autumn', zone }),
  'a campaign': async (zone) =>
    on.call('PATCH', `/v1/campaigns/${await on.campaign()}`, { payload: { zone } }),
  'a new callback': (zone) => on.post('/v1/callbacks', { number: NUMBER, every, zone }),
  'a callback': async (zone) =>
    on.call('PATCH', `/v1/callbacks/${await callback()}`, { payload: { zone } }),
  statistics: (zone) => on.get(`/v1/stats?zone=${encodeURIComponent(zone)}`),
  costs: (zone) => on.get(`/v1/costs?by=month&zone=${encodeURIComponent(zone)}`),
  'a report': (zone) => on.get(`/v1/reports/calls?zone=${encodeURIComponent(zone)}`),
};

describe.each(Object.entries(DOORS))('%s', (_name, send) => {
  test.each(['BST', 'ist', 'Ast', 'NST', 'ECT', 'SystemV/EST5EDT', 'US/Pacific-New', 'EST', 'hst'])(
    'refuses %s with the zone to write',
    async (zone) => {
      const answer = await send(zone);
      expect(answer.body).toMatch(/zone[^}]* must (?:be an IANA|not be)|parameter":"zone"/);
      expect(answer.body).toMatch(/write \w+\/\w+/);
      const { statusCode, json } = answer;
      const isRefused = statusCode === 422 || json<{ rejected: number }>().rejected === 1;
      expect(isRefused).toBe(true);
    },
  );

  test('reads a name of IANA in any case', async () => {
    const answer = await send('europe/LONDON');
    expect([200, 201]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('LONDON');
    expect(answer.body).not.toContain('"rejected":1');
  });
});
