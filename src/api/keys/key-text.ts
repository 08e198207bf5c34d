/**
 * The text of an API key: `dw_{id}_{secret}`. The prefix lets scanners find leaked keys; the id is public and says which
 * key it was.
 */
import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export const newKeyText = (id: string): string =>
  `dw_${id}_${randomBytes(SECRET_BYTES).toString('hex')}`;

export const isStoredKey = (key: string): boolean => /^dw_k[a-z0-9]{10}_[0-9a-f]{64}$/.test(key);

/** A key has 256 random bits, so a plain digest cannot be reversed. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');
