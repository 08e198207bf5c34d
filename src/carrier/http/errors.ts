/** What can go wrong with the carrier. Messages carry no key, token or number. */

export type CarrierErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'rate-limited'
  | 'server'
  | 'unreadable'
  | 'mismatch';

/** A request to the carrier that told nothing; placing a call never throws it. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  readonly code: CarrierErrorCode;
  /** HTTP status, where an answer came. */
  readonly status: number | undefined;
  /** How long the carrier asks us to wait, bounded. */
  readonly retryAfterMs: number | undefined;
  /** Of a request that changes something: whether the carrier may have done it all the same. */
  readonly mayHaveHappened: boolean;

  constructor(code: CarrierErrorCode, message: string, more: CarrierErrorFacts = {}) {
    super(message, { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
    this.mayHaveHappened = more.mayHaveHappened ?? false;
  }
}

export interface CarrierErrorFacts {
  status?: number;
  retryAfterMs?: number | undefined;
  mayHaveHappened?: boolean;
  cause?: unknown;
}

/** A value that can name nothing of its kind, or an operation that cannot be asked for: nothing was sent. */
export class CarrierInputError extends Error {
  override readonly name = 'CarrierInputError';
  /** What was to be given, in the words of the command line. */
  readonly field: string;

  constructor(field: string, reason: string) {
    super(`${field} ${reason}`);
    this.field = field;
  }
}

export type DownloadErrorCode =
  | 'expired'
  | 'forbidden-address'
  | 'redirects'
  | 'truncated'
  | 'too-large'
  | 'not-audio'
  | 'unreachable'
  | 'timeout'
  /** Our own disk, or the room on it. */
  | 'disk'
  /** The storage says that it cannot serve now. */
  | 'unavailable'
  | 'http';

/** A recording that could not be fetched whole. Nothing of it stays on disk. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly code: DownloadErrorCode;

  constructor(code: DownloadErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A URL that the carrier would refuse as `callback_url` (interface document 2.2), or that nobody can sign. */
export class CallbackUrlError extends Error {
  override readonly name = 'CallbackUrlError';
}

/** A carrier profile that cannot be used. The message names every field that is wrong, and why. */
export class CarrierProfileError extends Error {
  override readonly name = 'CarrierProfileError';
}
