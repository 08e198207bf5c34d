import { expect, test } from 'vitest';
import { byName, isolated } from '../../../src/dashboard/format/names.ts';

const named = (id: string, name: string) => ({ id, name });

test('names are in the order in which people look for them, and equal ones in that of their ids', () => {
  const agents = [
    named('a1', 'Zoe Example'),
    named('a2', 'Desk 10'),
    named('a4', 'ada example'),
    named('a3', 'Ada Example'),
    named('a5', 'Desk 9'),
    named('a6', 'Élise Example'),
  ];
  expect(byName(agents).map(({ id }) => id)).toEqual(['a3', 'a4', 'a5', 'a2', 'a6', 'a1']);
  expect(agents[0]!.id).toBe('a1');
});

test.each([
  ['Ada Example', 'Ada Example'],
  ['\u202eAda', 'Ada'],
  ['Ada\u2069\u202e', 'Ada'],
  ['\u05d0\u05d1', '\u2068\u05d0\u05d1\u2069'],
])('%j turns nothing that stands beside it', (name, shown) => {
  expect(isolated(name)).toBe(shown);
});
