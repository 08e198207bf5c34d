/** What `/docs` offers to be tried is taken by a real API, and what that answers stands in the document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Schema {
  properties?: Record<string, Schema>;
  [key: string]: unknown;
}
interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> };
}
interface Document {
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What stands in the way is the moment, not the body: nothing of the kind is there, it is not its turn, or a key is nobody's. */
const NOT_NOW = [401, 404, 409, 503];

let on: ApiUnderTest;
let document: Document;
let operations: { method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  on = await startApi();
  document = (await on.api.inject({ url: '/openapi.json' })).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
});
afterAll(() => on.stop());

async function send(method: string, url: string, payload: unknown, type = 'application/json') {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': type };
  return on.api.inject({
    method: method as 'POST',
    url,
    headers,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

const exampleOf = ({ requestBody }: Operation) => requestBody?.content['application/json'];

test('every body has an example', () => {
  const without = operations
    .filter(({ operation }) => exampleOf(operation) && exampleOf(operation)!.example === undefined)
    .map(({ path }) => path);
  expect(without).toEqual([]);
});

test('every example is taken as it stands', async () => {
  await send('POST', '/v1/agents', { id: 'first', name: 'A', kind: 'sip', address: 'sip-first' });
  const campaign = (await send('POST', '/v1/campaigns', { name: 'A' })).json<{ id: string }>().id;
  await send('PUT', '/v1/suppressions/examples', { name: 'A' });
  const ids: Record<string, string> = {
    campaignId: campaign,
    agentId: 'first',
    listId: 'examples',
    codeId: 'again',
    number: '+12025550127',
  };
  const refused: string[] = [];
  for (const { method, path, operation } of operations) {
    const body = exampleOf(operation)?.example;
    if (body === undefined) continue;
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'c1.1.1');
    const answer = await send(method, url.replaceAll('+', '%2B'), body);
    const isTaken =
      answer.statusCode < 300 ||
      NOT_NOW.includes(answer.statusCode) ||
      answer.json<{ code: string }>().code === 'no_agent';
    if (!isTaken) refused.push(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
  }
  expect(refused).toEqual([]);
});

test('the document names its server, and every status of requests that cannot be read', async () => {
  expect(document.servers).toEqual([expect.objectContaining({ url: '/' })]);
  const missing: string[] = [];
  for (const { method, path, operation } of operations) {
    if (!path.startsWith('/v1/')) continue;
    const long = path.replaceAll(/\{\w+\}/g, 'x'.repeat(5_000));
    const odd = path.replaceAll(/\{\w+\}/g, '%E0%A4%A');
    const short = path.replaceAll(/\{\w+\}/g, 'x1');
    const answers = [
      await send(method, long, {}),
      await send(method, odd, {}),
      await send(method, `${short}?limit=x&cursor=x`, {}),
      ...(operation.requestBody ? [await send(method, short, '{"name":')] : []),
      ...(operation.requestBody ? [await send(method, short, { no_such_field: 1 })] : []),
    ];
    for (const { statusCode } of answers)
      if (!(String(statusCode) in operation.responses))
        missing.push(`${method} ${path}: ${statusCode}`);
    if (!('500' in operation.responses)) missing.push(`${method} ${path}: 500`);
  }
  expect(missing).toEqual([]);
});

test('a request field with a default is optional for generators of types: the words tell the default', () => {
  const fields: string[] = [];
  const walk = (node: unknown, at: string, seen: Set<unknown>): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties } = node as Schema;
    if (typeof $ref === 'string')
      walk(document.components.schemas[$ref.split('/').at(-1)!], at, seen);
    for (const [name, field] of Object.entries(properties ?? {}))
      if ('default' in field) fields.push(`${at}.${name}`);
    for (const child of Object.values(node)) walk(child, at, seen);
  };
  for (const { operation } of operations)
    walk(operation.requestBody, operation.operationId, new Set());
  expect(fields).toEqual([]);
  const { ring_margin: margin } = document.components.schemas['CallingWindow']!.properties!;
  expect(margin).toMatchObject({ description: expect.stringContaining('Left out: "2m".') });
});
