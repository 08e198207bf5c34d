/** What a user may be called, and what may be a password. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyNoPassword } from '../../../src/domain/users/password.ts';
import { asUserName, whyNoUserName } from '../../../src/domain/users/user-name.ts';

test.each([
  '',
  'Ada',
  'env-1',
  'dialwright',
  '-ada',
  'ada lovelace',
  'ada@',
  'a'.repeat(64),
  'ada@exa mple.com',
])('%s is no name of a user', (name) => {
  expect(whyNoUserName(name)).toBeDefined();
});

test.each(['ada', 'a', 'ada.l', 'ada+calls@example.com', 'a'.repeat(63)])('%s is one', (name) => {
  expect(whyNoUserName(name)).toBeUndefined();
});

test('a name is found however it is typed', () => {
  expect(asUserName(' Ada@Example.COM ')).toBe('ada@example.com');
});

test.each([
  ['short', 'ada', /12 characters/],
  ['aaaabbbbccccdddd', 'ada', /5 different/],
  ['lovelace-knows-it', 'lovelace@example.com', /name of the user/],
  ['x'.repeat(200) + 'abcde'.repeat(20), 'ada', /256 characters/],
])('%s is no password of %s', (password, name, reason) => {
  expect(whyNoPassword(password, name)).toMatch(reason);
});

test('any four different words of a list are a password', () => {
  const words = ['correct', 'horse', 'battery', 'staple', 'harbour', 'violet', 'engine'];
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: 4, maxLength: 4 }), (chosen) => {
      expect(whyNoPassword(chosen.join(' '), 'ada')).toBeUndefined();
    }),
  );
});
