/** `POST …/contacts` with several numbers of a person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const [FIRST, SECOND, THIRD] = ['+12025550101', '+12025550102', '+12025550103'];

interface Contact {
  number: string;
  row_key: string | null;
  person_key: string | null;
  number_place: number | null;
  number_label: string | null;
  state: string;
  due_reason: string | null;
}

async function send(body: string, type: string, query = '', to?: string) {
  const id = to ?? (await on.campaign());
  const path = `/v1/campaigns/${id}/contacts`;
  const sent = await on.call('POST', `${path}${query}`, {
    headers: { 'content-type': type },
    payload: body,
  });
  const list = async (filter = '') =>
    (await on.get(`${path}${filter}`)).json<{ data: Contact[] }>().data;
  return { id, answer: sent.json<Record<string, unknown>>(), list };
}

const json = (contacts: object[], to?: string) =>
  send(JSON.stringify({ contacts }), 'application/json', '', to);

test('more than ten are refused, and nobody is added', async () => {
  const further = Array.from({ length: 10 }, (_, n) => ({ number: `+1202555015${n}` }));
  const { answer, list } = await json([{ number: FIRST, further_numbers: further }]);
  expect(answer).toMatchObject({
    accepted: 0,
    rejected: 1,
    left_out: [{ line: 1, reason: expect.stringContaining('more than 9 further numbers') }],
  });
  expect(await list()).toEqual([]);
});

test('are contacts of one person, in their order, with labels, and one of them is due', async () => {
  const { answer, list } = await json([
    {
      number: FIRST,
      number_label: 'mobile',
      row_key: 'crm-7',
      name: 'Ada Example',
      further_numbers: [{ number: SECOND, number_label: 'work' }, { number: THIRD }],
    },
  ]);
  expect(answer).toMatchObject({ rows_read: 1, accepted: 1 });
  const contacts = await list();
  expect(contacts).toMatchObject([
    { number: FIRST, number_label: 'mobile', row_key: 'crm-7', number_place: 1, state: 'due' },
    { number: SECOND, number_label: 'work', row_key: 'crm-7#2', number_place: 2, state: 'final' },
    {
      number: THIRD,
      number_label: null,
      row_key: 'crm-7#3',
      number_place: 3,
      due_reason: 'other-number',
    },
  ]);
  expect(new Set(contacts.map(({ person_key: person }) => person)).size).toBe(1);
  expect(await list(`?person_key=${contacts[0]!.person_key}`)).toHaveLength(3);
  expect(await list('?person_key=somebody')).toEqual([]);
});

test('one that cannot be called is named, and the others are added', async () => {
  const { answer, list } = await json([
    { number: '12', row_key: 'k', further_numbers: [{ number: SECOND }, { number: SECOND }] },
  ]);
  expect(answer).toMatchObject({
    rows_read: 1,
    accepted: 1,
    left_out: [{ line: 1, field: 'number', outcome: 'rejected' }],
  });
  expect(await list()).toMatchObject([{ number: SECOND, state: 'due' }]);
});

test('a row with one number has no person', async () => {
  const { list } = await json([{ number: FIRST, further_numbers: [{ number: FIRST }] }]);
  expect(await list()).toMatchObject([{ number: FIRST, person_key: null, number_place: null }]);
});

test('rows that name the same person are numbers of one person, also in another list', async () => {
  const { id } = await send(`number,person_key\n${FIRST},ada\n${SECOND},bo\n`, 'text/csv');
  const { list } = await send(
    `number,person_key,number_label\n${THIRD},ada,home\n`,
    'text/csv',
    '',
    id,
  );
  expect(await list()).toMatchObject([
    { number: FIRST, person_key: 'ada', state: 'due' },
    { number: SECOND, person_key: 'bo', state: 'due' },
    {
      number: THIRD,
      person_key: 'ada',
      number_label: 'home',
      state: 'final',
      due_reason: 'other-number',
    },
  ]);
});

test('the report of contacts, imported again, keeps persons together', async () => {
  const { id } = await json([{ number: FIRST, further_numbers: [{ number: SECOND }] }]);
  const report = await on.get(`/v1/reports/campaigns/${id}/contacts`);
  const again = await send(report.body, 'text/csv');
  expect((await again.list()).map(({ state }) => state)).toEqual(['due', 'final']);
});

test('the same list again adds nobody, by row key or by number', async () => {
  const row = { number: FIRST, row_key: 'k', further_numbers: [{ number: SECOND }] };
  const { id } = await json([row]);
  const again = await json([row, { ...row, row_key: null }], id);
  expect(again.answer).toMatchObject({ accepted: 0, duplicate: 2 });
  expect(await again.list()).toHaveLength(2);
});

test('several columns may be numbers of the person; an empty or bad one does not affect the others', async () => {
  const mapping = encodeURIComponent(
    JSON.stringify({ Mobile: 'number', Office: 'number', Home: 'number', Name: 'name' }),
  );
  const { answer, list } = await send(
    `Mobile,Office,Home,Name\n${FIRST},,${SECOND},Ada\n,n/a,${THIRD},Bo\n`,
    'text/csv',
    `?mapping=${mapping}`,
  );
  expect(answer).toMatchObject({
    rows_read: 2,
    accepted: 2,
    left_out: [{ line: 3, field: 'number' }],
  });
  expect(await list()).toMatchObject([
    { number: FIRST, number_place: 1, state: 'due' },
    { number: SECOND, number_place: 2, state: 'final' },
    { number: THIRD, state: 'due' },
  ]);
});

test('a person who must not be called is not called at any number', async () => {
  const { answer, list } = await json([
    { number: FIRST, do_not_call: true, further_numbers: [{ number: SECOND }] },
  ]);
  expect(answer).toMatchObject({ accepted: 0, suppressed: 1, left_out: [{ line: 1 }] });
  expect(await list()).toEqual([]);
});

test('all numbers of a person whom the list suppresses go on the list', async () => {
  await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
  await send(
    JSON.stringify({
      contacts: [{ number: FIRST, suppress: 'yes', further_numbers: [{ number: SECOND }] }],
    }),
    'application/json',
    '?suppress_list=own',
  );
  const { data } = (await on.get('/v1/suppressions/own/numbers')).json<{
    data: { number: string }[];
  }>();
  expect(data.map(({ number }) => number).toSorted()).toEqual([FIRST, SECOND]);
});

/** Not suppressed by the test before. */
const [FOURTH, FIFTH] = ['+12025550121', '+12025550122'];

