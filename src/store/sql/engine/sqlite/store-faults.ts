/** Turns SQLite's errors about the file, its disk or its lock into faults of the store. */
import { StoreUnavailable, type StoreFault } from '../../../faults.ts';

/** By primary result code. Extended codes are in the higher bits. */
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

/** A known fault as `StoreUnavailable`; any other error unchanged. */
export function asStoreFault(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const fault = faultOf(error);
  return fault === undefined ? error : new StoreUnavailable(fault, { cause: error });
}
