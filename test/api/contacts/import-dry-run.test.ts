/** `POST …/contacts?dry_run=true`: what an import would do, without doing it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { API_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

interface Report {
  dry_run: boolean;
  rows_read: number;
  left_out: Record<string, unknown>[];
  left_out_reasons: Record<string, unknown>[];
}

/** None of them is suppressed. */
const numbersOf = (many: number) =>
  Array.from({ length: many }, (_, n) => `+1202${String(5_560_000 + n)}`);

const CSV = { 'content-type': 'text/csv' };
const NDJSON = { 'content-type': 'application/x-ndjson' };

function send(id: string, payload: string, query = '?dry_run=true', headers: object = {}, to = on) {
  const path = `/v1/campaigns/${id}/contacts${query}`;
  return to.call('POST', path, { headers: { ...CSV, ...headers }, payload });
}

/** Every row of every table. */
function tablesOf({ folder }: ApiUnderTest): Record<string, unknown[]> {
  using file = new DatabaseSync(join(folder, 'store.sqlite'), { readOnly: true });
  const names = file.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
  return Object.fromEntries(
    names.map(({ name }) => [
      name as string,
      file.prepare(`SELECT * FROM "${name as string}"`).all(),
    ]),
  );
}

const LIST =
  'number,name,row_key\n' +
  '+12025550101,Ada,a\n' +
  '+12025550102,Bo,b\n' +
  '+12025550102,Cy,c\n' +
  '+12025550103,Di,b\n' +
  '+12025550190,Ed,e\n' +
  'x,Flo,f\n' +
  'y,Gus,g\n';

test('every row has its outcome, and no table changes', async () => {
  await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
  await on.call('PUT', '/v1/suppressions/own/numbers/+12025550190');
  const id = await on.campaign();
  await on.call('POST', `/v1/campaigns/${id}/contacts`, {
    headers: CSV,
    payload: 'number\n+12025550101\n',
  });
  const before = tablesOf(on);
  const answer = await send(id, LIST, '?dry_run=true', { 'idempotency-key': 'dry' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).not.toHaveProperty('location');
  expect(tablesOf(on)).toEqual(before);
  expect(answer.json()).toMatchObject({
    dry_run: true,
    campaign_id: id,
    rows_read: 7,
    accepted: 1,
    duplicate: 3,
    suppressed: 1,
    rejected: 2,
    mapping: { number: 'number', name: 'name', row_key: 'row_key' },
    suggested_mapping: null,
    left_out_reasons: [
      { outcome: 'rejected', rows: 2, line: 7 },
      { outcome: 'duplicate', reason: 'same number', rows: 1, line: 2 },
      { outcome: 'duplicate', reason: 'same number earlier in the list', rows: 1, line: 4 },
      { outcome: 'duplicate', reason: 'same row key earlier in the list', rows: 1, line: 5 },
      { outcome: 'suppressed', reason: 'on the suppression list own', rows: 1, line: 6 },
    ],
    left_out: [
      { line: 2, outcome: 'duplicate', campaign_id: id, contact: 1, earlier_line: null },
      { line: 4, outcome: 'duplicate', campaign_id: null, contact: null, earlier_line: 3 },
      { line: 5, earlier_line: 3 },
      { line: 6, outcome: 'suppressed', field: 'number', value: '+12025550190' },
      { line: 7, outcome: 'rejected', field: 'number', value: 'x' },
      { line: 8, value: 'y' },
    ],
  });
});

test('the key of a dry run is still free for the import', async () => {
  const id = await on.campaign();
  const key = { 'idempotency-key': 'shared' };
  await send(id, LIST, '?dry_run=true', key);
  const done = await send(id, LIST, '', key);
  expect(done.headers).not.toHaveProperty('idempotency-replayed');
  expect(done.json()).toMatchObject({ state: 'done', rows_read: 7 });
});

test('what was mapped is shown, and what a column that is not read could be', async () => {
  const id = await on.campaign();
  const mapping = {
    Phone: 'number',
    'First name': 'name',
    'Last name': 'name',
    Notes: null,
    Id: null,
  };
  const query = `?dry_run=true&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
  const answer = await send(
    id,
    'Phone;First name;Last name;Notes;Id\n+12025550101;Ada;Example;x;7\n',
    query,
  );
  expect(answer.json()).toMatchObject({
    accepted: 1,
    mapping,
    suggested_mapping: { ...mapping, Id: 'row_key' },
  });
});

test('rows of JSON have no mapping', async () => {
  const answer = await send(await on.campaign(), '{"number":"+12025550101"}\n', undefined, NDJSON);
  expect(answer.json()).toMatchObject({ accepted: 1, mapping: null, suggested_mapping: null });
});

test.each([
  ['Phone;First name;Shoe size\n+12025550101;Ada;7\n', 422],
  ['number\n"+12025550101\n', 422],
  ['', 422],
])(
  'what the import refuses, the dry run refuses with the same answer: %j',
  async (list, status) => {
    const id = await on.campaign();
    const dry = await send(id, list);
    expect(dry.statusCode).toBe(status);
    expect(dry.json()).toEqual((await send(id, list, '')).json());
  },
);

test('every refused header is named, with a mapping that can be sent', async () => {
  const answer = await send(
    await on.campaign(),
    'Phone;First name;Shoe size\n+12025550101;Ada;7\n',
  );
  expect(answer.json()).toMatchObject({
    code: 'malformed_csv',
    errors: [
      { detail: 'unknown column 1, Phone: is it number?' },
      { detail: 'unknown column 2, First name: is it name?' },
      { detail: 'unknown column 3, Shoe size' },
      { detail: 'missing column' },
    ],
    suggested_mapping: { Phone: 'number', 'First name': 'name', 'Shoe size': null },
  });
});

test('a campaign that is not there, or is over, is refused', async () => {
  expect((await send('none', LIST)).statusCode).toBe(404);
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/cancel`, {});
  const answer = await send(id, LIST);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'not_accepting_contacts' });
});

