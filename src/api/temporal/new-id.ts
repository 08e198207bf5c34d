import { randomInt } from 'node:crypto';

// Without `l`, so that no new id equals the id of a standing campaign.
const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 10;

/** A short random id. The store refuses collisions. */
export function newId(prefix: 'c' | 'cb' | 'e' | 'k' | 'r' | 'rp' | 'u' | 'we'): string {
  const letters = Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(32)]);
  return `${prefix}${letters.join('')}`;
}
