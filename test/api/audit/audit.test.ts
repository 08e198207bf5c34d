/** The audit as the API shows it. What is written stands in the store's rules. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, OTHER_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Entry {
  who: string;
  what: string;
  target: string;
  before: unknown;
  after: unknown;
}

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

async function entries(query: string): Promise<Entry[]> {
  return (await on.get(`/v1/audit?${query}`)).json<{ data: Entry[] }>().data;
}

test.each(['before=yesterday', 'what=everything', 'limit=0', 'cursor=%21', 'page=2'])(
  '%s is refused',
  async (query) => expect((await on.get(`/v1/audit?${query}`)).statusCode).toBe(422),
);

test('an edit shows what it changed, in the words of the API, and nothing else', async () => {
  const id = await on.campaign();
  const edit = { deadline_at: '2099-01-01T00:00:00.000Z', max_live_calls: 3, budget: null };
  await on.call('PATCH', `/v1/campaigns/${id}`, { payload: edit });
  const [edited, created] = await entries(`target=campaigns/${id}`);
  expect(edited).toMatchObject({
    what: 'campaign.edited',
    before: { deadline_at: null, max_live_calls: null },
    after: { deadline_at: '2099-01-01T00:00:00.000Z', max_live_calls: 3 },
  });
  expect(Object.keys(edited!.after as object)).toHaveLength(2);
  expect(created).toMatchObject({ what: 'campaign.created', before: null });
  expect(created!.after).toMatchObject({ name: 'spring', redial: { max_attempts: 3 } });
});

test('instants have the same form as everywhere', async () => {
  await on.post('/v1/account/stop', { reason: 'drill' });
  await on.post('/v1/account/go');
  const [gone, stopped] = await entries('target=account');
  expect(stopped).toMatchObject({
    before: { stopped: null },
    after: { stopped: { since: expect.stringMatching(/^\d{4}-.*Z$/), reason: 'drill' } },
  });
  expect(gone).toMatchObject({ what: 'account.let-go', after: { stopped: null } });
});

test('each key has a name of its own, which is not the key', async () => {
  await on.post('/v1/account/stop');
  await on.post('/v1/account/go', undefined, { authorization: `Bearer ${OTHER_KEY}` });
  const [other, own] = await entries('target=account');
  expect(own!.who).not.toBe(other!.who);
  expect(own!.who).toMatch(/^env-[0-9a-f]{8}$/);
  expect(await entries(`who=${other!.who}`)).toHaveLength(1);
  expect((await on.get('/v1/audit?limit=200')).body).not.toMatch(
    new RegExp(`${API_KEY}|${OTHER_KEY}`),
  );
});

test('a replay leaves one line; pages have neither gap nor repeat', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = { name: 'only once' };
  const { id } = (await on.post('/v1/campaigns', body, headers)).json<{ id: string }>();
  await on.post('/v1/campaigns', body, headers);
  expect(await entries(`target=campaigns/${id}`)).toHaveLength(1);
  const all = await entries('limit=200');
  const seen: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/v1/audit?limit=2${cursor && `&cursor=${cursor}`}`;
    const page: { data: Entry[]; next_cursor: string | null } = (await on.get(path)).json();
    seen.push(...page.data);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
});
