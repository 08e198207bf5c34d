/** Ctrl-C and SIGTERM: the first ends in order, the second at once. */

/** npm hands a signal on that the terminal has already sent: one press arrives twice. */
const SAME_PRESS_MS = 500;

export interface Interrupts {
  /** Aborted by the first, with its name as the reason. */
  signal: AbortSignal;
  off(): void;
}

export function listenForInterrupts(
  onSecond: () => void,
  nowMs: () => number = Date.now,
): Interrupts {
  const controller = new AbortController();
  let firstMs: number | undefined;
  const onSignal = (name: NodeJS.Signals) => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      controller.abort(name);
    } else if (nowMs() - firstMs > SAME_PRESS_MS) onSecond();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    off() {
      for (const signal of signals) process.removeListener(signal, onSignal);
    },
  };
}
