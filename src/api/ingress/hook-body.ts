import type { IncomingMessage } from 'node:http';

export type HookBody =
  | { kind: 'read'; bytes: Buffer }
  /** The body exceeds the limit. Its start is kept so that a person can see it. */
  | { kind: 'too-large'; start: Buffer }
  | { kind: 'too-slow' }
  /** The sender closed the connection before the end, so no answer is possible. */
  | { kind: 'cut-off' };

export type WholeBody = Extract<HookBody, { kind: 'read' | 'too-large' }>;

export interface HookLimits {
  mostBytes: number;
  /** A body that is too large is read up to this size, so that the answer arrives. */
  discardBytes: number;
  withinMs: number;
  /**
   * From the arrival of a webhook to its answer. The carrier waits for 15 s and then takes it for lost, so a store that
   * does not answer must make it a 503 before.
   */
  answerMs: number;
  /** Number of bodies that may arrive at once under one token. */
  mostAtOnce: number;
  /** A body may arrive for at least this time before it is given up for a newer one. */
  graceMs: number;
  /** Limit for recording webhooks on the account's URL. More would delay the webhooks of calls. */
  recordings: { burst: number; perSecond: number };
}

export const HOOK_LIMITS: HookLimits = {
  mostBytes: 65_536,
  discardBytes: 1_048_576,
  withinMs: 10_000,
  answerMs: 12_000,
  mostAtOnce: 128,
  graceMs: 500,
  recordings: { burst: 2_000, perSecond: 100 },
};

/** Reads a webhook's body of any content type from the socket, with limits of size and time, or until aborted. */
export function readHookBody(
  request: IncomingMessage,
  limits: HookLimits,
  signal: AbortSignal,
): Promise<HookBody> {
  const { promise, resolve } = Promise.withResolvers<HookBody>();
  const chunks: Buffer[] = [];
  let read = 0;
  const tooLarge = () => read > limits.mostBytes;
  const start = () => Buffer.concat(chunks).subarray(0, limits.mostBytes);
  const onData = (chunk: Buffer) => {
    if (!tooLarge()) chunks.push(chunk);
    read += chunk.length;
    if (read > limits.discardBytes) end({ kind: 'too-large', start: start() });
  };
  const onEnd = () =>
    end(
      tooLarge()
        ? { kind: 'too-large', start: start() }
        : { kind: 'read', bytes: Buffer.concat(chunks) },
    );
  const onCut = () => end({ kind: 'cut-off' });
  const onLate = () =>
    end(tooLarge() ? { kind: 'too-large', start: start() } : { kind: 'too-slow' });
  const late = setTimeout(onLate, limits.withinMs);

  function end(body: HookBody): void {
    clearTimeout(late);
    signal.removeEventListener('abort', onLate);
    request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
    // Without a listener, an error of the closing socket would end the process.
    request.on('error', () => undefined);
    request.pause();
    resolve(body);
  }

  signal.addEventListener('abort', onLate);
  request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise;
}

/** Returns undefined if `read` throws: a bug in our reader must not lose the webhook. */
export function readOrElse<Reading>(read: () => Reading): Reading | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const startOf = (body: WholeBody): Buffer =>
  body.kind === 'read' ? body.bytes : body.start;
