/** Sends a request again when the connection breaks. */

export interface Patience {
  /** For one try, from the request to the last byte of the answer's headers. */
  timeoutMs: number;
  /** The largest number of tries. */
  tries: number;
}

export const USUAL_PATIENCE: Patience = { timeoutMs: 30_000, tries: 3 };

/** Every change carries an idempotency key, so that a repeat is safe. A refused connection is not tried again. */
export function repeatingFetch({ timeoutMs, tries }: Patience) {
  return async (request: Request): Promise<Response> => {
    for (let sent = 1; ; sent++) {
      // A body can be read only once; the copy leaves it for the next try.
      const copy = sent < tries ? request.clone() : request;
      const late = new AbortController();
      // A signal that aborts by itself would cut the body of a long answer.
      const timer = setTimeout(() => late.abort(timedOut(timeoutMs)), timeoutMs);
      try {
        return await fetch(copy, { signal: AbortSignal.any([request.signal, late.signal]) });
      } catch (error) {
        if (sent >= tries || request.signal.aborted || isRefused(error)) throw error;
      } finally {
        clearTimeout(timer);
      }
    }
  };
}

const timedOut = (ms: number) =>
  new DOMException(`no answer within ${ms / 1_000} s`, 'TimeoutError');

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && (cause as { code?: unknown }).code === 'ECONNREFUSED';
}
