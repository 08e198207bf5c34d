/** What can go wrong with the carrier. Messages carry no key, token or number. */

export type CarrierErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'rate-limited'
  | 'server'
  | 'unreadable'
  | 'mismatch';

/** A request to the carrier that told nothing; safe to repeat, because only reads throw it. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  readonly code: CarrierErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: CarrierErrorCode,
    message: string,
    more: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
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
  | 'disk'
  | 'http';

/** A recording that could not be fetched whole. Nothing of it is left on disk. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly code: DownloadErrorCode;

  constructor(code: DownloadErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
