import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
  await put('/v1/suppressions/own', { name: 'Our own opt-outs' });
});
afterAll(() => on.stop());

const put = (path: string, payload?: object) =>
  on.call('PUT', path, payload === undefined ? {} : { payload });
const drop = (path: string) => on.call('DELETE', path);

test.each([
  ['/v1/suppressions/a%20b', { name: 'x' }, 422],
  ['/v1/suppressions/own2', { name: '' }, 422],
  ['/v1/suppressions/own/numbers/12', undefined, 422],
  ['/v1/suppressions/own/numbers/+12025550101', { until: 'tomorrow' }, 422],
  ['/v1/suppressions/none/numbers/+12025550101', undefined, 404],
])('PUT %s %j is %i', async (path, body, status) => {
  const answer = await put(path, body);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toContain('problem+json');
});

test('one number is suppressed until an instant, listed, and taken off again', async () => {
  const path = '/v1/suppressions/own/numbers/+12025550101';
  const until = '2030-01-01T00:00:00.000Z';
  expect((await put(path, { until })).json()).toEqual({ number: '+12025550101', until });
  const listed = async () =>
    (await on.get('/v1/suppressions/own/numbers')).json<{ data: object[] }>().data;
  expect(await listed()).toMatchObject([{ number: '+12025550101', until }]);
  expect((await drop(path)).statusCode).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await drop(path)).statusCode).toBe(404);
});

test('a long list is read page by page, each from the cursor of the one before', async () => {
  const numbers = ['+12025550141', '+12025550142', '+12025550143'];
  await put('/v1/suppressions/paged', { name: 'Several pages' });
  for (const number of numbers) await put(`/v1/suppressions/paged/numbers/${number}`);
  const read: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const url = `/v1/suppressions/paged/numbers?limit=2${cursor && `&cursor=${cursor}`}`;
    const answer = await on.get(url);
    expect(answer.statusCode).toBe(200);
    const page = answer.json<{ data: { number: string }[]; next_cursor: string | null }>();
    read.push(...page.data.map(({ number }) => number));
    cursor = page.next_cursor;
  }
  expect(read).toEqual(numbers);
  await drop('/v1/suppressions/paged');
});

test('a number is shown with every list that it is on, since when and until when', async () => {
  const number = '+12025550107';
  const of = async () => (await on.get(`/v1/numbers/${number}/suppressions`)).json<object>();
  expect(await of()).toEqual({ number, erased: false, data: [] });
  await put('/v1/suppressions/public', { name: 'Public registry' });
  const until = '2030-01-01T00:00:00.000Z';
  await put(`/v1/suppressions/public/numbers/${number}`, { until });
  await put(`/v1/suppressions/own/numbers/${number}`);
  const added_at = expect.stringMatching(/^\d{4}-/) as string;
  expect(await of()).toMatchObject({
    data: [
      { list_id: 'own', list_name: 'Our own opt-outs', until: null, added_at },
      { list_id: 'public', list_name: 'Public registry', until, added_at },
    ],
  });
  await drop('/v1/suppressions/public');
  await drop(`/v1/suppressions/own/numbers/${number}`);
  expect(await of()).toMatchObject({ data: [] });
});

test('many are added at once; each row that cannot be used is named', async () => {
  const rows = 'number\n+12025550111\n+12025550112\n+12025550111\nnonsense\n';
  const answer = await on.call('POST', '/v1/suppressions/own/numbers', {
    payload: rows,
    headers: { 'content-type': 'text/csv' },
  });
  expect(answer.json()).toEqual({
    rows_read: 4,
    added: 2,
    known: 1,
    erased: 0,
    rejected: [{ line: 5, reason: expect.stringContaining('country code') }],
  });
  expect((await on.get('/v1/suppressions')).json()).toMatchObject({
    data: [{ id: 'own', name: 'Our own opt-outs', numbers: 2 }],
  });
});

test('while a long list is read others have their turn, thousands of rows notwithstanding', async () => {
  const ROWS = 4_000;
  const rows = Array.from({ length: ROWS }, () => '+12025550111').join('\n');
  let turns = 0;
  const answered = new AbortController();
  const counting = (async () => {
    for (; !answered.signal.aborted; turns++) await turn();
  })();
  // There is no such list, so that all turns are those of reading.
  const answer = await on.call('POST', '/v1/suppressions/none/numbers', {
    payload: `number\n${rows}\n`,
    headers: { 'content-type': 'text/csv' },
  });
  answered.abort();
  await counting;
  expect(answer.statusCode).toBe(404);
  expect(turns).toBeGreaterThan(ROWS / 200);
});

