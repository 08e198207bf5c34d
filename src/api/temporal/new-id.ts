import { randomInt } from 'node:crypto';

// Without `l`, so that no id is ever that of a standing campaign.
const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 10;

/** Short, opaque, and no other reader's to guess; collisions would be refused by the store. */
export function newId(prefix: 'c' | 'cb' | 'r'): string {
  const letters = Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(32)]);
  return `${prefix}${letters.join('')}`;
}