test('of many left-out rows the first hundred are shown, and all are counted', async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `x${n}`);
  const report = (await send(await on.campaign(), `number\n${rows.join('\n')}\n`)).json<Report>();
  expect(report).toMatchObject({ rows_read: 1_200, rejected: 1_200 });
  expect(report.left_out).toHaveLength(100);
  expect(report.left_out_reasons).toMatchObject([{ rows: 1_200, line: 2 }]);
});

test('a duplicate is found however far behind its row it is', async () => {
  const numbers = numbersOf(1_200);
  const list = `number\n${[...numbers, numbers[0]].join('\n')}\n`;
  const report = (await send(await on.campaign(), list)).json<Report>();
  expect(report).toMatchObject({ rows_read: 1_201, accepted: 1_200, duplicate: 1 });
  expect(report.left_out).toMatchObject([{ line: 1_202, earlier_line: 2 }]);
});

/** An API whose dry runs wait in front of their first batch until `letGo`. */
async function waitingApi() {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let batches = 0;
  const api = await startApi({
    store: (store): Store => ({
      ...store,
      dryRunImport: (input) => {
        const run = store.dryRunImport(input);
        return {
          judge: async (...args) => {
            batches += 1;
            begun.resolve();
            await held.promise;
            return run.judge(...args);
          },
          [Symbol.dispose]: () => {
            run[Symbol.dispose]();
            ended.resolve();
          },
        };
      },
    }),
  });
  onTestFinished(() => api.stop());
  return {
    api,
    begun: begun.promise,
    letGo: held.resolve,
    ended: ended.promise,
    batches: () => batches,
  };
}

const MANY = `number\n${numbersOf(1_700).join('\n')}\n`;

test('a server that stops ends a dry run between two batches', async () => {
  const { api, begun, letGo, batches } = await waitingApi();
  const sent = send(await api.campaign(), MANY, undefined, {}, api);
  await begun;
  const closed = api.api.close();
  await setImmediate();
  letGo();
  const answer = await sent;
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'server_stopping' });
  expect(batches()).toBe(1);
  await closed;
});

test('a dry run ends when nobody waits for its answer any more', async () => {
  const { api, begun, letGo, ended, batches } = await waitingApi();
  const url = await api.api.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const sent = fetch(`${url}/v1/campaigns/${await api.campaign()}/contacts?dry_run=true`, {
    method: 'POST',
    headers: { ...CSV, authorization: `Bearer ${API_KEY}` },
    body: MANY,
    signal: leaving.signal,
  }).catch((error: unknown) => error);
  await begun;
  leaving.abort();
  await sent;
  const connections = () =>
    new Promise((resolve) => void api.api.server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  letGo();
  await ended;
  expect(batches()).toBe(1);
});
