import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createEncryptionCodec } from './encryption-codec.ts';
import type { PayloadKey } from './payload-keys.ts';

/**
 * What clients and workers convert with. The codec is there without keys too: it then encrypts nothing, and
 * says of what is encrypted which key is missing.
 */
export function dataConverterWith(keys: readonly PayloadKey[]): DataConverter {
  return {
    ...historyConverterWith(keys),
    // Without a key, messages of failures stay where Temporal's tools look for them.
    ...(keys.length > 0
      ? { failureConverterPath: fileURLToPath(new URL('failure-converter.ts', import.meta.url)) }
      : {}),
  };
}

/** For whoever reads histories and writes nothing: what fails in a replay is then said in plain words. */
export function historyConverterWith(keys: readonly PayloadKey[]): DataConverter {
  return { payloadCodecs: [createEncryptionCodec(keys)] };
}
