import { expect, test } from 'vitest';
import { fitPath } from '../../src/dashboard/path-pattern.ts';

test('a path that does not fit has no parameters', () => {
  expect(fitPath('/calls/:ref', '/calls')).toBeUndefined();
  expect(fitPath('/calls/:ref', '/calls/')).toBeUndefined();
  expect(fitPath('/calls/:ref', '/calls/a/b')).toBeUndefined();
  expect(fitPath('/calls/:ref', '/agents/a')).toBeUndefined();
  expect(fitPath('/calls/:ref', '/calls/%E0%A4%A')).toBeUndefined();
});

test('a path that fits gives its parameters, decoded', () => {
  expect(fitPath('/', '/')).toEqual({});
  expect(fitPath('/calls', '/calls/')).toEqual({});
  expect(fitPath('/calls/:ref', '/calls/cabc.5.1')).toEqual({ ref: 'cabc.5.1' });
  expect(fitPath('/agents/:id/history', '/agents/desk%2003/history')).toEqual({ id: 'desk 03' });
});
