/** Ctrl-C, and being told to end: once in order, twice at once. */

/** npm hands a signal on that the terminal has already sent: one press arrives twice. */
const SAME_PRESS_MS = 500;

export interface Interrupts {
  /** Aborted by the first. */
  signal: AbortSignal;
  /** Resolves with the first. */
  first: Promise<void>;
  off(): void;
}

export function listenForInterrupts(
  onSecond: () => void,
  nowMs: () => number = Date.now,
): Interrupts {
  const controller = new AbortController();
  const { promise: first, resolve } = Promise.withResolvers<void>();
  let firstMs: number | undefined;
  const hear = () => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      controller.abort();
      resolve();
    } else if (nowMs() - firstMs > SAME_PRESS_MS) onSecond();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, hear);
  return {
    signal: controller.signal,
    first,
    off() {
      for (const signal of signals) process.removeListener(signal, hear);
    },
  };
}
