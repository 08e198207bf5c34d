/** Errors of requests to the carrier. Their messages contain no key, token or number. */

export type CarrierErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'rate-limited'
  | 'server'
  | 'unreadable'
  | 'mismatch';

/** A request to the carrier without a usable answer. Placing a call never throws it. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  readonly code: CarrierErrorCode;
  /** HTTP status; undefined: no answer came. */
  readonly status: number | undefined;
  /** The wait that the carrier asks for, limited. */
  readonly retryAfterMs: number | undefined;
  /** For a change: whether the carrier may have made it in spite of the error. */
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

/** An invalid identifier, or an operation that cannot be requested. Nothing was sent. */
export class CarrierInputError extends Error {
  override readonly name = 'CarrierInputError';
  /** The missing or invalid input, named as on the command line. */
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
  /** Our own disk failed or is full. */
  | 'disk'
  /** The storage cannot serve the recording at the moment. */
  | 'unavailable'
  /** An older file of this recording is still to be removed. */
  | 'being-removed'
  /** The person was erased, so nothing may be stored. */
  | 'erased'
  | 'http';

/** A recording that could not be downloaded completely. Nothing of it stays on the disk. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly code: DownloadErrorCode;

  constructor(code: DownloadErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A URL that the carrier would refuse as `callback_url` (interface document 2.2), or that cannot be signed. */
export class CallbackUrlError extends Error {
  override readonly name = 'CallbackUrlError';
}

/** An invalid carrier profile. The message names every wrong field and the reason. */
export class CarrierProfileError extends Error {
  override readonly name = 'CarrierProfileError';
}
