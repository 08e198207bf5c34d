/** Hashes that say nothing to somebody without the key, because the hashed texts, such as numbers, can be guessed. */
import { createHmac } from 'node:crypto';
import type { Tx } from './tx.ts';

/** A text with its keyed hash (HMAC-SHA-256, hexadecimal). The key belongs to the installation. */
export type Hash = (text: string) => string;

export async function hashOf(tx: Tx): Promise<Hash> {
  const { key } = (await tx.get<{ key: string }>('SELECT erasure_key AS key FROM installation'))!;
  return hashWith(key);
}

export const hashWith =
  (key: string): Hash =>
  (text) =>
    createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex');
