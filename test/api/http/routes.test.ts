import { expect, test } from 'vitest';
import * as z from 'zod';
import { WriteHeaders } from '../../../src/api/http/etags.ts';
import { IdempotencyHeaders } from '../../../src/api/http/idempotency.ts';
import { routesOf } from '../../../src/api/http/routes.ts';
import { PageQuery } from '../../../src/api/http/answers/pages.ts';
import { problems } from '../../../src/api/http/schemas.ts';

const { reads, changes } = routesOf('agents');
const named = { operationId: 'any', summary: 'Any' };
const params = z.object({ agentId: z.string() });
const statuses = ({ schema }: { schema: object }) =>
  Object.keys('response' in schema ? (schema.response as object) : {}).map(Number);

test('every route is in its group, and refuses callers without a key', () => {
  const route = reads('read', named);
  expect(route).toMatchObject({ config: { role: 'read' }, schema: { tags: ['agents'], ...named } });
  expect(statuses(route)).toEqual([401]);
});

test('what a path or a cursor names may be missing, unless the route says otherwise', () => {
  expect(statuses(reads('read', { ...named, params }))).toEqual([401, 404]);
  expect(statuses(reads('read', { ...named, querystring: PageQuery }))).toEqual([401]);
  const route = reads('read', { ...named, params }, { neverMissing: true });
  expect(statuses(route)).toEqual([401]);
});

test('a change takes an Idempotency-Key, and an edit has the problem of its precondition', () => {
  const change = changes('operate', { ...named, response: problems(409) });
  expect(change.schema).toMatchObject({ headers: IdempotencyHeaders });
  expect(statuses(change)).toEqual([401, 409]);
  const edit = changes('operate', { ...named, headers: WriteHeaders });
  expect(edit.schema.headers).toBe(WriteHeaders);
  expect(statuses(edit)).toEqual([401, 412]);
});
