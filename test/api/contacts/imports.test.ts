/** Lists of contacts of any length: what becomes of each row, how far an import is, and how one goes on. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BATCH_ROWS } from '../../../src/api/contacts/run-import.ts';
import { spool } from '../../../src/api/contacts/spool.ts';
import type { Store } from '../../../src/store/store.ts';
import { startApi, type ApiUnderTest, type StartOptions } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

interface Report {
  id: string;
  state: string;
  rows_read: number;
  accepted: number;
  duplicate: number;
  suppressed: number;
  rejected: number;
  left_out: Record<string, unknown>[];
  left_out_csv: string;
}

const CSV = { 'content-type': 'text/csv' };

async function send(
  id: string,
  payload: string,
  {
    query = '',
    headers = {},
    to = on,
  }: { query?: string; headers?: object; to?: ApiUnderTest } = {},
) {
  const path = `/v1/campaigns/${id}/contacts${query}`;
  const answer = await to.call('POST', path, { headers: { ...CSV, ...headers }, payload });
  return { answer, report: answer.json<Report>() };
}

const reasonsOf = ({ left_out: rows }: Report) => rows.map(({ reason }) => reason);

test.each([
  ['+19005550100', 'number is a premium-rate number'],
  ['+44 844 123 4567', 'number is a premium-rate number'],
  ['+49 180 1 123456', 'number is a shared-cost number'],
  ['+808 1234 5678', 'number is a shared-cost number'],
  ['+870 773 111 632', 'number is a satellite number'],
  ['+881 612 345 678', 'number is a satellite number'],
  ['+882 1234567', 'number belongs to an international network, satellites among them'],
  ['+883 510 012 345', 'number belongs to an international network, satellites among them'],
  ['+979 1 2345 6789', 'number is a premium-rate number'],
  ['+878 10 1234567890', 'number belongs to no country'],
  ['112', 'number is a short number, as emergency services have'],
  ['+1 911', 'number is a short number, as emergency services have'],
  ['+44 999', 'number is a short number, as emergency services have'],
  ['+49 116117', 'number is a short number, as emergency services have'],
])('%s is not called: %s', async (number, reason) => {
  const { report } = await send(await on.campaign(), `number\n${number}\n`);
  expect(report).toMatchObject({ accepted: 0, rejected: 1 });
  expect(report.left_out).toMatchObject([
    { line: 2, outcome: 'rejected', field: 'number', reason },
  ]);
});

test('a call ordered now to such a number is refused too', async () => {
  const answer = await on.post('/v1/calls', { number: '+19005550100' });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    errors: [{ pointer: '#/number', detail: 'number is a premium-rate number' }],
  });
});

test('a campaign that names its countries takes no number of another', async () => {
  const id = await on.campaign({ countries: ['GB', 'FR'] });
  const { report } = await send(
    id,
    'number\n+447700900123\n+33199001234\n+12025550101\n+80012345678\n',
  );
  expect(report).toMatchObject({ accepted: 2, rejected: 2 });
  expect(reasonsOf(report)).toEqual([
    'number is in US, which the campaign does not open',
    'number belongs to no country',
  ]);
});

test('a country that is none is refused where the campaign is made', async () => {
  const answer = await on.post('/v1/campaigns', { name: 'x', countries: ['UK'] });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: [{ pointer: '#/countries/0' }] });
});

test('zone, agent and instants that are none are named with their column', async () => {
  const { report } = await send(
    await on.campaign(),
    'number,zone,agent_id,not_before,not_after\n' +
      '+12025550101,Mars/Base,,,\n' +
      '+12025550102,,nobody,,\n' +
      '+12025550103,,,tomorrow,\n' +
      '+12025550104,,,,2020-01-01T00:00:00Z\n' +
      '+12025550105,,,2099-01-02T00:00:00Z,2099-01-01T00:00:00Z\n' +
      '+12025550106,America/New_York|America/Chicago,,2099-01-01T00:00:00+01:00,2099-01-02T00:00:00Z\n',
  );
  expect(report).toMatchObject({ rows_read: 6, accepted: 1, rejected: 5 });
  expect(report.left_out.map(({ field }) => field)).toEqual([
    'zone',
    'agent_id',
    'not_before',
    'not_after',
    'not_after',
  ]);
});

test('suppressed numbers are left out, and the four counts add up', async () => {
  await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
  await on.call('PUT', '/v1/suppressions/own/numbers/+12025550190');
  const rows = ['+12025550101', '+12025550101', '+12025550190', 'x', '+12025550102'];
  const { report } = await send(await on.campaign(), `number\n${rows.join('\n')}\n`);
  expect(report).toMatchObject({
    rows_read: 5,
    accepted: 2,
    duplicate: 1,
    suppressed: 1,
    rejected: 1,
  });
  expect(reasonsOf(report)[1]).toBe('on the suppression list own');
});

test('over the account, the contact that was first is named', async () => {
  const first = await on.campaign();
  await send(first, 'number\n+12025550177\n');
  const second = await on.campaign();
  const { report } = await send(second, 'number\n+12025550177\n', {
    query: '?dedupe=account&dedupe_days=30',
  });
  expect(report).toMatchObject({ accepted: 0, duplicate: 1, dedupe: 'account', dedupe_days: 30 });
  expect(report.left_out).toMatchObject([{ campaign_id: first, contact: 1 }]);
});

test.each([
  ['?dedupe=everywhere', 'dedupe'],
  ['?dedupe_days=3', 'dedupe_days'],
  ['?dedupe=account&dedupe_days=0', 'dedupe_days'],
  ['?zone=Mars/Base', 'zone'],
  ['?colour=red', 'colour'],
])('the option %s is refused by name', async (query, parameter) => {
  const { answer } = await send(await on.campaign(), 'number\n+12025550101\n', { query });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: [{ parameter }] });
});

test('a campaign or an import that is not there is 404', async () => {
  const id = await on.campaign();
  const { report } = await send(id, 'number\nx\n');
  const other = await on.campaign();
  const paths = [
    '/v1/campaigns/none/imports',
    `/v1/campaigns/${id}/imports/none`,
    `/v1/campaigns/${other}/imports/${report.id}`,
    `/v1/campaigns/${other}/imports/${report.id}/rejected`,
  ];
  for (const path of paths) expect((await on.get(path)).statusCode).toBe(404);
  expect((await send('none', 'number\n')).answer.statusCode).toBe(404);
});

test('every row left out is in the CSV as it came, and none of it is a formula', async () => {
  const id = await on.campaign();
  const many = Array.from({ length: 150 }, (_, n) => `2025550100,"=1+${n}",row ${n}`);
  const { report } = await send(
    id,
    `number,name,row_key\n+12025550101,Ada,a\n+12025550101,"@Bo, Jr",b\n${many.join('\n')}\n`,
  );
  expect(report).toMatchObject({ rows_read: 152, duplicate: 1, rejected: 150 });
  expect(report.left_out).toHaveLength(100);
  const csv = await on.get(report.left_out_csv);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toMatch(
    /^attachment; filename="left-out-.+-\d{4}-\d\d-\d\d.csv"$/,
  );
  const { name } = (await on.get(`/v1/campaigns/${id}`)).json<{ name: string }>();
  const [header, first, second, ...rest] = csv.body.trimEnd().split('\n');
  expect(header).toBe(
    'line,outcome,field,reason,other_campaign,other_contact,' +
      'number,name,row_key,zone,agent_id,not_before,not_after,calling_code,do_not_call,suppress,country,region,postal_code,number_label,person_key,company,language,data,unread,other_campaign_name',
  );
  expect(first).toBe(
    `3,duplicate,,same number,${id},1,'+12025550101,"'@Bo, Jr",b,,,,,,,,,,,,,,,,,${name}`,
  );
  expect(second).toContain(`2025550100,'=1+0,row 0`);
  expect(rest).toHaveLength(149);
});

test('a row that could not be taken apart is in the CSV too', async () => {
  const { report } = await send(await on.campaign(), '{"number":[[1]],"name":"x"}\n{oops,\n7\n', {
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const lines = (await on.get(report.left_out_csv)).body.trimEnd().split('\n').slice(1);
  expect(lines[0]).toMatch(/^1,rejected,number,.*,x,,,,,,,,,,,,,,,,,,$/);
  expect(lines[1]).toMatch(/^2,rejected,,is not valid JSON,.*"\{oops,",$/);
  expect(lines[2]).toMatch(/^3,rejected,,.*,7,$/);
});

test('imports are listed newest first', async () => {
  const id = await on.campaign();
  const ids = [];
  for (const n of [1, 2]) ids.unshift((await send(id, `number\n+1202555010${n}\n`)).report.id);
  const { data } = (await on.get(`/v1/campaigns/${id}/imports`)).json<{ data: Report[] }>();
  expect(data.map((each) => each.id)).toEqual(ids);
});

test('the same key with other options is another request', async () => {
  const id = await on.campaign();
  const headers = { 'idempotency-key': 'options' };
  await send(id, 'number\n+12025550101\n', { headers });
  const again = await send(id, 'number\n+12025550101\n', { headers, query: '?dedupe=row_key' });
  expect(again.answer.statusCode).toBe(422);
  expect(again.answer.json()).toMatchObject({ code: 'idempotency_key_reused' });
});

const ROWS = 1_700;
const LIST = `number,row_key\n${Array.from({ length: ROWS }, (_, n) => `+1202${5_000_000 + n},r${n}`).join('\n')}\n`;
const LIST_ENDS = {
  state: 'done',
  rows_read: ROWS,
  accepted: ROWS,
  duplicate: 0,
  rejected: 0,
  first_contact: 1,
};

/** An API whose store fails from its n-th batch on, until it is mended. */
async function failingFrom(batch: number, options: StartOptions = {}) {
  const fault = { batches: 0, broken: true };
  const api = await startApi({
    ...options,
    store: (store): Store => ({
      ...store,
      addImportRows: async (input) => {
        fault.batches += 1;
        if (fault.broken && fault.batches >= batch) throw new Error('disk full');
        return store.addImportRows(input);
      },
    }),
  });
  return { api, fault };
}

