/** When a POST may begin, and how long its answer is waited for: two waits with opposite meanings. */

/** Asked just before the first byte: once it is closed, nothing is sent. After it, it has no say. */
export interface SendGate {
  /** Epoch milliseconds. */
  deadlineAtMs: number;
  signal: AbortSignal;
}

/** Its message is ours and says which wait ended. */
export class SendWindowError extends Error {
  override readonly name = 'SendWindowError';
}

export interface SendWindow {
  /** Ends the request: before the first byte by the gate, after it only by time. */
  readonly signal: AbortSignal;
  /** Asked once, at the first byte. Undefined: send now, and the wait for the answer begins. */
  pass(): SendWindowError | undefined;
  /** Whether `pass` has let a byte through. Stays true. */
  sent(): boolean;
  /** Leaves no timer and no listener behind. */
  close(): void;
}

/**
 * Before the first byte a cancellation or the deadline stops the POST for free. After it they are ignored:
 * the answer alone tells whether a phone rings, and cutting it off would make the call unknown.
 */
export function openSendWindow(
  gate: SendGate,
  limits: { connectMs: number; answerMs: number },
): SendWindow {
  const cut = new AbortController();
  const stop = (why: string) => cut.abort(new SendWindowError(why));
  let sent = false;
  const onAbort = () => {
    if (!sent) stop('cancelled before sending');
  };
  const leftMs = Math.max(0, gate.deadlineAtMs - Date.now());
  let timer = setTimeout(() => stop('no connection in time'), Math.min(leftMs, limits.connectMs));
  gate.signal.addEventListener('abort', onAbort, { once: true });
  if (gate.signal.aborted) onAbort();
  else if (leftMs === 0) stop('too late to send');

  return {
    signal: cut.signal,
    sent: () => sent,
    pass() {
      if (sent) return new SendWindowError('a second connection');
      if (Date.now() >= gate.deadlineAtMs) stop('too late to send');
      if (cut.signal.aborted) return cut.signal.reason as SendWindowError;
      sent = true;
      clearTimeout(timer);
      timer = setTimeout(() => stop('no answer in time'), limits.answerMs);
      return undefined;
    },
    close() {
      clearTimeout(timer);
      gate.signal.removeEventListener('abort', onAbort);
    },
  };
}
