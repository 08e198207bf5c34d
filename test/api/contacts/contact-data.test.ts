import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

interface Found {
  data: { position: number }[];
  next_cursor: string | null;
  looked_to: number | null;
}

async function threeContacts(): Promise<string> {
  const id = await on.campaign();
  const data = [
    { plan: 'gold', seats: 3 },
    { plan: 'gold' },
    { plan: 'tin', 'a note': '50 % "off"' },
  ];
  const contacts = data.map((each, n) => ({ number: `+1202555010${n}`, data: each }));
  const added = await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  expect(added.json()).toMatchObject({ accepted: 3 });
  return id;
}

async function found(id: string, data: unknown, more = ''): Promise<Found> {
  const text = encodeURIComponent(JSON.stringify(data));
  return (await on.get(`/v1/campaigns/${id}/contacts?data=${text}${more}`)).json<Found>();
}
const positions = ({ data }: Found) => data.map(({ position }) => position);

test.each([
  ['plan=gold', 'must be a JSON object, such as {"plan":"gold"}'],
  ['["plan"]', 'data'],
  [JSON.stringify({ 'a"b': 1 }), 'needs 1 to 64 characters without " and \\'],
  [JSON.stringify({ plan: ['gold'] }), 'plan'],
  [
    JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`f${n}`, n]))),
    '10 fields',
  ],
])('the search for %s is refused by name', async (data, reason) => {
  const id = await threeContacts();
  for (const path of [`/v1/campaigns/${id}/contacts`, `/v1/reports/campaigns/${id}/contacts`]) {
    const answer = await on.get(`${path}?data=${encodeURIComponent(data)}`);
    expect(answer.statusCode).toBe(422);
    expect(JSON.stringify(answer.json())).toContain(JSON.stringify(reason).slice(1, -1));
  }
});

test('contacts are found by fields of their list, with exactly these values', async () => {
  const id = await threeContacts();
  const gold = await found(id, { plan: 'gold' });
  expect(positions(gold)).toEqual([1, 2]);
  expect(gold).toMatchObject({ next_cursor: null, looked_to: 3 });
  expect(positions(await found(id, { plan: 'gold', seats: 3 }))).toEqual([1]);
  expect(positions(await found(id, { seats: '3' }))).toEqual([]);
  expect(positions(await found(id, { 'a note': '50 % "off"' }))).toEqual([3]);
});

test('the search goes with pages, positions and the other filters', async () => {
  const id = await threeContacts();
  const first = await found(id, { plan: 'gold' }, '&limit=1');
  expect(first).toMatchObject({ data: [{ position: 1 }], looked_to: 1 });
  const rest = await found(id, { plan: 'gold' }, `&limit=1&cursor=${first.next_cursor}`);
  expect(positions(rest)).toEqual([2]);
  expect(positions(await found(id, { plan: 'gold' }, '&from_position=2'))).toEqual([2]);
  expect(positions(await found(id, { plan: 'gold' }, '&state=due'))).toEqual([1, 2]);
  expect(positions(await found(id, { plan: 'gold' }, '&state=final'))).toEqual([]);
  expect(positions(await found(id, { plan: 'gold' }, '&number=%2B12025550101'))).toEqual([2]);
});

test('a report of contacts has the same filter', async () => {
  const id = await threeContacts();
  const data = encodeURIComponent('{"plan":"tin"}');
  const { body } = await on.get(`/v1/reports/campaigns/${id}/contacts?format=ndjson&data=${data}`);
  expect(JSON.parse(body)).toMatchObject({ position: 3 });
});
