/** Why the database cannot be opened, read or written. */

/**
 * Why the database cannot do its work; it may be asked again. Nothing was changed, but after `unreachable` and `timeout`
 * what was asked for may have been done: the answer to its commit can be lost.
 */
export const STORE_FAULTS = {
  'disk-full': 'the store cannot be written: the disk is full',
  locked: 'the store cannot be written: another process holds its lock',
  'read-only': 'the store cannot be written: its file or its folder is read-only',
  io: 'the store cannot be read or written: its disk reports an error',
  'cannot-open': 'the store cannot be opened: its file or its folder is missing or may not be read',
  unreachable: 'the store cannot be reached: the connection to its database server failed',
  timeout: 'the store cannot be read or written: its database server does not answer in time',
  overloaded:
    'the store cannot be reached: its database server has no connection or no memory left',
  standby: 'the store cannot be written: its database server is read-only, as a standby is',
  denied: 'the store cannot be read or written: its database server refuses our user',
} as const;
export type StoreFault = keyof typeof STORE_FAULTS;

/** A fault that can be fixed on the machine, or at the database server. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, options?: ErrorOptions) {
    super(STORE_FAULTS[fault], options);
    this.fault = fault;
  }
}

/** Somebody else holds a lock, and the work was not to wait for it any longer. */
export const isLocked = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.fault === 'locked';

/** The database cannot be opened at all. The message is one sentence with its path. */
export class StoreUnopenable extends Error {
  override readonly name = 'StoreUnopenable';
}

/** A store cannot be moved to another database, and nothing was changed. The message says why, and what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
