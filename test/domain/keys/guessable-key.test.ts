import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isGuessable } from '../../../src/domain/keys/guessable-key.ts';

test.each(['call-centre-2026', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '1234123412341234123412341234'])(
  '%s may be found by trying',
  (key) => expect(isGuessable(key)).toBe(true),
);

test.each(['hex', 'base64url'] as const)(
  '24 random bytes as %s are not found by trying',
  (form) => {
    for (let n = 0; n < 100; n++) expect(isGuessable(randomBytes(24).toString(form))).toBe(false);
  },
);