test('a list is dropped with its entries', async () => {
  await put('/v1/suppressions/short', { name: 'x' });
  await put('/v1/suppressions/short/numbers/+12025550121');
  expect((await drop('/v1/suppressions/short')).statusCode).toBe(200);
  expect((await drop('/v1/suppressions/short')).statusCode).toBe(404);
});

test('a campaign names lists that exist: a POST, PATCH or clone with another is refused, naming field and list', async () => {
  const refused = (answer: { json: () => object; statusCode: number }, place = 0) => {
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'unknown_list',
      detail: expect.stringContaining('nope'),
      errors: [{ pointer: `#/suppression_lists/${place}` }],
    });
  };
  const named = { suppression_lists: ['own', 'nope'] };
  refused(await on.post('/v1/campaigns', { name: 'x', ...named }), 1);
  const id = await on.campaign();
  refused(await on.call('PATCH', `/v1/campaigns/${id}`, { payload: named }), 1);
  refused(await on.post(`/v1/campaigns/${id}/clone`, { suppression_lists: ['nope'] }));
});

test('a list in use is dropped where another takes its place, or where it is named again', async () => {
  for (const list of ['first', 'second']) await put(`/v1/suppressions/${list}`, { name: list });
  const id = await on.campaign({ suppression_lists: ['first'] });
  const refused = await drop('/v1/suppressions/first');
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'list_in_use',
    campaigns: [{ id, name: 'spring', state: 'draft' }],
  });
  expect((await drop('/v1/suppressions/first?force=second')).statusCode).toBe(422);
  expect((await drop('/v1/suppressions/first?replace_with=nope')).json()).toMatchObject({
    status: 422,
    errors: [{ parameter: 'replace_with' }],
  });
  expect((await drop('/v1/suppressions/first?replace_with=second')).json()).toEqual({
    id: 'first',
    campaigns: [{ id, name: 'spring', state: 'draft', suppression_lists: ['second'] }],
  });
  expect((await drop('/v1/suppressions/second?force=second')).statusCode).toBe(200);
  const found = await on.post(`/v1/campaigns/${id}/preflight`, {});
  expect(found.json<{ warnings: object[] }>().warnings).toContainEqual(
    expect.objectContaining({ code: 'no-such-list', severity: 'error' }),
  );
});

test('a suppressed direct call is shown as such in its answer, in its view and in `why`', async () => {
  await put('/v1/suppressions/own/numbers/+12025550131');
  const answer = await on.post('/v1/calls', { number: '+12025550131' });
  expect(answer.statusCode).toBe(202);
  const { ref, ...said } = answer.json<{ ref: string }>();
  const reason = 'suppressed: the number is on a suppression list';
  expect(said).toEqual({ campaign_id: 'direct', state: 'ended', reason });
  expect((await on.get(`/v1/calls/${ref}`)).json()).toMatchObject({ state: 'ended', reason });
  const contact = ref.split('.')[1];
  const why = await on.get(`/v1/campaigns/direct/contacts/${contact}/why`);
  expect(why.json()).toMatchObject({ verdict: 'never', text: expect.stringContaining(reason) });
});

test('a copy of a registry needs its day and its age, says until when it is good, and why nobody is called afterwards', async () => {
  const path = '/v1/suppressions/registry';
  const putList = (body: object) =>
    on.call('PUT', path, { payload: { name: 'Registry', ...body } });
  for (const [copy, pointer] of [
    [{ as_of: '2026-01-02T00:00:00Z' }, '#/registry_copy/max_age_days'],
    [{ max_age_days: 31 }, '#/registry_copy/as_of'],
    [{ as_of: 'today', max_age_days: 31 }, '#/registry_copy/as_of'],
  ] as const)
    expect((await putList({ registry_copy: copy })).json()).toMatchObject({
      status: 422,
      errors: [{ pointer }],
    });
  const copy = { as_of: '2026-01-02T00:00:00.000Z', max_age_days: 31 };
  expect((await putList({ registry_copy: copy })).json()).toMatchObject({
    registry_copy: { ...copy, good_until: '2026-02-02T00:00:00.000Z' },
  });
  const id = await on.campaign({ suppression_lists: ['registry'] });
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550132' }] });
  const text = expect.stringContaining('registry is a copy of 2026-01-02 and may be 31 days old');
  const found = await on.post(`/v1/campaigns/${id}/preflight`, {});
  expect(found.json<{ warnings: object[] }>().warnings).toContainEqual(
    expect.objectContaining({ code: 'old-list', severity: 'error', text }),
  );
  const why = (await on.get(`/v1/campaigns/${id}/contacts/1/why`)).json<{ rules: object[] }>();
  expect(why.rules).toContainEqual(expect.objectContaining({ rule: 'suppression', text }));
  expect((await putList({ registry_copy: null })).json()).toMatchObject({ registry_copy: null });
});
