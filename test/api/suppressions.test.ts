import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.ts';

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
    rejected: [{ line: 5, reason: expect.stringContaining('country code') }],
  });
  expect((await on.get('/v1/suppressions')).json()).toMatchObject({
    data: [{ id: 'own', name: 'Our own opt-outs', numbers: 2 }],
  });
});

test('a list is dropped with its entries', async () => {
  await put('/v1/suppressions/short', { name: 'x' });
  await put('/v1/suppressions/short/numbers/+12025550121');
  expect((await drop('/v1/suppressions/short')).statusCode).toBe(200);
  expect((await drop('/v1/suppressions/short')).statusCode).toBe(404);
});
