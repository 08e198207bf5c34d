/** What the document says in words is true of what it describes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_STATES } from '../../../src/api/openapi/openapi-states.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Operation {
  operationId: string;
  tags: string[];
  description?: string;
}
interface Field {
  enum?: string[];
  description?: string;
}
interface Document {
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, Field> }> };
}

let on: ApiUnderTest;
let document: Document;
let operations: Operation[];
beforeAll(async () => {
  on = await startApi();
  document = (await on.api.inject({ url: '/openapi.json' })).json<Document>();
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});
afterAll(() => on.stop());

const stateOf = (schema: string) => document.components.schemas[schema]!.properties!['state']!;

test('every operation that the walkthrough names exists', () => {
  const named = [...document.info.description.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/v1\S*)`/g)];
  expect(named.length).toBeGreaterThan(10);
  const missing = named
    .filter(([, method, path]) => !document.paths[path!]?.[method!.toLowerCase()])
    .map(([text]) => text);
  expect(missing).toEqual([]);
});

test('each group has a description, and operations are in groups of the list', () => {
  const known = document.tags.map(({ name }) => name);
  const unknown = operations.flatMap(({ tags }) => tags).filter((tag) => !known.includes(tag));
  expect([...new Set(unknown)]).toEqual([]);
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
});

test('the description of a state names those that are final, and they exist', () => {
  for (const { schemas, states } of FINAL_STATES) {
    for (const schema of schemas) {
      const { enum: all, description } = stateOf(schema);
      expect(all).toEqual(expect.arrayContaining([...states]));
      for (const state of states) expect(description).toContain(`\`${state}\``);
    }
  }
});

test('an operation that is polled says how often, and until when', () => {
  for (const { polled, states } of FINAL_STATES) {
    if (polled === undefined) continue;
    const found = operations.find(({ operationId }) => operationId === polled.operation);
    expect(found?.description).toMatch(/poll every (second|\d+ seconds) until/);
    for (const state of states) expect(found?.description).toContain(`\`${state}\``);
  }
});
