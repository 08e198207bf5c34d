/** What a caller may not do, held for every route there is: invent fields, guess ids, use a key that was withdrawn. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, OTHER_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

let on: ApiUnderTest;
/** Of any schema of the API. */
let knownFields: Set<string>;
let operations: { name: string; path: string; operation: Operation }[];
beforeAll(async () => {
  on = await startApi();
  const document = (await on.api.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  knownFields = new Set(fieldNames(document));
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path: path.replaceAll(/\{[^}]+\}/g, 'x1'),
      operation,
    })),
  );
});
afterAll(() => on.stop());

function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldNames)];
}

test('no route that takes a body takes a field it does not know', async () => {
  const taking = operations.filter(({ operation }) => operation.requestBody?.content);
  expect(taking.length).toBeGreaterThan(10);
  const invented = fc
    .oneof(fc.stringMatching(/^[a-z][a-z_]{2,20}$/), fc.constantFrom('b_cli', 'constructor'))
    .filter((name) => !knownFields.has(name));
  const accepted: string[] = [];
  for (const { name, path } of taking) {
    await fc.assert(
      fc.asyncProperty(invented, async (field) => {
        const [method] = name.split(' ', 1);
        const answer = await on.call(method!, path, { payload: { [field]: true } });
        const unknown = { pointer: `#/${field}`, detail: 'unknown field' };
        const { errors = [] } = answer.json<{ errors?: object[] }>();
        if (answer.statusCode !== 422 || !errors.some((error) => isDeepStrictEqual(error, unknown)))
          accepted.push(`${name} ${field}`);
      }),
      { numRuns: 10 },
    );
  }
  expect(accepted).toEqual([]);
});

test.each(['/v1/calls/', '/v1/campaigns/'])(
  'under %s nothing tells an id that might be from one that cannot be',
  async (path) => {
    const guesses = ['caaaaaaaaaa.1.1', 'caaaaaaaaaa', '1', '%00', "'; --", 'x'.repeat(64)];
    const answers = await Promise.all(
      guesses.map((guess) => on.get(path + encodeURIComponent(guess))),
    );
    const [first] = answers;
    expect(first!.statusCode).toBe(404);
    for (const { statusCode, body } of answers) {
      expect({ statusCode, body }).toEqual({ statusCode: 404, body: first!.body });
    }
  },
);

test('a forged token gets the same answer, whether there is such a call or not', async () => {
  const { ref } = (await on.post('/v1/calls', { number: '+12025550101' })).json<{ ref: string }>();
  const forged = 'A'.repeat(22);
  const [known, unknown] = await Promise.all(
    [`${ref}.1`, 'cnobody.1.1.1'].map((id) =>
      on.api.inject({ method: 'POST', url: `/hooks/click2call/${id}/${forged}`, payload: '{}' }),
    ),
  );
  expect(known!.statusCode).toBe(404);
  expect(known!.body).toBe(unknown!.body);
});

test('no cache on the way keeps what is behind a key', async () => {
  for (const path of ['/v1/account', '/v1/calls', '/v1/calls/cnone.1.1', '/v1/audit']) {
    expect((await on.get(path)).headers['cache-control']).toBe('no-store');
  }
});

test('two keys are valid side by side, so that one can be replaced by the other', async () => {
  for (const key of [API_KEY, OTHER_KEY]) {
    expect((await on.get('/v1/account', { authorization: `Bearer ${key}` })).statusCode).toBe(200);
  }
});

// A cell may be taken for a formula. imports.test.ts and reports.test.ts hold that these routes escape them; another must too.
test('the routes that answer with a table for a spreadsheet are known', () => {
  const answers = operations.flatMap(({ name, operation }) =>
    Object.values(operation.responses).flatMap(({ content }) =>
      Object.keys(content ?? {}).map((type) => ({ name, type })),
    ),
  );
  expect(answers.length).toBeGreaterThan(20);
  const tables = answers.filter(({ type }) => /csv|tab-separated|excel|sheet/.test(type));
  expect(tables.map(({ name }) => name)).toEqual([
    'GET /v1/campaigns/{campaignId}/imports/{importId}/rejected',
    'GET /v1/reports/calls',
    'GET /v1/reports/campaigns/{campaignId}/contacts',
    'GET /v1/reports/shifts',
    'GET /v1/reports/costs',
    'GET /v1/report-jobs/{jobId}/file',
  ]);
});
