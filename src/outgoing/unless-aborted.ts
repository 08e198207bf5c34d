/**
 * Resolves to the result of `work`, or rejects with the signal's reason as soon as it is aborted. Needed for requests,
 * because `node:http` notices an abort only after the connection is made, and for DNS, which cannot be cancelled.
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  // If `work` fails after the abort, its rejection must not stay unhandled.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
