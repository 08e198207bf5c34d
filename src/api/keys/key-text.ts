/**
 * The texts of credentials. An API key reads `dw_{id}_{secret}`: the prefix lets scanners find leaked keys; the id is
 * public and says which key it was. The token of a session reads `dws_{secret}`.
 */
import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export const newKeyText = (id: string): string =>
  `dw_${id}_${randomBytes(SECRET_BYTES).toString('hex')}`;

export const isStoredKey = (key: string): boolean => /^dw_k[a-z0-9]{10}_[0-9a-f]{64}$/.test(key);

export const newSessionToken = (): string => `dws_${randomBytes(SECRET_BYTES).toString('hex')}`;

export const isSessionToken = (token: string): boolean => /^dws_[0-9a-f]{64}$/.test(token);

/** A key or token has 256 random bits, so a plain digest cannot be reversed. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');