test('an import that broke off shows how far it came, and its key continues from there', async () => {
  const { api, fault } = await failingFrom(3);
  const id = await api.campaign();
  const under = { headers: { 'idempotency-key': 'long' }, to: api };
  expect((await send(id, LIST, under)).answer.statusCode).toBe(500);
  const { data } = (await api.get(`/v1/campaigns/${id}/imports`)).json<{ data: Report[] }>();
  expect(data).toMatchObject([
    { state: 'open', rows_read: 2 * BATCH_ROWS, accepted: 2 * BATCH_ROWS },
  ]);
  fault.broken = false;
  const { answer, report } = await send(id, LIST, under);
  expect(answer.headers['idempotency-replayed']).toBe('true');
  expect(report).toMatchObject({ ...LIST_ENDS, id: data[0]!.id });
  await api.stop();
});

test('two requests under one key share the work, and get the same answer', async () => {
  const id = await on.campaign();
  const headers = { 'idempotency-key': 'twins' };
  const [one, two] = await Promise.all([send(id, LIST, { headers }), send(id, LIST, { headers })]);
  expect(one.report).toMatchObject(LIST_ENDS);
  expect(two.report).toMatchObject({ ...LIST_ENDS, id: one.report.id });
  const progress = (await on.get(`/v1/campaigns/${id}`)).json<{ contacts: { total: number } }>();
  expect(progress.contacts.total).toBe(ROWS);
});

