import { expect, test } from 'vitest';
import { byName } from '../../../src/dashboard/format/by-name.ts';

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
