/** What a client may forget, or send too long, is refused with a reason by every operation. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { furnish, type Known } from './furniture.ts';
import { operationsOf, type Document, type Operation } from './requests.ts';

let on: ApiUnderTest;
let operations: Operation[];
let known: Known;
beforeAll(async () => {
  on = await startApi();
  operations = operationsOf((await on.get('/openapi.json')).json<Document>());
  known = { ...(await furnish(on)), listId: ['list0'] };
});
afterAll(() => on.stop());

const urlOf = ({ path }: Operation) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name]?.[0] ?? '1');

/** The tests before may have removed it. */
const makeList = () =>
  on.call('PUT', '/v1/suppressions/list0', { payload: { name: 'Do not call' } });

const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = 'x'.repeat(5_000);

test.each<[string, { headers?: Record<string, string>; payload?: string }]>([
  ['no body and no type', {}],
  ['a type and an empty body', { headers: JSON_TYPE, payload: '' }],
  ['null', { headers: JSON_TYPE, payload: 'null' }],
  ['an empty list', { headers: JSON_TYPE, payload: '[]' }],
  ['a long If-Match', { headers: { 'if-match': LONG } }],
  ['a long Idempotency-Key', { headers: { 'idempotency-key': LONG } }],
])('with %s no operation fails', async (_what, request) => {
  const failed: string[] = [];
  for (const operation of operations) {
    const { statusCode } = await on.call(operation.method, urlOf(operation), request);
    const isKnown = operation.answers[statusCode] !== undefined;
    if (statusCode === 500 || !isKnown) failed.push(`${operation.method} ${operation.path}`);
  }
  expect(failed).toEqual([]);
});

test('where a body is needed in one of several types, the answer names them', async () => {
  const several = operations.filter(({ bodies }) => Object.keys(bodies).length > 1);
  const campaign = await on.campaign();
  await makeList();
  const there: Known = { ...known, campaignId: [campaign] };
  for (const operation of several) {
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => there[name]![0]!);
    const answer = await on.call(operation.method, url);
    expect([operation.path, answer.statusCode]).toEqual([operation.path, 422]);
    expect(answer.json().detail).toMatch(/^A body is required: .*application\/json or /);
  }
  expect(several.length).toBeGreaterThan(5);
});

test('a cursor that is of no page of the list is 422 and named, on every list', async () => {
  await makeList();
  const paged = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'cursor'),
  );
  for (const operation of paged) {
    for (const cursor of ['nonsense', '%20']) {
      const answer = await on.get(`${urlOf(operation)}?cursor=${cursor}`);
      const errors = answer.json<{ errors: { parameter: string }[] }>().errors;
      // A list of the account needs a person first.
      if (errors?.some(({ parameter }) => parameter === 'number')) continue;
      expect([operation.path, answer.statusCode, errors]).toEqual([
        operation.path,
        422,
        [{ parameter: 'cursor', detail: expect.any(String) }],
      ]);
    }
  }
  expect(paged.length).toBeGreaterThan(8);
});

test('headers beyond what the server reads are 431, as the document says of each operation', async () => {
  const address = await on.api.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(
    `PATCH /v1/campaigns/${known['campaignId']![0]} HTTP/1.1\r\nAuthorization: Bearer ${API_KEY}\r\n` +
      `If-Match: ${'x'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`,
  );
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString())).once('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('application/problem+json');
  const silent = operations
    .filter(({ path, answers }) => path.startsWith('/v1/') && answers['431'] === undefined)
    .map(({ method, path }) => `${method} ${path}`);
  expect(silent).toEqual([]);
});
