/** What SQLite says of its file when neither the request nor this code is to blame, as a fault of the store. */
import { StoreUnavailable, type StoreFault } from '../../store.ts';

/** Primary result codes; the extended ones are in the higher bits. */
const FAULTS: Record<number, StoreFault> = {
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  8: 'read-only', // SQLITE_READONLY
  10: 'io', // SQLITE_IOERR
  13: 'disk-full', // SQLITE_FULL
  14: 'cannot-open', // SQLITE_CANTOPEN
};

export const faultOf = (error: unknown): StoreFault | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? FAULTS[error.errcode & 0xff]
    : undefined;

/** The fault that can be foreseen, in the store's words; anything else as it is. */
export function asStoreFault(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const fault = faultOf(error);
  return fault === undefined ? error : new StoreUnavailable(fault, { cause: error });
}
