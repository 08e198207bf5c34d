/**
 * Encrypts the payloads that Temporal stores: inputs, results, signals, summaries, details of failures. AES-256-GCM with
 * a random nonce. The key's id is stored with the ciphertext and authenticated.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
// Imported as a whole: it is a CommonJS module whose named exports Node does not detect.
import proto from '@temporalio/proto';
import { KEY_ID, type PayloadKey } from './payload-keys.ts';

/** A payload that cannot be decrypted. The message contains no more than the id of the key. */
export class PayloadKeyError extends Error {
  override readonly name = 'PayloadKeyError';
}

const CIPHER = 'aes-256-gcm';
/** The encoding of Temporal's own examples, so that tools recognize encrypted payloads. */
const ENCODING = 'binary/encrypted';
const KEY_ID_FIELD = 'encryption-key-id';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
const utf8 = (text: string) => Buffer.from(text, 'utf8');

/**
 * The first key encrypts, all keys decrypt. Payloads in plain text are passed through, so that encryption can be turned
 * on while workflows run. Without keys nothing is encrypted, and an encrypted payload is refused with the id of its key.
 */
export function createEncryptionCodec(keys: readonly PayloadKey[]): PayloadCodec {
  const byId = new Map(keys.map((entry) => [entry.id, entry]));
  const [first] = keys;
  return {
    encode: async (payloads) => (first ? payloads.map((plain) => seal(plain, first)) : payloads),
    decode: async (payloads) =>
      payloads.map((payload) => (isSealed(payload) ? open(payload, byId) : payload)),
  };
}

/** Encrypts the whole payload with its metadata, as nonce (12 bytes) | ciphertext | tag (16 bytes). */
function seal(plain: Payload, { id, key }: PayloadKey): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(utf8(id));
  const data = Buffer.concat([
    nonce,
    cipher.update(PayloadMessage.encode(plain).finish()),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { metadata: { encoding: utf8(ENCODING), [KEY_ID_FIELD]: utf8(id) }, data };
}

function open({ metadata, data }: Payload, keys: ReadonlyMap<string, PayloadKey>): Payload {
  const id = textOf(metadata?.[KEY_ID_FIELD]);
  if (id === undefined || !KEY_ID.test(id)) {
    throw new PayloadKeyError('a payload is encrypted, and does not say with which key');
  }
  const known = keys.get(id);
  if (!known) {
    throw new PayloadKeyError(
      `a payload is encrypted with key ${id}, which is not in DIALWRIGHT_PAYLOAD_KEYS`,
    );
  }
  try {
    return PayloadMessage.decode(unseal(Buffer.from(data ?? []), known));
  } catch (cause) {
    const why = 'it was changed, or the key is another one under the same id';
    throw new PayloadKeyError(`a payload cannot be decrypted with key ${id}: ${why}`, { cause });
  }
}

function unseal(sealed: Buffer, { id, key }: PayloadKey): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(utf8(id));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
}

const isSealed = ({ metadata }: Payload): boolean => textOf(metadata?.['encoding']) === ENCODING;

const textOf = (bytes: Uint8Array | null | undefined): string | undefined =>
  bytes ? Buffer.from(bytes).toString('utf8') : undefined;
