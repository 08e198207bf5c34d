import { expect, test } from 'vitest';
import { listTypeOf } from '../../../../src/dashboard/format/files/list-file.ts';

test.each([
  ['people.csv', 'text/csv'],
  ['People.CSV', 'text/csv'],
  ['people.v2.ndjson', 'application/x-ndjson'],
  ['people.json', 'application/json'],
  ['people', 'text/csv'],
])('%s is sent as %s', (name, type) => {
  expect(listTypeOf(name)).toBe(type);
});