test('a campaign that ends in the middle stops its import, which is named', async () => {
  let seen = 0;
  const api = await startApi({
    store: (store): Store => ({
      ...store,
      addImportRows: async (input) => {
        seen += 1;
        const { campaignId: id } = await store.import(campaign, input.id);
        if (seen === 2) await store.moveCampaign({ id, move: 'cancel', nowMs: Date.now() });
        return store.addImportRows(input);
      },
    }),
  });
  const campaign = await api.campaign();
  const { answer } = await send(campaign, LIST, { to: api });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'not_accepting_contacts',
    state: 'cancelled',
    import: expect.any(String),
  });
  await api.stop();
});

test('JSON in any spelling is read as it comes', async () => {
  const id = await on.campaign();
  const rows = Array.from({ length: 5_000 }, (_, n) => ({
    number: `+1202${5_000_000 + n}`,
    name: `Zoë "${n}" \\ {[`,
  }));
  const payload = ` {\n "contacts" : ${JSON.stringify(rows, null, 3)} }\n`;
  const { report } = await send(id, payload, { headers: { 'content-type': 'application/json' } });
  expect(report).toMatchObject({ rows_read: 5_000, accepted: 5_000 });
});

test.each([
  ['', 400],
  ['[]', 422],
  ['7', 422],
  ['{}', 422],
  ['{"contacts":null}', 422],
  ['{"contacts":{"number":"+12025550101"}}', 422],
  ['{"contacts":[],"contacts":[]}', 422],
  ['{"contacts":[{"number":"+12025550101"}]', 400],
  ['{"contacts":[{"number":"+12025550101"}]}x', 400],
  ['{"contacts":[{"number":"+12025550101"},]}', 400],
  [`{"contacts":["${'x'.repeat(300_000)}"]}`, 422],
])('JSON that is no list of contacts is refused and adds none: %.40s', async (payload, status) => {
  const id = await on.campaign();
  const { answer } = await send(id, payload, { headers: { 'content-type': 'application/json' } });
  expect(answer.statusCode).toBe(status);
  expect((await on.get(`/v1/campaigns/${id}/imports`)).json()).toMatchObject({ data: [] });
});

