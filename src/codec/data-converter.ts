import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createEncryptionCodec } from './encryption-codec.ts';
import type { PayloadKey } from './payload-keys.ts';

/**
 * The data converter of clients and workers. Without keys there is a codec too: it encrypts nothing, and its error names
 * the missing key of an encrypted payload.
 */
export function dataConverterWith(keys: readonly PayloadKey[]): DataConverter {
  return {
    ...historyConverterWith(keys),
    // Without keys, messages of failures stay where Temporal's tools expect them.
    ...(keys.length > 0
      ? { failureConverterPath: fileURLToPath(new URL('failure-converter.ts', import.meta.url)) }
      : {}),
  };
}

/** For tools that only read histories. Failures are not moved into payloads, so errors of a replay are readable. */
export function historyConverterWith(keys: readonly PayloadKey[]): DataConverter {
  return { payloadCodecs: [createEncryptionCodec(keys)] };
}