test('company, language and fields of one’s own are kept, from JSON and from a table', async () => {
  const data = { plan: 'gold', visits: 3, active: true };
  const { list } = await json([{ number: FOURTH, company: 'Example Ltd', language: 'de', data }]);
  expect(await list()).toMatchObject([{ company: 'Example Ltd', language: 'de', data }]);
  const mapping = encodeURIComponent(
    JSON.stringify({ Phone: 'number', Plan: 'data.plan', Note: 'data.Note', Firm: 'company' }),
  );
  const table = await send(
    `Phone,Plan,Note,Firm\n${FOURTH},gold,,Example Ltd\n${FIFTH},,likes tea,\n`,
    'text/csv',
    `?mapping=${mapping}`,
  );
  expect(table.answer).toMatchObject({ accepted: 2 });
  expect(await table.list()).toMatchObject([
    { company: 'Example Ltd', data: { plan: 'gold' } },
    { company: null, data: { Note: 'likes tea' } },
  ]);
});

test.each([
  [{ nested: { a: 1 } }, /^data\/nested: must be a text, a number/],
  ['{oops', /^data: must be an object/],
  [[1], /^data: must be an object/],
  [{ long: 'x'.repeat(4_001) }, /^data has more than 4000 characters/],
])('data that cannot be kept rejects its row: %j', async (data, reason) => {
  const { answer } = await json([{ number: FOURTH, data }]);
  expect(answer).toMatchObject({
    rejected: 1,
    left_out: [{ field: expect.stringMatching(/^data/), reason: expect.stringMatching(reason) }],
  });
});