test('a row that never ends is refused before it fills the memory', async () => {
  const id = await on.campaign();
  for (const [type, payload] of [
    ['application/x-ndjson', `{"number":"${'1'.repeat(100_000)}"}`],
    ['text/csv', `number\n${'1'.repeat(100_000)}`],
  ] as const) {
    const { answer } = await send(id, payload, { headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(422);
  }
});

test('a body whose length is declared as too large is not read', async () => {
  const id = await on.campaign();
  const headers = { 'content-length': String(600 * 1_048_576) };
  const { answer } = await send(id, 'number\n', { headers });
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ code: 'body_too_large' });
});

test('a body that turns out to be too large is left, and the connection is not torn down', async () => {
  const body = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(600)));
  await expect(spool(body, 1_000)).rejects.toMatchObject({ input: { status: 413 } });
  expect(body.destroyed).toBe(false);
});

test('what was spooled can be read again and again, in characters that chunks cut', async () => {
  const text = 'é€😀'.repeat(20_000);
  await using spooled = await spool(Readable.from([Buffer.from(text)]), 1_048_576);
  for (const _ of [1, 2]) {
    let read = '';
    for await (const chunk of spooled.text(null)) read += chunk;
    expect(read === text).toBe(true);
  }
});

test('an import that takes long is answered before its end, and goes on', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const api = await startApi({
    importAnswerMs: 5,
    store: (store): Store => ({
      ...store,
      addImportRows: async (input) => {
        if (input.from > 0) await held;
        return store.addImportRows(input);
      },
    }),
  });
  const id = await api.campaign();
  const { answer, report } = await send(id, LIST, { to: api });
  expect(answer.statusCode).toBe(202);
  expect(report).toMatchObject({ state: 'open' });
  letGo();
  const path = answer.headers.location as string;
  await expect
    .poll(async () => (await api.get(path)).json(), { timeout: 20_000 })
    .toMatchObject(LIST_ENDS);
  await api.stop();
});

test('a server on its way out stops an import between two batches', async () => {
  const { promise: begun, resolve: sayBegun } = Promise.withResolvers<void>();
  const { promise: closing, resolve: sayClosing } = Promise.withResolvers<void>();
  const api = await startApi({
    store: (store): Store => ({
      ...store,
      addImportRows: async (input) => {
        const standing = await store.addImportRows(input);
        sayBegun();
        await closing;
        return standing;
      },
    }),
  });
  const id = await api.campaign();
  const sent = send(id, LIST, { to: api });
  await begun;
  const closed = api.api.close();
  await setImmediate();
  sayClosing();
  const { answer } = await sent;
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'server_stopping', rows_read: BATCH_ROWS });
  await closed;
  await api.stop();
});
