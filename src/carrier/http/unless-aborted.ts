/**
 * The result of `work`, or the signal's reason as soon as it is aborted. Needed around requests, because
 * undici hears an abort only once the connection is up, and around DNS, which cannot be cancelled at all.
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  // Whichever loses the race must not end as an unhandled rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
