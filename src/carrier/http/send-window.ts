/** Limits when a POST may start, and how long to wait for its answer. */

/** Checked just before the first byte: if it is closed, nothing is sent. After the first byte it has no effect. */
export interface SendGate {
  /** Epoch milliseconds, by `nowMs`. */
  deadlineAtMs: number;
  nowMs: () => number;
  signal: AbortSignal;
}

/** The message is our own and names the limit that was reached. */
export class SendWindowError extends Error {
  override readonly name = 'SendWindowError';
}

export interface SendWindow {
  /** Aborts the request: before the first byte because of the gate, after it only because of the time limit. */
  readonly signal: AbortSignal;
  /** Call once, at the first byte. Undefined: send now; the wait for the answer starts. */
  pass(): SendWindowError | undefined;
  /** Whether `pass` allowed the first byte. It stays true. */
  sent(): boolean;
  /** Removes the timer and the listener. */
  close(): void;
}

/**
 * Before the first byte, a cancellation or the deadline stops the POST without consequences. After it they are ignored,
 * because only the answer shows whether a phone rings: without it, the outcome would be unknown.
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
  const leftMs = Math.max(0, gate.deadlineAtMs - gate.nowMs());
  let timer = setTimeout(() => stop('no connection in time'), Math.min(leftMs, limits.connectMs));
  gate.signal.addEventListener('abort', onAbort, { once: true });
  if (gate.signal.aborted) onAbort();
  else if (leftMs === 0) stop('too late to send');

  return {
    signal: cut.signal,
    sent: () => sent,
    pass() {
      if (sent) return new SendWindowError('a second connection');
      if (gate.nowMs() >= gate.deadlineAtMs) stop('too late to send');
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
