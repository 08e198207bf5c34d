import { expect, test } from 'vitest';
import { joinMethods } from '../../../src/store/sql/join-methods.ts';

test('parts become one, and two methods of the same name are refused', () => {
  const call = { call: () => 'a call' };
  expect(joinMethods([call, { agent: () => 'an agent' }]).call()).toBe('a call');
  expect(() => joinMethods([call, { call: () => 'another' }])).toThrow(
    'two parts of the store have a method call',
  );
});
