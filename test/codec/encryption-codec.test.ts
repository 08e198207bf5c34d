import { createSecretKey, randomBytes } from 'node:crypto';
import { ApplicationFailure, type Payload, type PayloadCodec } from '@temporalio/common';
import {
  decodeArrayFromPayloads,
  decodeOptionalFailureToOptionalError,
  encodeErrorToFailure,
  encodeToPayloads,
  loadDataConverter,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataConverterWith } from '../../src/codec/data-converter.ts';
import { createEncryptionCodec, PayloadKeyError } from '../../src/codec/encryption-codec.ts';
import type { PayloadKey } from '../../src/codec/payload-keys.ts';

const newKey = (id: string): PayloadKey => ({ id, key: createSecretKey(randomBytes(32)) });
const [first, second] = [newKey('first'), newKey('second')];
const plain: Payload = {
  metadata: { encoding: Buffer.from('json/plain') },
  data: Buffer.from('"+12025550123"'),
};

const sealed = async (keys: PayloadKey[], payload = plain): Promise<Payload> =>
  (await createEncryptionCodec(keys).encode([payload]))[0]!;
const textsOf = ({ metadata, data }: Payload) => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  ),
  data: Buffer.from(data ?? []).toString(),
});

async function faultOf(codec: PayloadCodec, payload: Payload): Promise<string> {
  const error: unknown = await codec.decode([payload]).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(PayloadKeyError);
  return (error as Error).message;
}

describe('an encrypted payload is refused', () => {
  test('without its key, by the id of the key', async () => {
    expect(await faultOf(createEncryptionCodec([second]), await sealed([first]))).toContain(
      'key first, which is not in DIALWRIGHT_PAYLOAD_KEYS',
    );
  });

  test('when there are no keys at all: it is never taken for plain text', async () => {
    expect(await faultOf(createEncryptionCodec([]), await sealed([first]))).toContain('key first');
  });

  test('under another key of the same id', async () => {
    const other = createEncryptionCodec([newKey('first')]);
    expect(await faultOf(other, await sealed([first]))).toContain('cannot be decrypted');
  });

  test('with any one byte changed, added or cut off', async () => {
    const codec = createEncryptionCodec([first]);
    const { metadata, data } = await sealed([first]);
    const bytes = Buffer.from(data!);
    const spoilt = [Buffer.concat([bytes, Buffer.of(0)])];
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      spoilt.push(changed, bytes.subarray(0, at));
    }
    for (const spoiltBytes of spoilt) {
      const fault = await faultOf(codec, { metadata: metadata!, data: spoiltBytes });
      expect(fault).toContain('cannot be decrypted with key first');
    }
  });

  test('under the id of another key that would decrypt it: the id is bound to the ciphertext', async () => {
    const { metadata, data } = await sealed([first]);
    const alias = createEncryptionCodec([{ id: 'alias', key: first.key }]);
    const renamed = { ...metadata, 'encryption-key-id': Buffer.from('alias') };
    expect(await faultOf(alias, { metadata: renamed, data: data! })).toContain('key alias');
  });

  test.each(['', 'a\nfake log line', 'x'.repeat(33)])(
    'with a key id that is none, without quoting it (%j)',
    async (id) => {
      const { metadata, data } = await sealed([first]);
      const odd = { ...metadata, 'encryption-key-id': Buffer.from(id) };
      const fault = await faultOf(createEncryptionCodec([first]), { metadata: odd, data: data! });
      expect(fault).toBe('a payload is encrypted, and does not say with which key');
    },
  );
});

test('any payload comes back as it was, and shows nothing of itself on the way', async () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  const codec = createEncryptionCodec([first]);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), bytes), bytes, async (metadata, data) => {
      const [there] = await codec.encode([{ metadata, data }]);
      expect(textsOf(there!).metadata).toEqual({
        encoding: 'binary/encrypted',
        'encryption-key-id': 'first',
      });
      expect(there!.data!.length).toBeGreaterThanOrEqual(12 + data.length + 16);
      const [back] = await codec.decode([there!]);
      expect(textsOf(back!)).toEqual(textsOf({ metadata, data }));
    }),
  );
});

test('the same payload gives another ciphertext each time', async () => {
  const seen = new Set<string>();
  for (let n = 0; n < 100; n++) {
    seen.add(Buffer.from((await sealed([first])).data!).toString('hex'));
  }
  expect(seen.size).toBe(100);
});

test('a new key in front encrypts, and the old one still decrypts', async () => {
  const before = await sealed([first]);
  const rotated = createEncryptionCodec([second, first]);
  const [after] = await rotated.encode([plain]);
  expect(textsOf(after!).metadata['encryption-key-id']).toBe('second');
  const back = await rotated.decode([before, after!]);
  expect(back.map(textsOf)).toEqual([textsOf(plain), textsOf(plain)]);
});

test('what was written before there were keys is still read', async () => {
  const [back] = await createEncryptionCodec([first]).decode([plain]);
  expect(textsOf(back!)).toEqual(textsOf(plain));
});

test('without keys nothing is changed', async () => {
  expect(await createEncryptionCodec([]).encode([plain])).toEqual([plain]);
});

describe('the data converter', () => {
  test('encrypts values, and messages, stacks, details and causes of failures', async () => {
    const converter = loadDataConverter(dataConverterWith([first]));
    const failure = ApplicationFailure.create({
      message: 'message +12025550123',
      details: ['details +12025550123'],
      cause: new Error('cause +12025550123'),
    });
    const written = [
      await encodeToPayloads(converter, 'value +12025550123'),
      await encodeErrorToFailure(converter, failure),
    ];
    const bytes = JSON.stringify(written, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(bytes).not.toContain('2025550123');
    expect(bytes).not.toContain('encryption-codec.test');
  });

  test('gives back what it encrypted', async () => {
    const converter = loadDataConverter(dataConverterWith([first]));
    const payloads = await encodeToPayloads(converter, { a: 1 }, 'b');
    expect(await decodeArrayFromPayloads(converter, payloads ?? [])).toEqual([{ a: 1 }, 'b']);
    const failure = await encodeErrorToFailure(converter, new Error('told'));
    const back = await decodeOptionalFailureToOptionalError(converter, failure);
    expect(back).toMatchObject({ message: 'told', stack: expect.stringContaining('told') });
  });

  test('reads failures of either kind, whether there are keys now or not', async () => {
    const without = loadDataConverter(dataConverterWith([]));
    const withKeys = loadDataConverter(dataConverterWith([first]));
    const failure = await encodeErrorToFailure(without, new Error('told'));
    const back = await decodeOptionalFailureToOptionalError(withKeys, failure);
    expect(back).toMatchObject({ message: 'told' });
    const encrypted = await encodeErrorToFailure(withKeys, new Error('told'));
    await expect(decodeOptionalFailureToOptionalError(without, encrypted)).rejects.toThrow('first');
  });
});
