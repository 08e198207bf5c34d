/** Reads the keys that encrypt payloads in Temporal from their setting. */
import { createSecretKey, type KeyObject } from 'node:crypto';

export interface PayloadKey {
  /** Stored in plain text with every payload that the key encrypted. */
  id: string;
  /** 256 bits. It is a key object, so that logs and errors cannot print it. */
  key: KeyObject;
}

export type PayloadKeysReading = { keys: PayloadKey[] } | { faults: string[] };

/** One word, because it is shown in logs and error messages. */
export const KEY_ID = /^[A-Za-z0-9_.-]{1,32}$/;

const KEY_BYTES = 32;

/**
 * Reads `id:base64[,id:base64]`. The first key encrypts, all decrypt. Faults name the position of the entry and quote
 * nothing, because the key may be in the place of the id.
 */
export function readPayloadKeys(text: string): PayloadKeysReading {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return { faults: ['needs at least one entry'] };
  const keys: PayloadKey[] = [];
  const faults: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, keys);
    if (typeof read === 'string') faults.push(`entry ${index + 1} ${read}`);
    else keys.push(read);
  }
  return faults.length > 0 ? { faults } : { keys };
}

function readEntry(entry: string, before: readonly PayloadKey[]): PayloadKey | string {
  const colon = entry.indexOf(':');
  if (colon < 0) return 'must look like id:key';
  const id = entry.slice(0, colon);
  if (!KEY_ID.test(id)) return 'needs an id of 1 to 32 letters, digits, _, . or -';
  if (before.some((known) => known.id === id)) return 'has the id of another entry';
  const text = entry.slice(colon + 1);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return 'has a key that is not base64';
  if (bytes.length !== KEY_BYTES) return `has a key of ${bytes.length} bytes instead of 32`;
  return { id, key: createSecretKey(bytes) };
}
