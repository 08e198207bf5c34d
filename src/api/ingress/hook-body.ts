import type { IncomingMessage } from 'node:http';

export type HookBody =
  | { kind: 'read'; bytes: Buffer }
  /** Larger than any webhook should be. Its start is kept for the report. */
  | { kind: 'too-large'; start: Buffer }
  | { kind: 'too-slow' }
  /** The sender hung up before the end: there is nobody to answer. */
  | { kind: 'cut-off' };

export type WholeBody = Extract<HookBody, { kind: 'read' | 'too-large' }>;

export interface HookLimits {
  mostBytes: number;
  /** So much of a body that is too large is still read, so that the answer arrives. */
  discardBytes: number;
  withinMs: number;
  /** Bodies on their way under one token. */
  mostAtOnce: number;
  /** Before one of them has to give way to more. */
  graceMs: number;
  /** Recording webhooks on the URL of the whole account; more would make the webhooks of calls wait. */
  recordings: { burst: number; perSecond: number };
}

export const HOOK_LIMITS: HookLimits = {
  mostBytes: 65_536,
  discardBytes: 1_048_576,
  withinMs: 10_000,
  mostAtOnce: 128,
  graceMs: 500,
  recordings: { burst: 2_000, perSecond: 100 },
};

/** Reads a webhook's body from the socket, whatever its content type, within bounds of size and time, or until aborted. */
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
    // Errors of a socket that is being closed have no other listener.
    request.on('error', () => undefined);
    request.pause();
    resolve(body);
  }

  signal.addEventListener('abort', onLate);
  request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise;
}

/** A bug in our reader must lose neither the webhook nor the carrier's retries. */
export function readOrElse<Reading>(read: () => Reading): Reading | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const startOf = (body: WholeBody): Buffer =>
  body.kind === 'read' ? body.bytes : body.start;
